import type { Dialect, Hook, Source } from '../model/index.ts';
import type { FoundFile } from './discover.ts';

/** The source of a file with the given properties; omitted ones are empty. */
export function sourceOf(dialect: Dialect, found: FoundFile, parts: Partial<Source>): Source {
  const { scope, file, display } = found;
  return {
    dialect: dialect.id,
    scope,
    ...ownedBy(found),
    ...rankOf(found),
    ...(found.switches === 'outranked' ? { outranked: true } : {}),
    file,
    display,
    hooks: [],
    lists: [],
    negations: [],
    switches: {},
    diagnostics: [],
    rejected: false,
    usable: true,
    definitions: '',
    entries: 0,
    ...parts,
  };
}

/** A hook of a file with the properties of its definition; omitted ones have their defaults. */
export function hookOf(
  dialect: Dialect,
  found: FoundFile,
  parts: Pick<Hook, 'id' | 'name' | 'event' | 'matcher' | 'handler' | 'timeoutMs'> & Partial<Hook>,
): Hook {
  const { scope, file, display, plugin } = found;
  return {
    dialect: dialect.id,
    scope,
    source: display,
    file,
    condition: null,
    priority: 0,
    background: false,
    wake: null,
    sequential: false,
    once: false,
    statusMessage: null,
    env: {},
    folder: plugin?.folder ?? null,
    dataFolder: plugin?.dataFolder ?? null,
    defect: null,
    ...ownedBy(found),
    ...rankOf(found),
    ...parts,
    timeoutMs: Math.min(parts.timeoutMs, LONGEST_TIMEOUT_MS),
  };
}

/** Front matter of the project needs trust, and of the user does not; both have the same scope. */
const ownedBy = ({ scope, within }: FoundFile): Pick<Hook, 'ofProject'> =>
  scope === 'session' && within !== null ? { ofProject: true } : {};

const rankOf = ({ rank }: FoundFile): Pick<Hook, 'rank'> => (rank === undefined ? {} : { rank });

/** `dialect:scope:rest`, with what distinguishes the file from others of its scope where there is more than one. */
export const hookId = (dialect: Dialect, found: FoundFile, rest: string): string =>
  [dialect.id, found.scope, ...fileNames(found), rest].join(':');

function fileNames({ plugin, during, name }: FoundFile): readonly string[] {
  if (plugin !== null) return [plugin.name];
  return [...(during === undefined ? [] : [during.of]), ...(name === undefined ? [] : [name])];
}

/** Gives every hook an id of its own: the second of an id gets `#2`, the third `#3`. */
export function withUniqueIds<T extends { readonly id: string }>(hooks: readonly T[]): readonly T[] {
  const seen = new Map<string, number>();
  return hooks.map((hook) => {
    const count = (seen.get(hook.id) ?? 0) + 1;
    seen.set(hook.id, count);
    return count === 1 ? hook : { ...hook, id: `${hook.id}#${count}` };
  });
}

/** A name for people out of a command, an address or a question: one line of at most 40 characters. */
export function shortName(text: string): string {
  const characters = Array.from(text.slice(0, LONGEST_LOOK).replace(/\s+/g, ' ').trim());
  return characters.length > LONGEST_NAME ? `${characters.slice(0, LONGEST_NAME - 1).join('')}…` : characters.join('');
}

const LONGEST_NAME = 40;
// A command may be a megabyte of script; its beginning is enough for a name.
const LONGEST_LOOK = 1000;

// Node's timers take 31 bits of milliseconds; a longer delay would fire at once.
const LONGEST_TIMEOUT_MS = 2_147_483_647;
