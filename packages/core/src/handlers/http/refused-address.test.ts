import { expect, test } from 'vitest';
import { createGuard, RefusedAddressError, type Resolve } from './refused-address.ts';

const { isRefused: isRefusedAddress, lookup: guardedLookup } = createGuard();

test.each([
  ['169.254.1.1'],
  ['::ffff:169.254.1.1'],
  ['fe80::1%eth0'],
  ['fe80::1'],
  ['fd00:ec2::254'],
  ['fd00:ec2::23'],
  ['fd20:ce::254'],
  ['fd00:c1::a9fe:a9fe'],
  ['fd00:42::42'],
  ['100.100.100.200'],
  ['::ffff:100.100.100.200'],
  ['192.0.0.192'],
  ['168.63.129.16'],
  ['::ffff:168.63.129.16'],
  ['::168.63.129.16'],
  ['::ffff:0:169.254.169.254'],
  ['64:ff9b::169.254.169.254'],
  ['64:ff9b:1::a9fe:a9fe'],
  ['64:ff9b:1:fffe::a9fe:a9fe'],
  ['64:ff9b:1:abcd::a9fe:a9fe'],
  ['64:ff9b:1:a9fe:a9:fe00::'],
  ['64:ff9b:1:a9:fe:a9fe::'],
  ['64:ff9b:1:0:a9:fea9:fe00::'],
  ['2001:0:a9fe:a9fe::1'],
  ['2001:0:102:304:0:0:5601:5601'],
  ['2001:db8::5efe:169.254.169.254'],
  ['fd12:3456::200:5efe:a9fe:a9fe'],
  ['2002:a9fe:a9fe::'],
  ['2002:a83f:8110::1'],
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
  ['fd00:ec3::254'],
  ['64:ff9b::127.0.0.1'],
  ['64:ff9b:1::127.0.0.1'],
  ['2001:db8::5efe:10.0.0.1'],
  ['2001:0:102:304::1'],
  ['2002:7f00:1::'],
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

test('an unknown host name is an error as usual', async () => {
  await expect(resolve('no-such-host.invalid', true)).rejects.toMatchObject({
    code: expect.stringMatching(/ENOTFOUND|EAI_/),
  });
});

test.each([
  [['169.254.170.2'], ['169.254.170.2', '::ffff:169.254.170.2'], ['169.254.170.3', '169.254.169.254', 'fe80::1']],
  [
    ['fe80::/10', '169.254.0.0/16'],
    ['fe80::1%eth0', '169.254.169.254'],
    ['fd00:ec2::254', '100.100.100.200'],
  ],
  [
    ['everything', '169.254.169.254/33', '169.254.169.254/', '/0', 'fe80::1/x', '*'],
    [],
    ['169.254.169.254', 'fe80::1'],
  ],
])('%j lifts the guard for %j, and not for %j', (allowed, open, closed) => {
  const { isRefused } = createGuard(allowed);
  expect(open.filter(isRefused)).toEqual([]);
  expect(closed.filter((address) => !isRefused(address))).toEqual([]);
});

test('one bad address among many refuses the name, and a name is asked for once', async () => {
  const asked: string[] = [];
  const resolver: Resolve = (name, _options, callback) => {
    asked.push(name);
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::ffff:169.254.169.254', family: 6 },
    ]);
  };
  const { lookup } = createGuard([], resolver);
  const error = await new Promise((done) => lookup('mixed.test', { all: true }, done));
  expect(error).toEqual(new RefusedAddressError('::ffff:169.254.169.254'));
  expect(asked).toEqual(['mixed.test']);
});
