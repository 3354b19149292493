import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address that no hook may be sent to: link-local, where clouds hand out credentials, or another such service. */
export function isRefusedAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, ''); // a zone, as in fe80::1%eth0
  const version = isIP(bare);
  return version !== 0 && refused.check(bare, version === 4 ? 'ipv4' : 'ipv6');
}

/** Thrown for a name that stands for a refused address. */
export class RefusedAddressError extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`the address ${address} is refused`);
    this.address = address;
  }
}

/** Resolves a name; the addresses that were checked are the very ones that are connected to. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const bad = error === null ? addresses.find(({ address }) => isRefusedAddress(address)) : undefined;
    const first: LookupAddress | undefined = addresses?.[0];
    if (error !== null) callback(error, '');
    else if (bad !== undefined) callback(new RefusedAddressError(bad.address), '');
    else if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};

/** Each is refused also where an IPv6 address stands for it (mapped, translated, tunnelled). */
const REFUSED_IPV4: readonly (readonly [address: string, prefix: number])[] = [
  ['169.254.0.0', 16], // link-local: AWS, Azure, Google, Oracle, …
  ['100.100.100.200', 32], // Alibaba
  ['192.0.0.192', 32], // Oracle, classic
  ['168.63.129.16', 32], // Azure's host
];

const REFUSED_IPV6: readonly (readonly [address: string, prefix: number])[] = [
  ['fe80::', 10], // link-local
  ['fd00:ec2::254', 128], // AWS
  ['fd20:ce::254', 128], // Google
];

const refused = refusedAddresses();

function refusedAddresses(): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of REFUSED_IPV6) list.addSubnet(address, prefix, 'ipv6');
  for (const [address, prefix] of REFUSED_IPV4) {
    const [high, low] = hexadecimal(address);
    list.addSubnet(address, prefix, 'ipv4');
    list.addSubnet(`2002:${high}:${low}::`, 16 + prefix, 'ipv6');
    for (const carrier of ['::', '::ffff:', '::ffff:0:', '64:ff9b::'])
      list.addSubnet(`${carrier}${high}:${low}`, 96 + prefix, 'ipv6');
  }
  return list;
}

function hexadecimal(address: string): readonly [string, string] {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split('.').map(Number);
  return [(first * 256 + second).toString(16), (third * 256 + fourth).toString(16)];
}
