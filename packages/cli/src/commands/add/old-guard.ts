import { hookPlace, type HookPlaceRequest, type Places, shellWord } from '@hookline/toolbox';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GuardEntry } from './guard-entries.ts';

/** A guard as earlier versions installed it: with a copy of the program beside the hooks of each system. */
export interface OldGuard {
  readonly script: string;
  readonly program: string;
  readonly file: string;
  /** Whether it was installed with the same options. */
  readonly isSame: boolean;
}

const SCRIPT = 'hookline-guard';
const PROGRAM = 'hookline-guards.mjs';

/** The guard on an event of a system, where an earlier version has installed it; `hook` is the name of its entry. */
export function findOldGuard(
  request: HookPlaceRequest,
  hook: string,
  entry: GuardEntry,
  places: Places,
): OldGuard | null {
  const isFolder = hookPlace(request, '.sh', places)?.command === '';
  const place = hookPlace({ ...request, name: isFolder ? hook : SCRIPT }, '.sh', places);
  if (place === null || !existsSync(place.script) || !existsSync(place.file)) return null;
  const text = readFileSync(isFolder ? place.script : place.file, 'utf8');
  if (isFolder && !text.includes(PROGRAM)) return null;
  const [way = '', ...rest] = entry.words;
  const words = [way, request.name, ...rest].map(shellWord).join(' ');
  const known = [isFolder ? 'set --' : `${SCRIPT}.sh`, request.name, request.dialect, entry.native];
  const presence = presenceOf(text, isFolder ? `set -- ${words}` : `${place.command} ${words}`, known);
  if (presence === 'absent') return null;
  const program = join(dirname(place.script), PROGRAM);
  return { script: place.script, program, file: place.file, isSame: presence === 'same' };
}

/** Whether a text has a command: exactly, with other options, or not at all. */
export type Presence = 'same' | 'other' | 'absent';

/** How a text has a command, as it is or as JSON spells it; `words` identify it, whatever its options. */
export function presenceOf(text: string, command: string, words: readonly string[]): Presence {
  const inJson = JSON.stringify(command).slice(1, -1);
  const isThere = [command, inJson].some((form) =>
    new RegExp(`${escaped(form)}(?=["'\\s]|$)(?! [\\w-]+=)`, 'm').test(text),
  );
  if (isThere) return 'same';
  const [program = '', ...rest] = words;
  const anyWay = `${escaped(program)}["']? (?:closed|open) ${rest.map(escaped).join(' ')}(?![\\w-])`;
  return new RegExp(anyWay).test(text) ? 'other' : 'absent';
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
