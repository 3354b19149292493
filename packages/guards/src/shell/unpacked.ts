import { basename } from 'node:path/posix';
import { readFlags, valuesOf } from './flags.ts';
import { MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import type { Invocation, Shell } from './shell.ts';

/** Remembers what an archive that the line itself has downloaded is called, and where it is unpacked. */
export function noteUnpacked(invocation: Invocation, { files, session }: Shell): void {
  const [program = '', ...args] = invocation.words;
  if (!UNPACKERS.has(program) || files.size === 0) return;
  const { operands, ...flags } = readFlags(args, { valued: ['f', 'C', 'd', 'file', 'directory'] });
  const [folder = '.'] = valuesOf({ operands, ...flags }, ['C', 'd', 'directory']);
  const target = absolutePath(folder, invocation);
  for (const word of [...operands, ...valuesOf({ operands, ...flags }, ['f', 'file'])]) {
    const path = absolutePath(word, invocation);
    const [stem = ''] = /^[a-z]+/i.exec(basename(word)) ?? [];
    if (target === null || path === null || stem.length < SHORTEST) continue;
    if (files.get(path)?.includes(MARKS.network) === true) session.unpacked.push({ folder: target, stem });
  }
}

/** Whether a program lies in what was unpacked, and is called like the archive. */
export const isUnpacked = (word: string, shell: Shell): boolean =>
  word.includes('/') &&
  shell.session.unpacked.some(({ folder, stem }) => {
    const path = absolutePath(word, shell) ?? '';
    return path.startsWith(`${folder}/`) && path.slice(folder.length).includes(`/${stem}`);
  });

const UNPACKERS: ReadonlySet<string> = new Set(['tar', 'bsdtar', 'unzip', '7z', '7za', 'gunzip', 'unxz']);
/** A shorter name says too little. */
const SHORTEST = 3;
