import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import type { Mishap } from './row.ts';
import type { Site } from './site.ts';
import { definitionFiles, pathOf } from './site.ts';

/** Undoes a mishap. */
type Undo = () => void;

const NOTHING_TO_UNDO: Undo = () => undefined;
const HELD_MS = 300;

/** Lets happen to the hooks of a site what its row says. */
export function befall(site: Site): Undo {
  const { mishap } = site.row;
  const paths = site.stages.map((stage) => pathOf(site, stage));
  if (mishap === undefined) return NOTHING_TO_UNDO;
  if (isOfDefinition(mishap)) return spoilDefinitions(definitionFiles(site), mishap);
  switch (mishap) {
    case 'deleted':
      paths.forEach((path) => rmSync(path));
      return NOTHING_TO_UNDO;
    case 'emptied':
      paths.forEach((path) => truncateSync(path));
      return NOTHING_TO_UNDO;
    case 'cwd gone': {
      const folder = site.dialect.runsIn === 'project' ? site.project : site.work;
      rmSync(folder, { recursive: true });
      return () => mkdirSync(folder, { recursive: true });
    }
    case 'held for writing':
      return hold(paths);
    case 'held for writing for a while':
      setTimeout(hold(paths), HELD_MS);
      return NOTHING_TO_UNDO;
    case 'script edited':
      return changeAll(paths, (text) => `${text}#`);
    case 'script replaced by a link':
      // The very same text, but outside of the project, where it can change without a trace in it.
      return changeAll(paths, null, (path, text) => {
        const moved = join(site.root, `moved-${basename(path)}`);
        writeFileSync(moved, text, { mode: 0o755 });
        symlinkSync(moved, path);
      });
  }
}

/** Whether a host that watches its files would read them again after this. */
export const isSeenByWatchers = (mishap: Mishap | undefined): boolean =>
  mishap !== undefined && isOfDefinition(mishap) && mishap !== 'definition edited';

type DefinitionMishap = Extract<Mishap, `definition ${string}`>;

const isOfDefinition = (mishap: Mishap): mishap is DefinitionMishap => mishap.startsWith('definition ');

function spoilDefinitions(files: readonly string[], mishap: DefinitionMishap): Undo {
  switch (mishap) {
    case 'definition half-written':
      return changeAll(files, (text) => text.slice(0, text.length / 2));
    case 'definition emptied':
      return changeAll(files, () => '');
    case 'definition null':
      return changeAll(files, () => 'null\n');
    case 'definition deleted':
      return changeAll(files, null);
    case 'definition turned into a pipe':
      return changeAll(files, null, (file) => void spawnSync('mkfifo', [file]));
    case 'definition edited':
      return changeAll(files, editedDefinition);
  }
}

/** One byte that means something: another time, or another program where the dialect has no time. */
const editedDefinition = (text: string): string =>
  text.includes('timeout') ? text.replace(/(timeout\w*"?: )2/, '$13') : text.replace('/guard-', '/guarf-');

function hold(paths: readonly string[]): Undo {
  const descriptors = paths.map((path) => openSync(path, 'r+'));
  return () => descriptors.forEach((descriptor) => closeSync(descriptor));
}

/** Changes or removes files, and puts back what they held and how they looked. */
function changeAll(
  files: readonly string[],
  change: ((text: string) => string) | null,
  put: (file: string, text: string) => void = () => undefined,
): Undo {
  const kept = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  for (const { file, text } of kept) {
    if (change === null) renameSync(file, `${file}.before`);
    if (change === null) put(file, text);
    else writeFileSync(file, change(text));
  }
  return () => {
    for (const { file, text } of kept) {
      if (change !== null) writeFileSync(file, text);
      else {
        rmSync(file, { force: true });
        renameSync(`${file}.before`, file);
      }
    }
  };
}
