import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the page, in memory. */
interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Gives the file for the path of an address; null: there is none. */
export type PageFiles = (path: string) => PageFile | null;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** Views of the page: they are one file, which looks at its address. */
const VIEW = /^\/(?:[a-z-]*|d\/[0-9a-z]+)$/;

/** Reads the page's folder once: an address is looked up in this list, and never becomes a path. */
export function readPageFiles(folder: string): PageFiles {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder)) {
    const type = TYPES[extname(name)];
    if (type !== undefined) files.set(`/${name}`, { type, bytes: readFileSync(join(folder, name)) });
  }
  return (path) => files.get(path) ?? (VIEW.test(path) ? (files.get('/index.html') ?? null) : null);
}
