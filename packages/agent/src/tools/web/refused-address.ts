import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ToolFailure } from '../tool-failure.ts';

/** Whether an address is one that pages never live at: link-local, or where clouds hand out credentials. */
export function isRefusedAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$|%.*$/g, ''); // brackets of a URL, a zone as in fe80::1%eth0
  const version = isIP(bare);
  return version !== 0 && refused.check(bare, version === 4 ? 'ipv4' : 'ipv6');
}

/** What is said of such an address. */
export const refusalOf = (address: string): ToolFailure =>
  new ToolFailure('refused', `the address ${address} is refused: it belongs to the machine's own network services`);

/** Resolves a name; the addresses that were checked are the very ones that are connected to. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '');
    const bad = addresses.find(({ address }) => isRefusedAddress(address));
    if (bad !== undefined) return callback(refusalOf(bad.address), '');
    if (options.all === true) return callback(null, addresses);
    return callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  });
};

/** Each is refused also where an IPv6 address stands for it. */
const REFUSED_IPV4: readonly (readonly [address: string, prefix: number])[] = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['168.63.129.16', 32],
];

const REFUSED_IPV6: readonly (readonly [address: string, prefix: number])[] = [
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
];

const refused = refusedAddresses();

function refusedAddresses(): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of REFUSED_IPV6) list.addSubnet(address, prefix, 'ipv6');
  for (const [address, prefix] of REFUSED_IPV4) {
    list.addSubnet(address, prefix, 'ipv4');
    // Compatible, mapped, translated; then 6to4, which carries it further left.
    for (const carrier of ['::', '::ffff:', '::ffff:0:', '64:ff9b::'])
      list.addSubnet(`${carrier}${address}`, 96 + prefix, 'ipv6');
    const words = Buffer.from(address.split('.').map(Number)).toString('hex');
    list.addSubnet(`2002:${words.slice(0, 4)}:${words.slice(4)}::`, 16 + prefix, 'ipv6');
  }
  return list;
}
