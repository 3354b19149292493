import { describe, expect, it } from 'vitest';
import { TOKEN_FORMS } from '../testing/token-forms.ts';
import { findSecrets } from './find-secrets.ts';
import { SECRET_SHAPES } from './shapes.ts';

const KINDS: Readonly<Record<string, string>> = {
  a: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  s: 'abcdefghijklmnopqrstuvwxyz0123456789',
  u: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  l: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  h: '0123456789abcdef',
  d: '0123456789',
};

/** The same numbers in every run: from 0 up to 1. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const written = (form: string, next: () => number): string =>
  form.replace(/\{([a-z])(\d+)\}/g, (_, kind: string, count: string) =>
    Array.from({ length: Number(count) }, () => {
      const characters = KINDS[kind] ?? '';
      return characters[Math.floor(next() * characters.length)];
    }).join(''),
  );

const ROUNDS = 30;

describe('every shape of a secret', () => {
  it('is shown by a form that it finds', () => {
    const shown = new Set(TOKEN_FORMS.map(([id]) => id));
    expect(SECRET_SHAPES.map(({ id }) => id).filter((id) => !shown.has(id) && id !== 'private-key')).toEqual([]);
  });

  it.each(TOKEN_FORMS)('%s is known by its form: %s', (id, form) => {
    const next = draws(form.length * 7919);
    const found = Array.from({ length: ROUNDS }, () => findSecrets(written(form, next)).map((secret) => secret.id));
    // What is drawn may look like a word, or be found by another form first.
    expect(found.filter((ids) => ids.length > 0).length).toBeGreaterThanOrEqual(ROUNDS * 0.85);
    expect(found.flat()).toContain(id);
  });

  it.each([
    'key-1f6abcdef90b0c7ad1f6abcdef90b0c7',
    ['ghp', 'Zx81kQv03mfakeNb7Lp2Rt5Wy9Uc4Df6Hg8J'].join('_'),
    ['sbp', 'abcdef0192837465abcdef0192837465a1b2c3d4'].join('_'),
  ])('is found although a short word happens to be in it: %s', (text) => {
    expect(findSecrets(text)).toHaveLength(1);
  });

  it.each([
    'AKIAIOSFODNN7EXAMPLE',
    'api_key = "your-api-key-here"',
    'token: fake-token-1234567890',
    'curl -u "$USER:$PASSWORD" https://x.example',
    'curl -u user:password https://x.example',
    'mysql -u root -p shop',
    'mysql -h db -P 3306 -u me',
    'sshpass -f file ssh web',
    'Authorization: Bearer $TOKEN',
    'commit 3f786850e387550fdab836ed7e6dc881de23001b',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'id 014b7b9f-f51b-e4f8-9b69-6dd39b170785',
    'kubectl logs my-app-prod-7d9f8b6c5d-x2x4z-1234567890',
    '/nix/store/0c5wq8h1x2y3z4a5b6c7d8f9g0h1j2k3-hello-2.12/bin/hello',
    'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    'https://docs.example/d/kf5vz6ssxe4zjcb409rjgo747tc5qjazgptvotk6/edit',
    'facebook: a-very-long-name-of-a-page-on-it',
    'a_rather_long_name_of_a_function_in_python_3_12',
  ])('is not taken for what is none: %s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });
});
