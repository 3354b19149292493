import { expect, it, vi } from 'vitest';
import { accountName } from './account-name.ts';

vi.mock('node:os', () => ({
  userInfo: () => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  },
}));

it('is a number where the account has no name, as in a container', () => {
  expect(accountName()).toMatch(/^uid (?:\d+|unknown)$/);
});
