import path from 'node:path';
import type { Diagnostic, Dialect, EventFilesShape, Hook, Source } from '../../model/index.ts';
import { matchEverything } from '../../engine/rules/compiled-matcher.ts';
import { displayPath } from '../describe.ts';
import { filesFor, type FoundFile } from '../discover.ts';
import { toDiagnostics } from '../document.ts';
import { refusalFinding } from '../open-document.ts';
import { markInLine } from '../own-entry.ts';
import { hookId, hookOf, sourceOf } from '../source-of.ts';

/** Reads a folder in which every plain file named after an event is a hook; `only` limits that to one of them. */
export async function readEventFiles(
  dialect: Dialect,
  shape: EventFilesShape,
  found: FoundFile,
  only: string | null = null,
): Promise<Source | null> {
  const listed = filesFor(found).list(found.file);
  if (listed.kind === 'missing') return null;
  if (listed.kind === 'refused') {
    const diagnostics = await toDiagnostics([refusalFinding(listed)], found.display, null);
    return sourceOf(dialect, found, { diagnostics, usable: false });
  }
  const hooks: Hook[] = [];
  const texts: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const name of listed.names.filter((each) => only === null || each === only)) {
    const event = eventOf(dialect, shape, name);
    const file = path.join(found.file, name);
    if (event === null || filesFor(found).kindOf(file) === 'folder') continue;
    const display = displayPath(file, found.place);
    const read = filesFor(found).read(file, found.within);
    if (read.kind === 'refused') diagnostics.push(...(await toDiagnostics([refusalFinding(read)], display, null)));
    if (read.kind !== 'text') continue;
    if (isOwnFile(read.text)) continue;
    texts.push(`${name}\n${read.text}`);
    hooks.push(hookIn(dialect, shape, { ...found, file, display }, { event, name, text: read.text }));
  }
  return sourceOf(dialect, found, { hooks, diagnostics, entries: hooks.length, definitions: texts.join('\n') });
}

/** Whether `hookline connect` has written the file: it leads here, and is no hook of the agent's user. */
const isOwnFile = (text: string): boolean => text.length < LONGEST_ENTRY && markInLine(text) !== null;

const LONGEST_ENTRY = 10_000;

/** The event after which a file is named, in any case, alone or with a known extension; null where there is none. */
function eventOf({ events }: Dialect, { interpreters }: EventFilesShape, name: string): string | null {
  const extension = path.extname(name);
  if (!Object.hasOwn(interpreters, extension)) return null;
  const stem = name.slice(0, name.length - extension.length).toLowerCase();
  return Object.keys(events).find((event) => event.toLowerCase() === stem) ?? null;
}

interface EventFile {
  readonly event: string;
  readonly name: string;
  readonly text: string;
}

function hookIn(dialect: Dialect, shape: EventFilesShape, found: FoundFile, { event, name, text }: EventFile): Hook {
  const [program = '', ...args] = interpreterIn(text) ?? shape.interpreters[path.extname(name)] ?? [];
  return hookOf(dialect, found, {
    id: hookId(dialect, found, name),
    name,
    event,
    matcher: matchEverything(null).matcher,
    handler: { kind: 'command', form: 'argv', program, args: [...args, found.file] },
    timeoutMs: dialect.events[event]?.timeoutMs ?? shape.timeoutMs,
  });
}

/** The words of a first line that names an interpreter: some by their names alone, the rest by path. */
function interpreterIn(text: string): readonly string[] | null {
  const line = /^#![ \t]*([^\r\n]+)/.exec(text)?.[1]?.trim();
  if (line === undefined || line === '') return null;
  const [program = '', ...words] = line.split(/\s+/);
  const name = path.posix.basename(program);
  if (BY_NAME.has(name)) return [name, ...words];
  if (name !== 'env' || words[0] === undefined) return [program, ...words];
  return words[0] === '-S' ? [program, '-S', words.slice(1).join(' ')] : words;
}

const BY_NAME: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'python', 'python3']);
