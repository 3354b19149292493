import { expect, test } from 'vitest';
import { guardedLookup, isRefusedAddress, RefusedAddressError } from './refused-address.ts';

test.each([
  ['169.254.1.1'],
  ['::ffff:169.254.1.1'],
  ['fe80::1%eth0'],
  ['fe80::1'],
  ['fd00:ec2::254'],
  ['100.100.100.200'],
])('%s is refused', (address) => {
  expect(isRefusedAddress(address)).toBe(true);
});

test.each([
  ['127.0.0.1'],
  ['::1'],
  ['10.0.0.1'],
  ['192.168.1.1'],
  ['172.16.0.1'],
  ['169.253.255.255'],
  ['169.255.0.0'],
  ['100.100.100.201'],
  ['fd00::1'],
  ['fec0::1'],
  ['::ffff:127.0.0.1'],
  ['2001:db8::1'],
  ['example.org'],
  [''],
])('%j is not', (address) => {
  expect(isRefusedAddress(address)).toBe(false);
});

/** Resolves as a connection would. */
async function resolve(name: string, all: boolean): Promise<unknown> {
  return new Promise((done, fail) => {
    guardedLookup(name, { all }, (error, address, family) => (error === null ? done([address, family]) : fail(error)));
  });
}

test('a name that stands for a refused address is refused', async () => {
  // The resolver takes numbers for names: what it gives is checked all the same.
  for (const all of [true, false]) {
    await expect(resolve('169.254.169.254', all)).rejects.toBeInstanceOf(RefusedAddressError);
    await expect(resolve('fe80::1', all)).rejects.toBeInstanceOf(RefusedAddressError);
  }
});

test('what was checked is what is connected to', async () => {
  expect(await resolve('127.0.0.1', true)).toEqual([[{ address: '127.0.0.1', family: 4 }], undefined]);
  expect(await resolve('127.0.0.1', false)).toEqual(['127.0.0.1', 4]);
});

test('a name that nobody knows is an error as usual', async () => {
  await expect(resolve('no-such-host.invalid', true)).rejects.toMatchObject({
    code: expect.stringMatching(/ENOTFOUND|EAI_/),
  });
});
