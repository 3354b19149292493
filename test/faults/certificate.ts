import { generateKeyPairSync, sign } from 'node:crypto';

/** A new certificate for 127.0.0.1 that only its own key has signed, with that key. */
export function selfSignedCertificate(): { readonly cert: string; readonly key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    NAME,
    sequence(timeIn(-1), timeIn(1)),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ECDSA_WITH_SHA256, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A value in DER: its tag, its length, its content. */
function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...contents: readonly Uint8Array[]): Buffer => tagged(0x30, ...contents);
const integer = (value: number): Buffer => tagged(0x02, Buffer.from([value]));
const identifier = (...bytes: readonly number[]): Buffer => tagged(0x06, Buffer.from(bytes));

const ECDSA_WITH_SHA256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const COMMON_NAME = identifier(0x55, 0x04, 0x03);
const NAME = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from('127.0.0.1')))));

function timeIn(days: number): Buffer {
  const time = new Date(Date.now() + days * 86_400_000).toISOString();
  return tagged(0x17, Buffer.from(`${time.slice(2, 19).replace(/\D/g, '')}Z`));
}
