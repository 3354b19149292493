import { isJsonObject } from '../../model/index.ts';
import type { EventRow, HandlerRow, Hook, JsonObject, Matcher } from '../../model/index.ts';
import { compileCondition } from '../../engine/rules/compile-condition.ts';
import { checkKeys, type KeyPolicy, ownValue, toldWhenStrict } from '../check-keys.ts';
import { isTrueIn, numberIn, textIn, textMapIn } from '../checked-values.ts';
import type { CheckedValues } from '../checked-values.ts';
import { describeValue } from '../describe.ts';
import { pathText } from '../document.ts';
import type { Path } from '../document.ts';
import { fillTexts } from '../fill-texts.ts';
import { hookId, hookOf, shortName } from '../source-of.ts';
import type { HookGroup, GroupedFile } from './grouped-file.ts';
import { handlerText } from '../../engine/handler-text.ts';
import { handlerOf } from './grouped-handler.ts';
import { handlerRow } from './handler-row.ts';
import { commandAt } from './command-keys.ts';
import { warnOfOtherReaders } from './other-readers.ts';
import { switchNameOf } from './switch-name.ts';
import { warnOfHeaderNames } from './header-names.ts';
import { warnOfForeignPlaceholders } from './placeholders.ts';

/** One entry as written in the file. */
interface GroupedEntry {
  readonly value: unknown;
  readonly path: Path;
}

/** Creates a hook from one entry and records it; an unusable one is reported instead. */
export function readGroupedEntry(file: GroupedFile, group: HookGroup, { value, path }: GroupedEntry): void {
  const { dialect, shape, found, report, note } = file;
  if (!isJsonObject(value)) {
    file.spoil(group.event, path);
    const message = `${pathText(path)} must be an object, not ${describeValue(value)}; it is skipped`;
    return report({ severity: 'error', at: { path, part: 'value' }, message, hint: null });
  }
  const row = handlerRow(file, group.event, { value, path });
  if (row === null) return;
  const filled = filledEntry(file, row, value);
  const { values, isUsable, findings } = checkKeys(filled, row.keys, { path, prefix: '', shown: path }, policyOf(file));
  findings.forEach(report);
  if (!isUsable) file.spoil(group.event, path);
  else if (isBlank(file, row, values, path)) return;
  const command = commandAt(file, row, values, path);
  if (command === null) return file.spoil(group.event, path);
  const key = command?.key ?? HANDLER_KEYS[row.runs];
  if (!isUsable && (found.place.strict !== true || typeof values[key] !== 'string')) return;
  warnOf(file, value, textMapIn(values, 'headers'), path);
  const handler = command?.handler ?? handlerOf(row.runs, shape.command, values, found.place.platform);
  const hook = hookOf(dialect, found, {
    id: hookId(dialect, found, pathText(path.slice(1))),
    ...namesOf(shape, textIn(values, 'name'), writtenText(value, filled, key), handlerText(handler)),
    event: group.event,
    matcher: group.matcher,
    condition: conditionOf(file, group.event, values, path),
    handler,
    timeoutMs: timeoutOf(writtenTimeout(row, values), row, dialect.events[group.event]),
    ...cwdOf(values),
    once: isOnce(file, row, values, path),
    sequential: group.isSequential,
    ...backgroundOf(file, row, { ...group, path }, values),
    statusMessage: textIn(values, 'statusMessage'),
    env: textMapIn(values, 'env'),
    ...ownRules(shape, value, values),
    ...(file.during === null ? {} : { during: file.during }),
    ...switchNameOf(file, path),
  });
  note({ hook, isUsable, handler: [...path, key], matcher: [...group.path, 'matcher'] });
}

/** Warns of what is no mistake in the entry itself. */
function warnOf(file: GroupedFile, entry: JsonObject, headers: Readonly<Record<string, string>>, path: Path): void {
  warnOfForeignPlaceholders(file, entry, path);
  warnOfHeaderNames(file, headers, path);
  warnOfOtherReaders(file, entry, path);
}

const policyOf = ({ shape, found }: GroupedFile): KeyPolicy => ({
  badOption: shape.badOption,
  unknownKey: toldWhenStrict(found.place),
});

/** An entry with the variables in its texts replaced; the same object where there are none. */
function filledEntry({ found }: GroupedFile, { keys }: HandlerRow, entry: JsonObject): JsonObject {
  if (found.variables === undefined) return entry;
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      Object.hasOwn(keys, key) && keys[key]?.variables === 'kept' ? value : fillTexts(value, found),
    ]),
  );
}

/** What a handler runs, as the file has it, so that a name holds no value of the environment; null where it is the same. */
function writtenText(entry: JsonObject, filled: JsonObject, key: string): string | null {
  const written = entry[key];
  return typeof written === 'string' && filled[key] !== written ? written : null;
}

/** Its own name unless that is empty, else what it runs; a list of names may call it by the latter. */
const namesOf = (
  shape: GroupedFile['shape'],
  own: string | null,
  written: string | null,
  runs: string,
): Pick<Hook, 'name' | 'calledBy'> => ({
  name: isNamed(own) ? own : shortName(written ?? runs),
  ...(!isNamed(own) && hasNameList(shape) ? { calledBy: runs } : {}),
});

const isNamed = (own: string | null): own is string => own !== null && own !== '';

const hasNameList = ({ limits = [] }: GroupedFile['shape']): boolean => limits.some(({ limits: of }) => of === 'names');

/** The time limit as the entry gives it, under the first of its keys; null when it gives none. */
function writtenTimeout({ timeoutKeys = ['timeout'] }: HandlerRow, values: CheckedValues): number | null {
  return timeoutKeys.map((key) => numberIn(values, key)).find((each) => each !== null) ?? null;
}

function cwdOf(values: CheckedValues): Pick<Hook, 'cwd'> {
  const cwd = textIn(values, 'cwd');
  return cwd === null ? {} : { cwd };
}

function millisecondsOf({ timeoutUnit }: HandlerRow, timeout: number): number {
  const isMs = timeoutUnit === 'milliseconds' || (timeoutUnit === 'milliseconds-from-1000' && timeout >= 1000);
  return isMs ? timeout : timeout * 1000;
}

/** The time limit of an entry that gives none; a model has one of its own, whatever the event. */
const usualTimeout = ({ runs, timeoutMs }: HandlerRow, event: EventRow | undefined): number =>
  runs === 'prompt' || runs === 'agent' ? timeoutMs : (event?.timeoutMs ?? timeoutMs);

function timeoutOf(timeout: number | null, row: HandlerRow, event: EventRow | undefined): number {
  const wanted = timeout === null ? usualTimeout(row, event) : millisecondsOf(row, timeout);
  const [least, most] = event?.timeoutRangeMs ?? [row.leastTimeoutMs ?? 0, Infinity];
  return Math.min(Math.max(wanted, least), most);
}

/** Whether a text is blank for which the entry is skipped. */
function isBlank({ report }: GroupedFile, { keys }: HandlerRow, values: CheckedValues, path: Path): boolean {
  const blank = Object.keys(keys).find((key) => keys[key]?.ifBlank !== undefined && textIn(values, key)?.trim() === '');
  if (blank === undefined) return false;
  const at = { path: [...path, blank], part: 'value' } as const;
  const message = `${pathText(at.path)} is blank; the entry is skipped`;
  report({ severity: 'warning', at, message, hint: 'fill it in, or remove the entry' });
  return true;
}

const onFaultOf = ({ failClosed }: GroupedFile['shape'], values: CheckedValues): Pick<Hook, 'onFault'> =>
  failClosed !== undefined && values[failClosed.key] === failClosed.value ? { onFault: 'block' } : {};

/** Whether its failures refuse, and how often in a row it may keep the agent working: null is no limit. */
function ownRules(
  shape: GroupedFile['shape'],
  value: JsonObject,
  values: CheckedValues,
): Pick<Hook, 'onFault' | 'mostInARow'> {
  const { inARow } = shape;
  const closed = onFaultOf(shape, values);
  if (inARow === undefined) return closed;
  return {
    ...closed,
    mostInARow: ownValue(value, inARow.key) === null ? null : (numberIn(values, inARow.key) ?? inARow.usual),
  };
}

/** The key that defines what a handler runs. */
const HANDLER_KEYS: Readonly<Record<HandlerRow['runs'], string>> = {
  command: 'command',
  http: 'url',
  python: 'callable',
  module: 'module',
  prompt: 'prompt',
  agent: 'prompt',
  mcp_tool: 'tool',
  text: 'prompt',
};

function conditionOf(
  { dialect, report, patterns }: GroupedFile,
  event: string,
  values: CheckedValues,
  path: Path,
): Matcher | null {
  const text = textIn(values, 'if');
  if (dialect.condition === 'none' || text === null) return null;
  const at = { path: [...path, 'if'], part: 'value' } as const;
  const subject = dialect.events[event]?.subject;
  if (subject?.from !== 'field' || subject.field !== 'tool_name') {
    const why = `its if condition is about a tool, and ${event} has none`;
    const message = `${pathText(path)} never runs: ${why}`;
    report({ severity: 'warning', at: { ...at, part: 'key' }, message, hint: 'remove if, or use a tool event' });
    return { text, names: [], test: () => ({ matches: false, why }) };
  }
  const { matcher, problems } = compileCondition(dialect, text, patterns);
  for (const { severity, message, hint } of problems) {
    report({ severity, at, message: `${pathText(at.path)}: ${message}`, hint });
  }
  return matcher;
}

/** A settings file is read again for every session, so "once" would have no meaning in it. */
function isOnce({ found, report }: GroupedFile, row: HandlerRow, values: CheckedValues, path: Path): boolean {
  if (!isTrueIn(values, 'once')) return false;
  if (row.once === true) return true;
  const { during } = found;
  if (during?.once === true) return true;
  const where = during === undefined ? 'a settings file' : 'the front matter of a sub-agent';
  const message = `${pathText([...path, 'once'])}: once has no effect in ${where}`;
  report({ severity: 'warning', at: { path: [...path, 'once'], part: 'key' }, message, hint: 'remove it' });
  return false;
}

function backgroundOf(
  { report }: GroupedFile,
  { waitedForOn = [] }: HandlerRow,
  group: HookGroup,
  values: CheckedValues,
): Pick<Hook, 'background' | 'wake'> {
  if (isTrueIn(values, 'async') && waitedForOn.includes(group.event)) {
    const at = { path: [...group.path, 'async'], part: 'key' } as const;
    const message = `${pathText(at.path)} has no effect on ${group.event}: the hook is waited for`;
    report({ severity: 'warning', at, message, hint: 'remove it' });
    return { background: false, wake: null };
  }
  const isOwn = typeof values['async'] === 'boolean' ? values['async'] : group.isBackground;
  if (!isTrueIn(values, 'asyncRewake')) return { background: isOwn, wake: null };
  return {
    background: true,
    wake: { message: textIn(values, 'rewakeMessage'), summary: textIn(values, 'rewakeSummary') },
  };
}
