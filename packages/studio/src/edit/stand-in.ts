import type { CommandRequest, HookDescription, Request } from '@hookline/core/internal';
import { relative } from 'node:path';
import { HttpProblem } from '../http/index.ts';

/** A file, and the draft that is run in its place. */
export interface StandIn {
  readonly project: string;
  /** Absolute. */
  readonly file: string;
  /** Absolute, of signs that no shell reads. */
  readonly draft: string;
}

const PLAIN = /^[\w@%+=:,./-]+$/;

/** The description of a hook with the draft where it names the file; throws a problem where it does not name it plainly. */
export function withDraft({ handler, ...rest }: HookDescription, standIn: StandIn): HookDescription {
  if (handler.kind === 'module') return { ...rest, handler: { ...handler, path: standIn.draft } };
  if (handler.kind !== 'command') throw notNamed();
  switch (handler.form) {
    case 'shell':
      return { ...rest, handler: { ...handler, script: replaced(handler.script, standIn) } };
    case 'words':
      return { ...rest, handler: { ...handler, line: replaced(handler.line, standIn) } };
    case 'argv': {
      const [program = '', ...args] = inWords([handler.program, ...handler.args], standIn);
      return { ...rest, handler: { ...handler, program, args } };
    }
  }
}

/** The same for a request that is about to be run; one that does not name the file stays as it is. */
export function requestWithDraft(request: Request, standIn: StandIn): Request {
  if (request.kind === 'module') return request.path === standIn.file ? { ...request, path: standIn.draft } : request;
  if (request.kind !== 'command') return request;
  try {
    const [program = '', ...args] = inWords([request.program, ...request.args], standIn);
    const changed: CommandRequest = { ...request, program, args };
    return request.script === undefined ? changed : { ...changed, script: replaced(request.script, standIn) };
  } catch (error) {
    if (error instanceof HttpProblem) return request;
    throw error;
  }
}

function inWords(words: readonly string[], standIn: StandIn): readonly string[] {
  const changed = words.map((word) => (isNamed(word, standIn) ? replaced(word, standIn) : word));
  if (!words.some((word) => isNamed(word, standIn))) throw notNamed();
  return changed;
}

const isNamed = (text: string, standIn: StandIn): boolean => pattern(standIn).test(text);

function replaced(text: string, standIn: StandIn): string {
  if (!PLAIN.test(standIn.draft))
    throw new HttpProblem(409, 'a draft cannot be run here: the path of the state folder has signs that a shell reads');
  if (!isNamed(text, standIn)) throw notNamed();
  return text.replace(pattern(standIn), standIn.draft);
}

/** The file by its path in the project, with what may stand before that: the project itself, by path or variable. */
function pattern({ project, file }: StandIn): RegExp {
  const inside = escaped(relative(project, file));
  return new RegExp(
    `(?<![\\w./-])(?:${escaped(file)}|(?:"?\\$\\{?\\w+\\}?"?/|${escaped(project)}/)?(?:\\./)?${inside})(?![\\w./-])`,
  );
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const notNamed = (): HttpProblem =>
  new HttpProblem(
    409,
    'the hook does not name this file plainly, so no draft can stand in for it',
    'edit the file itself',
  );
