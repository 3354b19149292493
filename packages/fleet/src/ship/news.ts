import { currentFile, openToRead, readAt } from '@hookline/core/internal';
import { closeSync } from 'node:fs';

/** What has been written since the last look. */
export type News = () => { readonly lines: number; readonly isUrgent: boolean };

const LOOK_BYTES = 1024 * 1024;
const URGENT = ['"decision":"block"', '"decision":"ask"', '"fault":{'].map((text) => Buffer.from(text));

/** Looks at the newest file of a record. */
export function createNews(folder: string): News {
  let [inode, at]: [number, number] = [0, 0];
  let isFirst = true;
  return () => {
    const file = openToRead(currentFile(folder));
    const wasThere = isFirst;
    isFirst = false;
    if (file === null) return { lines: 0, isUrgent: false };
    try {
      if (file.inode !== inode) [inode, at] = [file.inode, wasThere ? file.size : 0];
      const fresh = readAt(file.descriptor, at, Math.min(LOOK_BYTES, file.size - at));
      at = file.size;
      return { lines: count(fresh), isUrgent: URGENT.some((text) => fresh.includes(text)) };
    } finally {
      closeSync(file.descriptor);
    }
  };
}

function count(bytes: Buffer): number {
  let lines = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, end + 1)) lines += 1;
  return lines;
}
