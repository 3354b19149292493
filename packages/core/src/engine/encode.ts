import { isAbsolute, join, relative } from 'node:path';
import type { Hook, Request } from '../model/index.ts';
import { encodeCommand } from './encode-command.ts';
import { encodeAgent, encodePrompt } from './encode-model.ts';
import { environmentOf } from './environment.ts';
import type { Frame } from './frame.ts';
import { encodeHttp } from './encode-http.ts';
import { codeEvent, payloadBytes, pythonEvent } from './payload.ts';

/** What a handler needs to carry the hook out: native payload, environment, program; touches nothing. */
export function encode(hook: Hook, frame: Frame, runId: string, background: boolean): Request {
  const run = { runId, timeoutMs: hook.timeoutMs };
  const { handler } = hook;
  const { project, env } = frame.place;
  if (hook.defect !== null) return { ...run, kind: 'impossible', why: hook.defect };
  switch (handler.kind) {
    case 'command':
      return encodeCommand(hook, handler, frame, { runId, timeoutMs: hook.timeoutMs, background });
    case 'http':
      return { ...run, ...encodeHttp(handler, env), body: payloadBytes(frame) };
    case 'python': {
      const own = { env: environmentOf(hook, frame, runId), ...(isStranger(hook, frame) ? INSTALLED_ONLY : {}) };
      return { ...run, kind: 'python', callable: handler.callable, event: pythonEvent(frame), project, ...own };
    }
    case 'module': {
      const path = isAbsolute(handler.path) ? handler.path : join(project, handler.path);
      if (isBelow(project, handler.path) && isStranger(hook, frame))
        return { ...run, kind: 'impossible', why: strange(path) };
      return { ...run, kind: 'module', path, exportName: handler.exportName, event: codeEvent(frame) };
    }
    case 'prompt':
      return encodePrompt(handler, frame, run);
    case 'agent':
      return encodeAgent(handler, frame, run);
    case 'function':
      return { kind: 'function', runId, timeoutMs: hook.timeoutMs, call: () => handler.call(frame.event) };
  }
}

/** Whether a hook of the user runs in a project that is not trusted: then it imports nothing of it. */
const isStranger = ({ scope }: Hook, { place }: Frame): boolean =>
  place.isProjectTrusted === false && scope !== 'project' && scope !== 'local';

/** Whether a path that is relative to a folder stays in it; an absolute one is the user's own word. */
const isBelow = (folder: string, path: string): boolean =>
  !isAbsolute(path) && !relative(folder, join(folder, path)).startsWith('..');

const INSTALLED_ONLY = { imports: 'installed' } as const;

const strange = (path: string): string => `${path} lies in the project, which is not trusted; run "hookline trust"`;
