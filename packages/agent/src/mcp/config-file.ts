import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** What reading the file gave; `digest` is that of its content. */
export type ConfigFile =
  | { readonly kind: 'absent' }
  | { readonly kind: 'text'; readonly text: string; readonly digest: string }
  | { readonly kind: 'refused'; readonly why: string };

/** Reads a file of bounded size; never follows a symlink, and never waits for a pipe or a device. */
export function readConfigFile(path: string): ConfigFile {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    return notOpened(error);
  }
  try {
    const why = obstacleIn(fstatSync(descriptor));
    return why === null ? decode(readFileSync(descriptor)) : { kind: 'refused', why };
  } catch (error) {
    return notOpened(error);
  } finally {
    closeSync(descriptor);
  }
}

function notOpened(error: unknown): ConfigFile {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'absent' };
  return { kind: 'refused', why: REASONS[code] ?? code };
}

const REASONS: Readonly<Record<string, string>> = {
  ELOOP: 'it is a symbolic link; put the file itself into the project',
  EACCES: 'permission denied; give yourself the right to read it',
  ENXIO: 'it is not a file; put an ordinary file in its place',
};

const MOST_BYTES = 1024 * 1024;

function obstacleIn(stats: Stats): string | null {
  if (!stats.isFile()) return 'it is not a file; put an ordinary file in its place';
  return stats.size > MOST_BYTES ? `it has ${stats.size} bytes; at most ${MOST_BYTES} are read` : null;
}

function decode(bytes: Buffer): ConfigFile {
  if (bytes.length > MOST_BYTES) return { kind: 'refused', why: `it has more than ${MOST_BYTES} bytes` };
  if (!isUtf8(bytes)) return { kind: 'refused', why: 'it is not UTF-8 text; save it as UTF-8' };
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'text', text: bytes.toString('utf8').replace(/^\uFEFF/, ''), digest };
}
