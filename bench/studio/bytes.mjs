// How large what is shipped is.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DIST } from './command.mjs';

export function measureBytes({ report }) {
  const files = readdirSync(join(DIST, 'studio')).map((name) => ({
    name,
    bytes: readFileSync(join(DIST, 'studio', name)),
  }));
  const zipped = (list) => list.reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0) / 1000;
  const plain = files.filter(({ name }) => !name.startsWith('editor'));
  report('page without the editor, gzip', zipped(plain), 'KB', 60);
  report('page with the editor, gzip', zipped(files), 'KB', 260);
  const whole = files.reduce((sum, { bytes }) => sum + bytes.length, 0) + serverBytes();
  report('page, server and thread of the index, as they are installed', whole / 1e6, 'MB', 1.5);
}

/** The files of the command that only the studio loads. */
function serverBytes() {
  return readdirSync(DIST)
    .filter((name) => /^(?:record-thread|(?:studio|open|first-routes|late-routes|counts)-.*)\.js$/.test(name))
    .map((name) => readFileSync(join(DIST, name)).length)
    .reduce((sum, length) => sum + length, 0);
}
