import { expect, test } from 'vitest';
import { guardedLookup, isRefusedAddress } from './refused-address.ts';

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '100.100.100.200',
  'fe80::1',
  'fe80::1%eth0',
  '[febf::1]',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '[::ffff:a9fe:a9fe]',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
])('%s is refused', (address) => {
  expect(isRefusedAddress(address)).toBe(true);
});

test.each(['127.0.0.1', '::1', '169.253.1.1', '10.0.0.1', 'fec0::1', 'fd00:ec2::253', '2002:a9fd::1', 'localhost', ''])(
  '%j is not',
  (address) => {
    expect(isRefusedAddress(address)).toBe(false);
  },
);

const lookUp = async (name: string, all: boolean): Promise<unknown> =>
  new Promise((resolve) =>
    guardedLookup(name, { all, family: 4 }, (error, address, family) => resolve(error?.message ?? [address, family])),
  );

test('a name gives the addresses that were checked, or none where one of them is refused', async () => {
  expect(await lookUp('localhost', true)).toEqual([[{ address: '127.0.0.1', family: 4 }], undefined]);
  expect(await lookUp('localhost', false)).toEqual(['127.0.0.1', 4]);
  for (const all of [true, false])
    expect(await lookUp('169.254.169.254', all)).toBe(
      "the address 169.254.169.254 is refused: it belongs to the machine's own network services",
    );
  expect(await lookUp('no-such-host.invalid', true)).toMatch(/no-such-host/);
});
