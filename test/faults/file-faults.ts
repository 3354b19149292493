import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFault } from './row.ts';

/** Puts something else in the place of each file, or does something to it. */
export function breakFiles(files: readonly string[], fault: FileFault, root: string): void {
  files.forEach((file, index) => breakFile(file, fault, join(root, `elsewhere-${index}`)));
}

const TWO_GIGABYTES = 2 * 1024 ** 3;
const SOME_GROUP = 54_321;

function breakFile(file: string, fault: FileFault, elsewhere: string): void {
  switch (fault) {
    case 'link':
      renameSync(file, elsewhere);
      return symlinkSync(elsewhere, file);
    case 'pipe':
      return putInPlace(file, ['mkfifo', file]);
    case 'device':
      // Only the superuser can make one; for others a link to one must do.
      return putInPlace(file, isSuperuser() ? ['mknod', file, 'c', '1', '5'] : ['ln', '-s', '/dev/zero', file]);
    case 'folder':
      rmSync(file);
      mkdirSync(file);
      return;
    case '2 GB':
      return truncateSync(file, TWO_GIGABYTES);
    case 'writable by others':
      // Many systems give each account a group of its own, so the group must be another's.
      if (isSuperuser()) chownSync(file, 0, SOME_GROUP);
      return chmodSync(file, isSuperuser() ? 0o664 : 0o646);
    case 'bytes that are no text':
      return writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x80, 0x81]));
  }
}

function putInPlace(file: string, [command = '', ...words]: readonly string[]): void {
  rmSync(file, { force: true });
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}

/** Only he can do some of what rows ask for. */
export const isSuperuser = (): boolean => process.getuid?.() === 0;
