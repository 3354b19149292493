import type { ConfigFinding } from '../load/document.ts';
import type { Hook } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';

const KEY = 'onFailure';
const SHAPE = 'such as {"onFailure": {"block": ["the id of a hook", "*:user:PreToolUse*"]}}';

/** The ids and patterns under `onFailure.block` in the user's settings; a bad part is reported and has no effect. */
export function failClosedIn(
  value: Readonly<Record<string, unknown>>,
  report: (finding: ConfigFinding) => void,
): readonly string[] {
  const written = Object.hasOwn(value, KEY) ? value[KEY] : {};
  const refuse = (path: readonly (string | number)[], message: string): readonly string[] => {
    report({ severity: 'error', at: { path, part: 'value' }, message: `${KEY}: ${message}`, hint: SHAPE });
    return [];
  };
  if (!isJsonObject(written)) return refuse([KEY], 'an object was expected');
  for (const key of Object.keys(written))
    if (key !== 'block') refuse([KEY, key], `"${key}" is not known; only "block" is`);
  const list = Object.hasOwn(written, 'block') ? written['block'] : [];
  if (!Array.isArray(list)) return refuse([KEY, 'block'], 'a list of hook ids was expected');
  return list.flatMap((item: unknown, index) =>
    typeof item === 'string' && item !== ''
      ? [item]
      : refuse([KEY, 'block', index], 'the id of a hook, or a pattern with *, was expected'),
  );
}

/** Makes the failures of the hooks that these ids and patterns name refuse; `*` stands for any characters. */
export function closing(patterns: readonly string[]): (hook: Hook) => Hook {
  const isNamed = (id: string): boolean => patterns.some((pattern) => fits(pattern.split('*'), id));
  return (hook) => (isNamed(hook.id) ? { ...hook, onFault: 'block' } : hook);
}

/** Whether a text consists of these parts in this order, with anything between them; never backtracks. */
function fits(parts: readonly string[], text: string): boolean {
  const [first = '', ...others] = parts;
  const last = others.at(-1);
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of others.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
