import {
  type Dialect,
  type Handler,
  type HandlerRow,
  type Hook,
  type JsonObject,
  writtenTimeout,
} from '@hookline/core/internal';
import type { Loss } from './conversion.ts';
import { loss } from './find-losses.ts';
import type { Pair } from './translate-matcher.ts';

/** A hook as an entry that the target itself can run. */
export interface NativeHandler {
  readonly entry: JsonObject;
  readonly losses: readonly Loss[];
}

type ModelHandler = Extract<Handler, { readonly kind: 'prompt' | 'agent' }>;

/**
 * The entry of a hook that asks a model, where the target asks models too; null where it does not, or not on this
 * event.
 */
export function nativeHandler(hook: Hook, { from, to }: Pair, native: string): NativeHandler | null {
  const { handler } = hook;
  if (handler.kind !== 'prompt' && handler.kind !== 'agent') return null;
  const row = rowFor(to, handler.kind);
  if (row === null || row.notOn?.events.includes(native) === true) return null;
  const text = textFor(handler, from, to);
  const { kept, losses } = optionsFor(handler, row, to);
  const name = Object.hasOwn(row.keys, 'name') ? { name: hook.name } : {};
  return {
    entry: { type: handler.kind, ...name, prompt: text, ...kept, timeout: writtenTimeout(row, hook.timeoutMs) },
    losses,
  };
}

const rowFor = ({ shape }: Dialect, kind: ModelHandler['kind']): HandlerRow | null =>
  shape.kind === 'grouped-json' && Object.hasOwn(shape.handlers, kind) ? (shape.handlers[kind] ?? null) : null;

/** The question, with the event where the hook's own system would have put it. */
function textFor({ kind, prompt }: ModelHandler, from: Dialect, to: Dialect): string {
  const [place] = to.model.placeholders;
  const append = kind === 'prompt' ? from.model.appendPrompt : from.model.appendAgent;
  if (place === undefined) return prompt;
  const isPlaced = from.model.placeholders.some((placeholder) => prompt.includes(placeholder));
  if (!isPlaced) return append === null ? prompt : `${prompt}${append}${place}`;
  return from.model.placeholders.reduce((text, placeholder) => text.replaceAll(placeholder, () => place), prompt);
}

function optionsFor(
  handler: ModelHandler,
  row: HandlerRow,
  to: Dialect,
): { readonly kept: JsonObject; readonly losses: readonly Loss[] } {
  const wanted: JsonObject = {
    ...(handler.model === null ? {} : { model: handler.model }),
    ...(handler.kind === 'agent' && handler.tools !== null ? { tools: handler.tools } : {}),
    ...(handler.kind === 'agent' && handler.maxTurns !== null ? { maxTurns: handler.maxTurns } : {}),
  };
  const takes = ([key, value]: readonly [string, unknown]): boolean => {
    const known = Object.hasOwn(row.keys, key) ? row.keys[key] : undefined;
    // A slot such as "fast" names no model where models have their own names.
    if (known === undefined || (key === 'model' && known.words === undefined)) return false;
    return known.words === undefined || (typeof value === 'string' && known.words.includes(value));
  };
  const entries = Object.entries(wanted);
  const lost = entries.filter((entry) => !takes(entry)).map(([key]) => key);
  return {
    kept: Object.fromEntries(entries.filter(takes)),
    losses:
      lost.length === 0 ? [] : [loss('handler', `${to.id} does not take ${lost.join(', ')} of a ${handler.kind}`)],
  };
}
