import type { Hash } from 'node:crypto';

/** A fresh SHA-256; the crypto module is loaded with the first one, because most starts need none. */
export const newSha256 = (): Hash => process.getBuiltinModule('node:crypto').createHash('sha256');
