import type { HandlerRow, JsonObject } from '../../model/index.ts';
import { didYouMean } from '../../text/did-you-mean.ts';
import { ownValue, suggestion } from '../check-keys.ts';
import { describeValue, quote } from '../describe.ts';
import { pathText } from '../document.ts';
import type { Path } from '../document.ts';
import type { GroupedFile } from './grouped-file.ts';

/** The row of an entry's type; null, with a report, where it has none or must not stand here. */
export function handlerRow(
  file: GroupedFile,
  event: string,
  entry: { value: JsonObject; path: Path },
): HandlerRow | null {
  const { shape, report } = file;
  const type = ownValue(entry.value, 'type') ?? shape.usualType;
  const known = Object.keys(shape.handlers);
  const name = pathText(entry.path);
  const hint = `known types: ${known.join(', ')}`;
  if (typeof type !== 'string' || type.trim() === '') {
    file.spoil(event, entry.path);
    const message =
      type === undefined ? `${name}.type is missing` : `${name}.type must be a text, not ${describeValue(type)}`;
    report({ severity: 'error', at: { path: [...entry.path, 'type'], part: 'value' }, message, hint });
    return null;
  }
  const row = Object.hasOwn(shape.handlers, type) ? shape.handlers[type] : undefined;
  const at = { path: [...entry.path, 'type'], part: 'value' } as const;
  const resting = Object.hasOwn(shape.restingTypes ?? {}, type) ? shape.restingTypes?.[type] : undefined;
  if (resting !== undefined) {
    report({ severity: 'warning', at, message: `${name} is skipped: ${resting}`, hint });
    return null;
  }
  if (row === undefined) {
    file.spoil(event, entry.path);
    const message = `${name}: unknown type ${quote(type)}${suggestion(didYouMean(type, known))}`;
    report({ severity: 'error', at, message, hint });
    return null;
  }
  return stands(file, event, { path: entry.path, type, row }) ? row : null;
}

/** Whether a handler of this type may stand on the event; one that may not is reported. */
function stands(
  file: GroupedFile,
  event: string,
  { path, type, row }: { readonly path: Path; readonly type: string; readonly row: HandlerRow },
): boolean {
  const because = whyNotOn(row, event);
  if (because === null) return true;
  // Where one bad entry costs all of a file, one in the wrong place does too.
  if (file.found.badEntry === 'hooks') file.spoil(event, path);
  file.report({
    severity: file.shape.wrongType ?? 'error',
    at: { path: [...path, 'type'], part: 'value' },
    message: `${pathText(path)}: a handler of type ${quote(type)} cannot be used on ${event}: ${because}`,
    hint: `use it on another event, or another type here`,
  });
  return false;
}

/** Why a handler cannot be used on an event; null when it can. */
export function whyNotOn({ notOn, onlyOn }: HandlerRow, event: string): string | null {
  if (notOn?.events.includes(event) === true) return notOn.because;
  return onlyOn === undefined || onlyOn.events.includes(event) ? null : onlyOn.because;
}
