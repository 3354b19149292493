import { isAbsolute, join } from 'node:path';
import type { Hook, Request } from '../model/index.ts';
import { encodeCommand } from './encode-command.ts';
import { encodeAgent, encodePrompt } from './encode-model.ts';
import { environmentOf } from './environment.ts';
import type { Frame } from './frame.ts';
import { headersOf } from './headers.ts';
import { codeEvent, payloadBytes } from './payload.ts';

/** What a handler needs to carry the hook out: native payload, environment, program; touches nothing. */
export function encode(hook: Hook, frame: Frame, runId: string, background: boolean): Request {
  const run = { runId, timeoutMs: hook.timeoutMs };
  const { handler } = hook;
  const { project, env } = frame.place;
  if (hook.defect !== null) return { ...run, kind: 'impossible', why: hook.defect };
  switch (handler.kind) {
    case 'command':
      return encodeCommand(hook, handler, frame, { ...run, background });
    case 'http':
      return { ...run, kind: 'http', url: handler.url, headers: headersOf(handler, env), body: payloadBytes(frame) };
    case 'python': {
      const ownEnv = environmentOf(hook, frame, runId);
      return { ...run, kind: 'python', callable: handler.callable, event: codeEvent(frame), project, env: ownEnv };
    }
    case 'module': {
      const path = isAbsolute(handler.path) ? handler.path : join(project, handler.path);
      return { ...run, kind: 'module', path, exportName: handler.exportName, event: codeEvent(frame) };
    }
    case 'prompt':
      return encodePrompt(handler, frame, run);
    case 'agent':
      return encodeAgent(handler, frame, run);
    case 'function':
      return { ...run, kind: 'function', call: () => handler.call(frame.event) };
  }
}
