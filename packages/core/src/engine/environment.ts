import type { Hook } from '../model/index.ts';
import type { Frame } from './frame.ts';
import { RUN_TAG } from './nesting.ts';
import { valueOf } from './payload.ts';

/** The environment of a hook's process: what the dialect lets through and sets, then the hook's own. */
export function environmentOf(hook: Hook, frame: Frame, runId: string): Readonly<Record<string, string>> {
  const { inherits, sets } = frame.dialect.environment;
  // Where the environment is documented as exact, not even a tag of ours may stand in it.
  const own: Record<string, string> = inherits === 'everything' ? { [RUN_TAG]: runId } : {};
  for (const field of sets) {
    const value = valueOf(field, frame, hook);
    if (value !== undefined && value !== null)
      own[field.name] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  return { ...inherited(frame), ...own, ...hook.env };
}

const INHERITED = new WeakMap<Frame, Readonly<Record<string, string>>>();

/** What the dialect lets through; looked up once per frame, for all its hooks. */
function inherited(frame: Frame): Readonly<Record<string, string>> {
  const known = INHERITED.get(frame);
  if (known !== undefined) return known;
  const { inherits } = frame.dialect.environment;
  const names = inherits === 'everything' ? Object.keys(frame.place.env) : inherits;
  const env: Record<string, string> = {};
  for (const name of names) {
    const value = frame.place.env[name];
    if (value !== undefined) env[name] = value;
  }
  INHERITED.set(frame, env);
  return env;
}
