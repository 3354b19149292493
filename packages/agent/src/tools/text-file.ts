import { constants, type Stats } from 'node:fs';
import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { didYouMean, errorCode } from '@hookline/core/internal';
import { fileFailure, ToolFailure } from './tool-failure.ts';

/** The largest file that is read as a whole. */
const MAX_BYTES = 20 * 1024 * 1024;

/** The bytes of a text file; throws a ToolFailure that says why there are none. */
export async function readTextFile(path: string): Promise<Buffer> {
  const entry = await statOf(path);
  const strange = kindOf(entry);
  if (strange !== null) throw new ToolFailure('not_a_file', `${path}: this is ${strange}, not a file`);
  const bytes = await readBounded(path, MAX_BYTES).catch((error: unknown) => {
    throw fileFailure(error, path);
  });
  if (bytes === null)
    throw new ToolFailure('too_large', `${path}: larger than 20 MB; take a part of it with Bash or Grep`);
  if (isBinary(bytes)) throw new ToolFailure('binary', `${path}: this is a binary file, not text`);
  return bytes;
}

/** The bytes of a file, or null when there are more than `limit`; never waits for a pipe or device. */
export async function readBounded(path: string, limit: number): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return await readAll(file, limit);
  } finally {
    await file.close();
  }
}

/** Text holds no NUL; looking at the beginning is enough. */
export const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8192).includes(0);

/** What something is that is no file to read or write; null for a regular file. */
export function kindOf(entry: Stats): string | null {
  if (entry.isFile()) return null;
  if (entry.isDirectory()) return 'a folder';
  if (entry.isFIFO()) return 'a pipe';
  return entry.isSocket() ? 'a socket' : 'a device';
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileFailure(error, path);
    throw new ToolFailure('not_found', `${path}: there is no such file${await hintOf(path)}`);
  }
}

async function hintOf(path: string): Promise<string> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => null);
  if (names === null) return `, and no folder ${folder}`;
  const meant = didYouMean(basename(path), names.slice(0, MOST_NAMES));
  return meant === null ? '' : `; did you mean "${meant}"?`;
}

const MOST_NAMES = 5000;

/** The size that the system reports is not relied on: a file may grow, and some report 0. */
async function readAll(file: FileHandle, limit: number): Promise<Buffer | null> {
  const { size } = await file.stat();
  if (size > limit) return null;
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.max(4096, Math.min(size + 1 - total, CHUNK_BYTES)));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, bytesRead));
    total += bytesRead;
    if (total > limit) return null;
  }
}

const CHUNK_BYTES = 1024 * 1024;
