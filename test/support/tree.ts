import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A new folder with these files: what begins with `#!` may be executed, and `-> x` is a link to x. */
export function makeTree(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-tree-')));
  putTree(root, files);
  return root;
}

/** Puts more files into a folder. */
export function putTree(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), path);
    else writeFileSync(path, text);
    if (text.startsWith('#!')) chmodSync(path, 0o755);
  }
}

export const removeTree = (root: string): void => rmSync(root, { recursive: true, force: true });
