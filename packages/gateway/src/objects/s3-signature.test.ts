import { describe, expect, it } from 'vitest';
import { sha256Hex, signedHeaders } from './s3-signature.ts';

// The examples of the documentation of Amazon S3, with its keys.
const CREDENTIALS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const NOW = new Date('2013-05-24T00:00:00Z');
const host = 'examplebucket.s3.amazonaws.com';

describe('the signature of a request to S3', () => {
  it.each([
    [
      'of an object',
      '/test.txt',
      { host, range: 'bytes=0-9' },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'of a list',
      '/?max-keys=2&prefix=J',
      { host },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s is the one that Amazon expects', (_, path, headers, signature) => {
    const request = { method: 'GET', url: new URL(path, `https://${host}`), headers, payload: sha256Hex('') };
    const { authorization } = signedHeaders(request, CREDENTIALS, 'us-east-1', NOW);
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request,SignedHeaders=/,
    );
    expect(authorization).toMatch(new RegExp(`Signature=${signature}$`));
  });
});
