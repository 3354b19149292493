import { isIPv6 } from 'node:net';

/**
 * The IPv4 addresses that an IPv6 address may embed at a position that no prefix fixes: local NAT64, Teredo, ISATAP.
 */
export function carriedBy(address: string): readonly string[] {
  if (!isIPv6(address)) return [];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(address);
  // A network chooses its own prefix below 64:ff9b:1::/48, and with it the position of the address; bits 64 to 71 are
  // skipped.
  if (a === 0x64 && b === 0xff9b && c === 1)
    return [
      dotted(g, h),
      dotted(d, ((e & 0xff) << 8) | (f >> 8)),
      dotted(((d & 0xff) << 8) | (e & 0xff), f),
      dotted(((e & 0xff) << 8) | (f >> 8), ((f & 0xff) << 8) | (g >> 8)),
    ];
  if (a === 0x2001 && b === 0) return [dotted(c, d), dotted(g ^ 0xffff, h ^ 0xffff)];
  return (e & ~0x200) === 0 && f === 0x5efe ? [dotted(g, h)] : [];
}

/** The URL parser accepts every spelling of an address, and returns the canonical one, with at most one `::`. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [left, right] = [head, tail].map((part) =>
    part === '' ? [] : part.split(':').map((group) => parseInt(group, 16)),
  );
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => 0);
  return [...(left ?? []), ...zeros, ...(right ?? [])];
}

const dotted = (high: number, low: number): string => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
