import { Key, Signature } from '@tufjs/models';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A key that signs metadata of a policy. */
export interface PolicyKey {
  readonly key: Key;
  readonly sign: (data: Buffer) => Signature;
}

/** A new Ed25519 key, as PEM. */
export const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

/** The key in a PEM text; throws for one of another kind. */
export function keyOf(pem: string): PolicyKey {
  const secret = createPrivateKey(pem);
  if (secret.asymmetricKeyType !== 'ed25519')
    throw new Error(
      `an Ed25519 key was expected, not ${String(secret.asymmetricKeyType)}; make one with: hookline policy key FILE`,
    );
  const key = publicKeyOf(createPublicKey(secret));
  return { key, sign: (data) => new Signature({ keyID: key.keyID, sig: sign(null, data, secret).toString('hex') }) };
}

function publicKeyOf(publicKey: KeyObject): Key {
  const { x = '' } = publicKey.export({ format: 'jwk' });
  // In the order of their names, as the canonical JSON of TUF has them.
  const parts = {
    keytype: 'ed25519',
    keyval: { public: Buffer.from(x, 'base64url').toString('hex') },
    scheme: 'ed25519',
  };
  const keyID = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return new Key({ keyID, keyType: parts.keytype, scheme: parts.scheme, keyVal: parts.keyval });
}
