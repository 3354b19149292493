/**
 * Says of a digest that it was certainly not added, or perhaps: in a fixed amount of memory, however many there are. A
 * digest is random already, so its own digits choose the bits.
 */
export interface DigestFilter {
  readonly add: (digest: string) => void;
  readonly mayHave: (digest: string) => boolean;
}

const BITS = 2 ** 26;
const PROBES = 6;

/** Takes 8 MiB from the first digest on; at a million digests one in three million answers is wrong. */
export function createDigestFilter(): DigestFilter {
  let words: Uint32Array | null = null;
  return {
    add: (digest) => {
      words ??= new Uint32Array(BITS / 32);
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = bitOf(digest, probe);
        words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
      }
    },
    mayHave: (digest) => {
      for (let probe = 0; probe < PROBES; probe += 1) {
        const bit = bitOf(digest, probe);
        if (words === null || ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
      }
      return true;
    },
  };
}

const bitOf = (digest: string, probe: number): number =>
  (Number.parseInt(digest.slice(0, 8), 16) + probe * Number.parseInt(digest.slice(8, 16), 16)) % BITS;
