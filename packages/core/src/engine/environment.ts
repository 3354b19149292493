import { writtenJson } from '../text/written-json.ts';
import type { Hook } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { RUN_TAG } from './nesting.ts';
import { valueOf } from './payload.ts';

/** The environment of a hook's process: what the dialect lets through and sets, then the hook's own. */
export function environmentOf(hook: Hook, frame: Frame, runId: string): Readonly<Record<string, string>> {
  const { inherits, sets } = frame.dialect.environment;
  const env: Record<string, string> = {};
  const names = inherits === 'everything' ? Object.keys(frame.place.env) : inherits;
  for (const name of names) {
    const value = frame.place.env[name];
    if (value !== undefined) env[name] = value;
  }
  // Where the environment is documented as exact, not even a tag of ours may stand in it.
  if (inherits === 'everything') env[RUN_TAG] = runId;
  for (const field of sets) {
    const value = valueOf(field, frame, hook);
    if (value !== undefined && value !== null) env[field.name] = typeof value === 'string' ? value : writtenJson(value);
  }
  return Object.keys(hook.env).length === 0 ? env : { ...env, ...hook.env };
}
