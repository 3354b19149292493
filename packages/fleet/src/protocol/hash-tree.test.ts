import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashTree, rootBy } from './hash-tree.ts';

const leaves = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `leaf ${n}`);

describe('a tree of hashes', () => {
  it('has the roots that RFC 6962 says', () => {
    const of = (...parts: readonly (Buffer | string)[]): Buffer =>
      parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
    const leaf = (text: string): Buffer => of(Buffer.of(0), text);
    const node = (left: Buffer, right: Buffer): Buffer => of(Buffer.of(1), left, right);
    expect(hashTree([]).root).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hashTree(['a']).root).toBe(leaf('a').toString('hex'));
    const three = node(node(leaf('a'), leaf('b')), leaf('c'));
    expect(hashTree(['a', 'b', 'c']).root).toBe(three.toString('hex'));
  });

  it('shows of every leaf that it is there, with one digest for each level', () => {
    for (let count = 1; count <= 40; count += 1) {
      const tree = hashTree(leaves(count));
      for (const [index, leaf] of leaves(count).entries()) {
        const path = tree.pathOf(index);
        expect(rootBy(leaf, { index, count, path })).toBe(tree.root);
        expect(path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)));
      }
    }
  });

  it('does not show what is not there', () => {
    const tree = hashTree(leaves(7));
    const place = { index: 2, count: 7, path: tree.pathOf(2) };
    expect(rootBy('leaf 3', place)).not.toBe(tree.root);
    expect(rootBy('leaf 2', { ...place, index: 3 })).not.toBe(tree.root);
    expect(rootBy('leaf 2', { ...place, path: [...place.path, place.path[0] ?? ''] })).toBeNull();
    expect(rootBy('leaf 2', { ...place, path: place.path.slice(1) })).toBeNull();
    expect(rootBy('leaf 2', { ...place, index: 7 })).toBeNull();
  });
});
