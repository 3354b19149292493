import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from 'node:fs';
import { relative } from 'node:path';
import { recordStamp } from './file-stamps.ts';
import { isBelow, linkStatsOf, realPathOf } from '../paths.ts';
import { newSha256, sha256 } from '../../text/sha256.ts';

/** The state of a script at this moment. */
export interface Fingerprint {
  /** Changes with every byte, with the executable bit and with the target of a symlink. */
  readonly digest: string;
  /** A note for the person who gives trust; null for an ordinary file. */
  readonly note: string | null;
  /** False: a change could go unnoticed, so trust must not be given. */
  readonly isCovered: boolean;
  readonly bytes: number;
}

const MAX_SCRIPT_BYTES = 64 * 1024 * 1024;

/**
 * Reads a script below the (resolved) project; never follows a symlink out of it, never blocks on a path that is not a
 * regular file.
 */
export function fingerprint(path: string, project: string): Fingerprint {
  recordStamp(path, 'content');
  const real = realPathOf(path);
  if (real === null) return plain(isLink(path) ? `broken link to ${linkText(path)}` : 'absent');
  if (!isBelow(project, real))
    return { ...plain(`outside: ${real}`), note: `leads out of the project to ${real}, where changes are not noticed` };
  const content = contentOf(real);
  if (real === path) return content;
  const target = relative(project, real);
  return {
    ...content,
    digest: `${content.digest} by ${linkText(path)} at ${target}`,
    note: content.note ?? `a link to ${target}`,
  };
}

const plain = (digest: string): Fingerprint => ({ digest, note: digest, isCovered: true, bytes: 0 });

const isLink = (path: string): boolean => linkStatsOf(path)?.isSymbolicLink() === true;

/** The target of the symlink itself; empty when only a folder above it is a symlink. */
const linkText = (path: string): string => (isLink(path) ? readlinkSync(path) : '');

function contentOf(path: string): Fingerprint {
  recordStamp(path, 'content');
  try {
    // Without O_NONBLOCK, opening a named pipe would block until there is a writer.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      return digestOf(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { digest: 'unreadable', note: `cannot be read: ${why}`, isCovered: false, bytes: 0 };
  }
}

const chunk = Buffer.allocUnsafeSlow(65_536);

function digestOf(descriptor: number): Fingerprint {
  const stats = fstatSync(descriptor);
  if (!stats.isFile()) return plain('not a file');
  if (stats.size > MAX_SCRIPT_BYTES)
    return { digest: 'too large', note: 'larger than 64 MiB', isCovered: false, bytes: 0 };
  const { digest, bytes } = stats.size < chunk.length ? contentAtOnce(descriptor) : contentInPieces(descriptor);
  const isExecutable = process.platform !== 'win32' && (stats.mode & 0o111) !== 0;
  return { digest: `${digest}${isExecutable ? '+x' : ''}`, note: null, isCovered: true, bytes };
}

interface Content {
  readonly digest: string;
  readonly bytes: number;
}

function contentAtOnce(descriptor: number): Content {
  let bytes = 0;
  for (let count = -1; count !== 0 && bytes < chunk.length; bytes += count)
    count = readSync(descriptor, chunk, bytes, chunk.length - bytes, bytes);
  // It may have grown since the stat.
  return bytes < chunk.length ? { digest: sha256(chunk.subarray(0, bytes)), bytes } : contentInPieces(descriptor);
}

function contentInPieces(descriptor: number): Content {
  const hash = newSha256();
  let bytes = 0;
  for (let count = -1; count !== 0 && bytes <= MAX_SCRIPT_BYTES;) {
    count = readSync(descriptor, chunk, { position: bytes });
    hash.update(chunk.subarray(0, count));
    bytes += count;
  }
  return { digest: hash.digest('hex'), bytes };
}
