/** SHA-256 in plain JavaScript, as hexadecimal digits: there without loading the crypto module, which takes milliseconds. */
export function plainSha256(data: Uint8Array): string {
  const message = padded(data);
  const state = Int32Array.from(START);
  for (let at = 0; at < message.length; at += BLOCK_BYTES) {
    spread(message, at);
    mix(state);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

/** The data, a one bit, zeros, and its length in bits. */
function padded(data: Uint8Array): Uint8Array {
  const blocks = ((data.length + LENGTH_BYTES) >>> 6) + 1;
  const message = new Uint8Array(blocks * BLOCK_BYTES);
  message.set(data);
  message[data.length] = 0x80;
  new DataView(message.buffer).setBigUint64(message.length - LENGTH_BYTES, BigInt(data.length) * 8n);
  return message;
}

const words = new Int32Array(64);

// From here on everything is spelled out: this runs a few times in a young process, in which every call costs.

/** Makes the 64 words of a block. */
function spread(message: Uint8Array, start: number): void {
  for (let index = 0, at = start; index < 16; index += 1, at += 4) {
    words[index] =
      ((message[at] as number) << 24) |
      ((message[at + 1] as number) << 16) |
      ((message[at + 2] as number) << 8) |
      (message[at + 3] as number);
  }
  for (let index = 16; index < 64; index += 1) {
    const x = words[index - 15] as number;
    const y = words[index - 2] as number;
    words[index] =
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)) +
      (words[index - 7] as number) +
      (words[index - 16] as number);
  }
}

/** The 64 rounds; the names of the eight words are those of the standard. */
function mix(state: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const first =
      (h +
        (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
        ((e & f) ^ (~e & g)) +
        (CONSTANTS[index] as number) +
        (words[index] as number)) |
      0;
    const second =
      (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let index = 0; index < 8; index += 1) state[index] = (state[index] as number) + (mixed[index] as number);
}

// oxfmt-ignore
const START = Int32Array.of(
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
);

// oxfmt-ignore
const CONSTANTS = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);
