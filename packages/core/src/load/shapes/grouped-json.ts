import { isJsonObject } from '../../model/index.ts';
import type { Dialect, GroupedJsonShape, JsonObject, Source } from '../../model/index.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import { newReading, waitingPatterns } from '../../engine/rules/pattern-reading.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkKeys, ownValue, toldWhenStrict, unknownKeys } from '../check-keys.ts';
import type { KeyPlace } from '../check-keys.ts';
import { isTrueIn, textIn } from '../checked-values.ts';
import { describeValue } from '../describe.ts';
import type { FoundFile } from '../discover.ts';
import { duplicateFindings, pathText, toDiagnostics } from '../document.ts';
import type { ConfigDocument, ConfigFinding, Path } from '../document.ts';
import { eventMeant, findEvent, sayUnknownEvent } from '../find-event.ts';
import { JSON_SYNTAX } from '../json-document.ts';
import { openDocument } from '../open-document.ts';
import { sourceOf } from '../source-of.ts';
import { tooManyHooks, type NotedHook, usableHooks, writtenHooks } from '../written-hooks.ts';
import { readGroupedEntry } from './grouped-entry.ts';
import type { HookGroup, GroupedFile } from './grouped-file.ts';

/**
 * Reads a file of events with groups of handlers; a bad part is skipped and reported, and does not affect other parts.
 */
export async function readGroupedJson(
  dialect: Dialect,
  shape: GroupedJsonShape,
  found: FoundFile,
): Promise<Source | null> {
  const opened = await openDocument(dialect, found, JSON_SYNTAX);
  if (opened === null || opened.kind === 'broken') return opened?.source ?? null;
  const { document } = opened;
  const entries = countEntries(hooksPart(document.value));
  const tooMany = tooManyHooks(found, entries);
  if (tooMany !== null) {
    const diagnostics = await toDiagnostics([tooMany], found.display, null);
    const definitions = JSON.stringify(document.value);
    return sourceOf(dialect, found, { usable: false, diagnostics, definitions, entries });
  }
  const doubled = duplicateFindings(document, 'warning', shape.version === null ? [HOOKS] : []);
  const findings: ConfigFinding[] = [...opened.broken, ...doubled];
  const noted: NotedHook[] = [];
  const usable = readDocument(document, {
    dialect,
    shape,
    found,
    report: (finding) => findings.push(finding),
    note: (hook) => noted.push(hook),
    patterns: newReading(),
  });
  const isWhole = usable && opened.broken.length === 0;
  return sourceOf(dialect, found, {
    hooks: isWhole ? usableHooks(noted) : [],
    usable: isWhole,
    lists: listedEvents(dialect, hooksPart(document.value)),
    diagnostics: await toDiagnostics(findings, found.display, document),
    definitions: canonicalJson(shape.version === null ? hooksPart(document.value) : document.value),
    entries,
    ...(await writtenHooks(noted, found, document)),
  });
}

/** Whether the file can be used; an unusable one is still checked where all of its problems are wanted. */
function readDocument({ value }: ConfigDocument, file: GroupedFile): boolean {
  const usable = isUsable(file, value);
  if (usable || file.found.place.strict === true) readEvents(file, hooksPart(value));
  const waiting = waitingPatterns(file.patterns);
  if (waiting !== null) file.report({ severity: 'warning', at: null, message: waiting, hint: 'write fewer patterns' });
  return usable;
}

const HOOKS = 'hooks';

// The key by which a file names its JSON Schema for editors; it has no other meaning.
const SCHEMA = '$schema';

const hooksPart = (value: unknown): unknown => (isJsonObject(value) ? ownValue(value, HOOKS) : undefined);

/** Whether the file as a whole is a hook file. */
function isUsable(file: GroupedFile, value: unknown): boolean {
  if (isJsonObject(value)) return isRightVersion(file, value);
  const message = `an object was expected at the top of the file, not ${describeValue(value)}`;
  file.report({ severity: 'error', at: { path: [], part: 'value' }, message, hint: 'write { "hooks": { … } }' });
  return false;
}

function isRightVersion({ shape: { version }, found, report }: GroupedFile, value: JsonObject): boolean {
  if (version === null) return true;
  const written = ownValue(value, version.key);
  if (written !== version.value) {
    const message = `unsupported hooks schema version ${canonicalJson(written) || 'none'} in ${found.display}`;
    const hint = `write "${version.key}": ${version.value}`;
    report({ severity: 'error', at: { path: [version.key], part: 'value' }, message, hint });
    return false;
  }
  const place: KeyPlace = { path: [], prefix: '', shown: [] };
  const { [SCHEMA]: _address, ...rest } = value;
  unknownKeys(rest, [version.key, HOOKS], place, { unknownKey: toldWhenStrict(found.place) }).forEach(report);
  return true;
}

function reportShape({ report }: GroupedFile, path: Path, expected: string, value: unknown): void {
  const message = `${pathText(path)} must be ${expected}, not ${describeValue(value)}; it is skipped`;
  report({ severity: 'error', at: { path, part: 'value' }, message, hint: null });
}

function readEvents(file: GroupedFile, hooks: unknown): void {
  if (hooks === undefined || hooks === null) return;
  if (!isJsonObject(hooks)) return reportShape(file, [HOOKS], 'an object of events', hooks);
  for (const [event, groups] of Object.entries(hooks)) readEvent(file, event, groups);
}

function readEvent(file: GroupedFile, written: string, groups: unknown): void {
  const path = [HOOKS, written];
  const event = findEvent(file.dialect, written);
  if (event === null)
    file.report({ severity: 'error', at: { path, part: 'key' }, ...sayUnknownEvent(file.dialect, written) });
  const judgedAs = event ?? eventMeant(file.dialect, written, file.found.place);
  if (judgedAs === null) return;
  if (!Array.isArray(groups)) return reportShape(file, path, 'a list of groups', groups);
  const reading = event === null ? unusable(file) : file;
  groups.forEach((group: unknown, index) => readGroup(reading, { event: judgedAs, path: [...path, index] }, group));
}

/** For parts that are read only to find their problems. */
const unusable = (file: GroupedFile): GroupedFile => ({
  ...file,
  note: (hook) => file.note({ ...hook, isUsable: false }),
});

function readGroup(file: GroupedFile, { event, path }: Pick<HookGroup, 'event' | 'path'>, group: unknown): void {
  const { dialect, shape, found, report } = file;
  if (!isJsonObject(group)) return reportShape(file, path, 'an object with a list of hooks', group);
  const policy = { badOption: shape.badOption, unknownKey: toldWhenStrict(found.place) };
  const { values, isUsable, findings } = checkKeys(group, shape.groupKeys, { path, prefix: '', shown: path }, policy);
  findings.forEach(report);
  if (!isUsable && found.place.strict !== true) return;
  const rule = dialect.events[event]?.match ?? dialect.match;
  const { matcher, problems } = compileMatcher(rule, { pattern: textIn(values, 'matcher') }, file.patterns);
  for (const { severity, message, hint } of problems) {
    const at = { path: [...path, 'matcher'], part: 'value' } as const;
    report({ severity, at, message: `${pathText(at.path)}: ${message}`, hint });
  }
  const entries = Array.isArray(values[HOOKS]) ? values[HOOKS] : [];
  const options = { isBackground: isTrueIn(values, 'async'), isSequential: isTrueIn(values, 'sequential') };
  const reading = isUsable ? file : unusable(file);
  entries.forEach((entry: unknown, index) =>
    readGroupedEntry(reading, { event, path, matcher, ...options }, { value: entry, path: [...path, HOOKS, index] }),
  );
}

function listedEvents(dialect: Dialect, hooks: unknown): readonly string[] {
  if (!isJsonObject(hooks)) return [];
  const lists = Object.keys(hooks).filter((event) => Array.isArray(hooks[event]));
  return lists.map((event) => findEvent(dialect, event)).filter((event) => event !== null);
}

/** Every handler counts, and so does a group that has none because it is broken. */
function countEntries(hooks: unknown): number {
  if (!isJsonObject(hooks)) return 0;
  const counts = Object.values(hooks).flatMap((groups) =>
    Array.isArray(groups) ? groups.map((group: unknown) => countGroup(group)) : [1],
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function countGroup(group: unknown): number {
  const entries = isJsonObject(group) ? ownValue(group, HOOKS) : undefined;
  return Array.isArray(entries) ? entries.length : 1;
}
