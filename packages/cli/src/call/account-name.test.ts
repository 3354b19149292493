import { expect, it } from 'vitest';
import { accountName } from './account-name.ts';

it('is a number where the account has no name, as in a container', () => {
  const nameless = (): never => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  expect(accountName(nameless)).toMatch(/^uid (?:\d+|unknown)$/);
});
