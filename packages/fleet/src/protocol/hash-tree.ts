import { createHash } from 'node:crypto';

// The tree of RFC 6962: that a leaf is among many is shown by one digest for each level.

const [LEAF, NODE] = [Buffer.of(0), Buffer.of(1)];

const leafHash = (leaf: string): Buffer => createHash('sha256').update(LEAF).update(leaf).digest();
const nodeHash = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(NODE).update(left).update(right).digest();

/** A tree over leaves in their order. */
export interface HashTree {
  readonly count: number;
  /** In hexadecimal. */
  readonly root: string;
  /** What has to be hashed with a leaf to come to the root, from the leaf up. */
  readonly pathOf: (index: number) => readonly string[];
}

export function hashTree(leaves: readonly string[]): HashTree {
  const levels = [leaves.map(leafHash)];
  for (let last = levels[0] ?? []; last.length > 1; last = levels.at(-1) ?? []) levels.push(levelAbove(last));
  const root = levels.at(-1)?.[0] ?? createHash('sha256').digest();
  return {
    count: leaves.length,
    root: root.toString('hex'),
    pathOf: (index) => levels.flatMap((level, height) => level[(index >> height) ^ 1]?.toString('hex') ?? []),
  };
}

/** One that has no neighbour is taken over as it is. */
function levelAbove(level: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = [];
  for (let n = 0; n < level.length; n += 2) {
    const [left, right] = [level[n], level[n + 1]];
    if (left !== undefined) above.push(right === undefined ? left : nodeHash(left, right));
  }
  return above;
}

/** Where a leaf stands in a tree. */
export interface LeafPlace {
  readonly index: number;
  readonly count: number;
  readonly path: readonly string[];
}

/** The root to which a leaf and its path lead, in hexadecimal; null: the path is not one of a tree of that size. */
export function rootBy(leaf: string, { index, count, path }: LeafPlace): string | null {
  if (!(index >= 0 && index < count)) return null;
  let [hash, at, size] = [leafHash(leaf), index, count];
  const rest = path.map((each) => Buffer.from(each, 'hex'));
  for (; size > 1; at >>= 1, size = Math.ceil(size / 2)) {
    if ((at ^ 1) >= size) continue;
    const beside = rest.shift();
    if (beside === undefined) return null;
    hash = at % 2 === 1 ? nodeHash(beside, hash) : nodeHash(hash, beside);
  }
  return rest.length === 0 ? hash.toString('hex') : null;
}
