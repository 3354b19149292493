import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { HttpRequest } from '../../model/index.ts';
import { memoized } from '../../text/memo.ts';
import { carriedBy } from './carried-address.ts';

/** The addresses that no request may go to: link-local ones, where clouds serve credentials, and similar ones. */
export interface Guard {
  readonly isRefused: (address: string) => boolean;
  /** Resolves a name; the addresses that were checked are exactly those that are connected to. */
  readonly lookup: LookupFunction;
}

/** How names are resolved: as `lookup` of node:dns. */
export type Resolve = (
  hostname: string,
  options: Parameters<LookupFunction>[1] & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** `allowed` are addresses and ranges for which the user has lifted the guard. */
export function createGuard(
  allowed: readonly string[] = [],
  resolve: Resolve = lookup,
  privateNetworks?: HttpRequest['privateNetworks'],
): Guard {
  const lifted = rangesOf(allowed);
  const ranges = blockListOf(RANGES[privateNetworks ?? 'open']);
  const isRefused = (address: string): boolean => {
    const bare = address.replace(/%.*$/, ''); // a zone, as in fe80::1%eth0
    return [bare, ...carriedBy(bare)].some((each) => isIn(ranges, each)) && !isIn(lifted, bare);
  };
  return { isRefused, lookup: guardLookup(isRefused, resolve) };
}

/** Thrown for a name that resolves to a refused address. */
export class RefusedAddressError extends Error {
  readonly address: string;

  constructor(address: string) {
    super(`the address ${address} is refused`);
    this.address = address;
  }
}

const guardLookup =
  (isRefused: Guard['isRefused'], resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const bad = error === null ? addresses.find(({ address }) => isRefused(address)) : undefined;
      const first: LookupAddress | undefined = addresses?.[0];
      if (error !== null) callback(error, '');
      else if (bad !== undefined) callback(new RefusedAddressError(bad.address), '');
      else if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };

function isIn(ranges: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && ranges.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** An entry that is not an address or range has no effect. */
function rangesOf(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [address = '', prefix] = text.split('/');
    const version = isIP(address);
    const longest = version === 4 ? 32 : 128;
    const length = prefix === undefined ? longest : Number(prefix);
    if (version !== 0 && /^\d*$/.test(prefix ?? '') && prefix !== '' && length <= longest)
      list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Each is also refused where an IPv6 address embeds it (mapped, translated, tunnelled). */
const REFUSED_IPV4: readonly (readonly [address: string, prefix: number])[] = [
  ['169.254.0.0', 16], // link-local: AWS, Azure, Google, Oracle, …
  ['100.100.100.200', 32], // Alibaba
  ['192.0.0.192', 32], // Oracle, classic
  ['168.63.129.16', 32], // Azure's host
];

const REFUSED_IPV6: readonly (readonly [address: string, prefix: number])[] = [
  ['fe80::', 10], // link-local
  ['fd00:ec2::', 32], // AWS: metadata, credentials of pods, time, names
  ['fd20:ce::254', 128], // Google
  ['fd00:c1::a9fe:a9fe', 128], // Oracle
  ['fd00:42::42', 128], // Scaleway
];

/** Prefixes under which the last 32 bits are an IPv4 address: compatible, mapped, translated, local NAT64. */
const CARRIERS = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', '64:ff9b:1:ffff::', '64:ff9b:1:fffe::'];

/** Networks of an organisation or a house; this machine itself is none of them. */
const PRIVATE_IPV4: typeof REFUSED_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
];
const PRIVATE_IPV6: typeof REFUSED_IPV6 = [['fc00::', 7]];

type Ranges = readonly [ipv4: typeof REFUSED_IPV4, ipv6: typeof REFUSED_IPV6];

const PRIVATE: Ranges = [
  [...REFUSED_IPV4, ...PRIVATE_IPV4],
  [...REFUSED_IPV6, ...PRIVATE_IPV6],
];
/** By what a request says about private networks. */
const RANGES: Readonly<Record<NonNullable<HttpRequest['privateNetworks']> | 'open', Ranges>> = {
  open: [REFUSED_IPV4, REFUSED_IPV6],
  refused: PRIVATE,
  'refused-with-loopback': [
    [...PRIVATE[0], ['127.0.0.0', 8]],
    [...PRIVATE[1], ['::1', 128]],
  ],
};

/** Made for the first request that needs it: most events make none. */
const blockListOf = memoized(makeBlockList);

function makeBlockList([ipv4, ipv6]: Ranges): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ipv6) list.addSubnet(address, prefix, 'ipv6');
  for (const [address, prefix] of ipv4) {
    const [high, low] = hexadecimal(address);
    list.addSubnet(address, prefix, 'ipv4');
    list.addSubnet(`2002:${high}:${low}::`, 16 + prefix, 'ipv6');
    for (const carrier of CARRIERS) list.addSubnet(`${carrier}${high}:${low}`, 96 + prefix, 'ipv6');
  }
  return list;
}

function hexadecimal(address: string): readonly [string, string] {
  const [first = 0, second = 0, third = 0, fourth = 0] = address.split('.').map(Number);
  return [(first * 256 + second).toString(16), (third * 256 + fourth).toString(16)];
}
