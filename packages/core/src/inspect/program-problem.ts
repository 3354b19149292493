import { isAbsolute } from 'node:path';
import { encode } from '../engine/encode.ts';
import type { Place } from '../engine/frame.ts';
import { frameOf } from '../engine/frame.ts';
import type { CommandRequest, Dialect, EventRow, Hook, Request, WrittenHook } from '../model/index.ts';
import { statsOf } from '../load/stats-of.ts';
import type { Settings } from '../settings/settings.ts';
import { whatStarts } from './what-starts.ts';
import type { HookProblem } from './inspect-hooks.ts';

/**
 * Why a hook cannot be started as it is written, if it cannot. A missing file that is given by its path is an error; a
 * missing program that is searched on PATH is a warning, because the agent may be started with another PATH.
 */
export function programProblem(
  { hook, project }: WrittenHook,
  dialect: Dialect,
  settings: Settings,
): readonly HookProblem[] {
  const row = dialect.events[hook.event];
  const [event] = row?.means ?? [];
  // A defect is reported by the code that found it.
  if (row === undefined || event === undefined || hook.defect !== null) return [];
  const place: Place = { ...settings, project, nonInteractive: false, isInsideHook: false, canWake: false };
  const frame = frameOf(dialect, { hook_event_name: event, session_id: '', cwd: project }, place, new Date());
  const flaw = frame === null ? null : flawOf(encode(hook, frame, 'inspection', { background: false }), hook);
  if (flaw === null) return [];
  const why = flaw.why.replaceAll(`${project}/`, '');
  const message = `hook ${JSON.stringify(hook.name)} cannot be started: ${why}`;
  return [{ about: 'program', severity: flaw.severity, message, hint: consequence(hook, row) }];
}

interface Flaw extends Pick<HookProblem, 'severity'> {
  readonly why: string;
}

function flawOf(request: Request, hook: Hook): Flaw | null {
  switch (request.kind) {
    case 'command': {
      const { flaw } = whatStarts(request);
      return flaw === null ? null : { why: flaw, severity: isNamedByPath(request, hook) ? 'error' : 'warning' };
    }
    case 'python': {
      const { flaw } = whatStarts(request);
      return flaw === null ? null : { why: flaw, severity: 'warning' };
    }
    case 'module':
      return isFile(request.path) ? null : { why: `${request.path} does not exist`, severity: 'error' };
    case 'impossible':
      return { why: request.why, severity: 'error' };
    case 'http':
    case 'prompt':
    case 'agent':
    case 'mcp_tool':
    case 'central':
    case 'function':
      return null;
  }
}

/**
 * Whether the file in question has a fixed location. A relative path in a hook of the user is a different file in
 * every project.
 */
function isNamedByPath(request: CommandRequest, { scope }: Hook): boolean {
  const { file, inner, words, scriptWord } = whatStarts(request);
  const isFound = words === null ? file !== null : inner !== null;
  const program = words?.[0] ?? request.program;
  const named = isFound && scriptWord !== null ? `./${scriptWord}` : program;
  return named.includes('/') && (scope !== 'user' || isAbsolute(scriptWord ?? program));
}

const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;

/** What happens in the meantime, which is not what a user expects of a guard. */
function consequence({ event, background }: Hook, { block, onFault, waits }: EventRow): string {
  if (background || !waits) return `until then nothing happens on ${event}`;
  return block !== null && onFault === 'block'
    ? `until then ${event} is refused each time`
    : `until then ${event} goes on as if there were no such hook`;
}
