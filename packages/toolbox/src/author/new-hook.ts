import { type Dialect, DIALECTS, isJsonObject } from '@hookline/core/internal';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { findEvent } from '../cases/event-name.ts';
import { addEntry } from './add-entry.ts';
import { readBlocked } from './blocked-commands.ts';
import { caseText } from './case-text.ts';
import { type HookPlace, hookPlace, type Places } from './hook-place.ts';
import { LANGUAGES, type LanguageName } from './languages.ts';
import { areMatchersIgnored } from './ignored-matchers.ts';
import { purposeOf } from './script-comment.ts';
import { blockShape, type HookShape, type HookTarget, shapeOfHook } from './shape-of-hook.ts';
import type { FileChange } from '../files/write-changes.ts';

/** A hook to be created. */
export interface NewHook {
  readonly dialect: string;
  /** Neutral or native. */
  readonly event: string;
  readonly language: LanguageName;
  readonly name: string;
  readonly scope: 'user' | 'project';
  /** Commands that it refuses, such as `git push --force`; absent: what the template of the event refuses. */
  readonly blocks?: readonly string[];
  /** Where the schemas of new files are; absent: they name none. */
  readonly schemas?: string;
}

/** All that must be written for a new hook, in order; or one line about why it is impossible. */
export type PlannedHook =
  | {
      readonly ok: true;
      readonly changes: readonly FileChange[];
      /** What the hook does, in one sentence. */
      readonly does: string;
      readonly event: string;
      /** The programs that it needs besides hookline's own. */
      readonly needs: readonly string[];
    }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whether it is impossible because it exists already. */
      readonly exists: boolean;
      /** Whether the system has no place for hooks there. */
      readonly hasNoPlace?: true;
    };

/** Plans a working hook from a template: script, cases and the entry in the configuration. Writes nothing. */
export async function planHook(request: NewHook, places: Places): Promise<PlannedHook> {
  const bad = nameProblem(request.name);
  if (bad !== null) return refused(bad);
  const target = targetOf(request);
  if (typeof target === 'string') return refused(target);
  const { extension } = LANGUAGES[request.language];
  const place = hookPlace(request, extension, places);
  if (place === null)
    return {
      ok: false,
      problem: `${request.dialect} has no hooks of a ${request.scope} here`,
      exists: false,
      hasNoPlace: true,
    };
  const taken = [place.script, place.cases].find((path) => existsSync(path));
  if (taken !== undefined) return existing(request.name, taken);
  const shape = shapeFor(request, target);
  return typeof shape === 'string' ? refused(shape) : planFiles(request, { target, place, shape });
}

/** What the hook should do; one line when that is impossible. */
function shapeFor({ blocks = [] }: NewHook, target: HookTarget): HookShape | string {
  if (blocks.length === 0) return shapeOfHook(target);
  const commands = readBlocked(blocks);
  if (typeof commands === 'string') return commands;
  return (
    blockShape(target, commands) ?? `commands are refused before a tool is used (PreToolUse), not on ${target.native}`
  );
}

interface Plan {
  readonly target: HookTarget;
  readonly place: HookPlace;
  readonly shape: HookShape;
}

async function planFiles(request: NewHook, { target, place, shape }: Plan): Promise<PlannedHook> {
  const isFolder = target.dialect.shape.kind === 'hook-folders';
  const before = existsSync(place.file) ? readFileSync(place.file, 'utf8') : null;
  if (isFolder && before !== null) return existing(request.name, place.file);
  const does = purposeOf(target, shape);
  const schemas = request.schemas === undefined ? {} : { schemas: request.schemas };
  const entry = await addEntry(before, {
    dialect: target.dialect.id,
    event: target.native,
    name: request.name,
    description: `${does.charAt(0).toUpperCase()}${does.slice(1)}`,
    matcher: matcherOf(target, shape),
    timeoutMs: isFolder || target.dialect.shape.kind === 'flat-json' ? null : 10_000,
    command: place.command,
    failsClosed: shape.does === 'guard' || shape.does === 'block-commands',
    ...schemas,
  });
  if (!entry.ok) return refused(`${place.file}: ${entry.problem}`);
  const change = (path: string, after: string, executable = false): FileChange => ({
    path,
    before: null,
    after,
    executable,
  });
  const hook = nameInCases(target.dialect, request.name, place);
  const changes = [
    ...scriptFiles(request, { target, place, shape }).map(([path, text]) => change(path, text, true)),
    change(place.cases, caseText(target, shape, { hook, ...schemas })),
    { path: place.file, before, after: entry.text, executable: false },
  ];
  return { ok: true, changes, does, event: target.native, needs: LANGUAGES[request.language].needs(shape) };
}

/**
 * A hook folder supports programs without an extension, bash and Python; for another language a line of shell starts
 * it.
 */
function scriptFiles(request: NewHook, { target, place, shape }: Plan): readonly (readonly [string, string])[] {
  const { extension, write } = LANGUAGES[request.language];
  const text = write(target, shape);
  if (place.script.endsWith(extension)) return [[place.script, text]];
  const script = `${place.script}${extension}`;
  const start = `#!/bin/sh\n# The entry point of the hook folder: the hook itself is ${basename(script)}.\nexec "$(dirname "$0")/${basename(script)}"\n`;
  return [
    [script, text],
    [place.script, start],
  ];
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const nameProblem = (name: string): string | null =>
  NAME.test(name)
    ? null
    : `"${name}" cannot be the name of a hook: use letters, digits, dots, dashes and underscores, at most 64`;

const refused = (problem: string): PlannedHook => ({ ok: false, problem, exists: false });

const existing = (name: string, path: string): PlannedHook => ({
  ok: false,
  problem: `there is a hook "${name}" already: ${path} exists; choose another name, or remove it first`,
  exists: true,
});

function targetOf({ dialect: id, event, name }: NewHook): HookTarget | string {
  const found = findEvent(event, id);
  if (!found.ok) return found.problem;
  const dialect = DIALECTS.find((each) => each.id === id);
  const row = found.native === null ? undefined : dialect?.events[found.native];
  if (dialect === undefined || found.native === null || row === undefined) return `unknown dialect "${id}"`;
  return { dialect, native: found.native, neutral: found.neutral, row, name };
}

/** A guard of commands runs for the shell tool alone. */
function matcherOf({ dialect, row }: HookTarget, shape: HookShape): string | null {
  const isAboutCommands =
    shape.does === 'block-commands' || (shape.does === 'guard' && shape.guard.below === 'command');
  const isAboutTools = row.subject.from === 'field' && row.subject.field === 'tool_name';
  if (!isAboutCommands || !isAboutTools || areMatchersIgnored(dialect)) return null;
  const names = dialect.tools['Bash']?.names ?? ['Bash'];
  switch (row.match ?? dialect.match) {
    case 'searched-regex':
    case 'tool-and-content-regex':
    case 'valid-regex':
      return names.length === 1 ? `^${names[0]}$` : `^(${names.join('|')})$`;
    case 'equal':
    case 'segment-glob':
      return names[0];
    case 'names-or-full-regex':
    case 'names-or-searched-regex':
    case 'names-or-valid-regex':
    case 'words-or-valid-regex':
    case 'words-or-linear-regex':
    case 'basenames-or-searched-regex':
    case 'aliases-or-valid-regex':
    case 'whole-regex':
    case 'aliases-or-whole-regex':
      return names.join('|');
    case 'everything':
      return null;
  }
}

/** How cases name the hook: by its name where the dialect has one, else by its file. */
function nameInCases({ shape }: Dialect, name: string, { script }: HookPlace): string {
  const keepsName =
    shape.kind !== 'yaml-config' &&
    shape.kind !== 'entry-list' &&
    (shape.kind !== 'grouped-json' || isJsonObject(shape.handlers['command']?.keys['name']));
  return keepsName ? name : basename(script);
}
