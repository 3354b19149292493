import { isJsonObject } from '../../model/index.ts';
import type { Dialect, GroupedJsonShape, HookUse, JsonObject, Source } from '../../model/index.ts';
import { newReading, waitingPatterns } from '../../engine/rules/pattern-reading.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkKeys, ownValue, toldWhenStrict, unknownKeys } from '../check-keys.ts';
import type { KeyPlace } from '../check-keys.ts';
import { describeValue } from '../describe.ts';
import type { FoundFile } from '../discover.ts';
import { duplicateFindings, toDiagnostics } from '../document.ts';
import type { ConfigDocument, ConfigFinding } from '../document.ts';
import { eventMeant, findEvent, sayUnknownEvent } from '../find-event.ts';
import { countEntries } from './count-entries.ts';
import { openDocument } from '../open-document.ts';
import { sourceOf } from '../source-of.ts';
import { tooManyHooks, type NotedHook, usableHooks, writtenHooks } from '../written-hooks.ts';
import { type ReadSwitches, readSwitches } from '../switches.ts';
import { readGroup, reportShape, unusable } from './read-group.ts';
import { HOOKS, hooksPart } from './hooks-part.ts';
import type { GroupedFile } from './grouped-file.ts';
import { type SpoiledEntry, whatIsVoid } from './spoiled-entry.ts';
import { syntaxOf } from './syntax-of.ts';

/**
 * Reads a file of events with groups of handlers. A bad part is skipped and reported, and does not affect other parts,
 * unless the dialect gives up the whole file for it.
 */
export async function readGroupedJson(
  dialect: Dialect,
  shape: GroupedJsonShape,
  found: FoundFile,
): Promise<Source | null> {
  const opened = await openDocument(dialect, found, syntaxOf(found));
  if (opened === null || opened.kind === 'broken') return opened?.source ?? null;
  const { document } = opened;
  if (found.reads === 'switches') return onlySwitches(dialect, shape, found, document);
  const hooks = hooksPart(shape, document.value, found);
  const entries = countEntries(hooks);
  const tooMany = tooManyHooks(found, entries);
  if (tooMany !== null) {
    const diagnostics = await toDiagnostics([tooMany], found.display, null);
    const definitions = JSON.stringify(document.value);
    return sourceOf(dialect, found, { usable: false, diagnostics, definitions, entries });
  }
  const read = readContent(dialect, shape, { found, document, entries });
  const isWhole = read.isUsable && opened.broken.length === 0;
  const findings = [...opened.broken, ...document.findings, ...read.findings];
  return sourceOf(dialect, found, {
    hooks: isWhole ? usableHooks(inSpellingOrder(dialect, read)) : [],
    usable: isWhole,
    ...(found.hooksFile === undefined ? {} : { switchesItself: true as const }),
    lists: listedEvents(dialect, hooks),
    switches: isWhole ? read.switches.values : {},
    diagnostics: await toDiagnostics(findings, found.display, document),
    definitions: definitionsOf(shape, document.value, hooks, read.switches.written),
    entries,
    ...(await writtenHooks(read.noted, found, document)),
  });
}

interface FileContent {
  readonly noted: readonly NotedHook[];
  readonly switches: ReadSwitches;
  readonly findings: readonly ConfigFinding[];
  /** False: nothing of the file applies. */
  readonly isUsable: boolean;
  /** False: none of its hooks do. */
  readonly hasHooks: boolean;
}

interface OpenedFile {
  readonly found: FoundFile;
  readonly document: ConfigDocument;
  readonly entries: number;
}

/** Everything that a document says about hooks. */
function readContent(dialect: Dialect, shape: GroupedJsonShape, { found, document, entries }: OpenedFile): FileContent {
  const isStrict = found.onlyKeys !== undefined;
  const doubled = duplicateFindings(document, isStrict ? 'error' : 'warning', shape.version === null ? [HOOKS] : []);
  const findings = [...doubled];
  const noted: NotedHook[] = [];
  const spoiled: SpoiledEntry[] = [];
  const usable = readDocument(document, {
    dialect,
    shape,
    found,
    report: (finding) => findings.push(finding),
    note: (hook) => noted.push(hook),
    spoil: (event, path) => spoiled.push({ event, path }),
    during: useOf(found, document.value),
    patterns: newReading(),
  });
  const switches = readSwitches(shape, found, document.value);
  const voided = whatIsVoid(shape, found, spoiled, entries);
  return {
    noted,
    switches,
    findings: [...findings, ...switches.findings, ...voided.findings],
    isUsable: usable && voided.reach !== 'file' && !(isStrict && doubled.length > 0),
    hasHooks: voided.reach === 'entry',
  };
}

/** In one file hooks under another spelling of an event run after those under the first. */
function inSpellingOrder({ events }: Dialect, { noted, hasHooks }: FileContent): readonly NotedHook[] {
  const isOther = ({ hook }: NotedHook): boolean => events[hook.event]?.spellingOf !== undefined;
  if (!hasHooks) return [];
  return noted.some(isOther) ? [...noted.filter((each) => !isOther(each)), ...noted.filter(isOther)] : noted;
}

/** A file whose hooks are those of another system; null where it switches nothing. */
async function onlySwitches(
  dialect: Dialect,
  shape: GroupedJsonShape,
  found: FoundFile,
  document: ConfigDocument,
): Promise<Source | null> {
  const { values, written, findings } = readSwitches(shape, found, document.value);
  if (Object.keys(written).length === 0) return null;
  const diagnostics = await toDiagnostics(findings, found.display, document);
  return sourceOf(dialect, found, { switches: values, diagnostics, definitions: canonicalJson(written) });
}

/** What trust is given to: the hooks, and with them what switches hooks off. */
function definitionsOf({ version }: GroupedJsonShape, value: unknown, hooks: unknown, switches: JsonObject): string {
  if (version !== null) return canonicalJson(value);
  const written = canonicalJson(hooks);
  return Object.keys(switches).length === 0 ? written : `${written}\n${canonicalJson(switches)}`;
}

/** The skill or sub-agent whose front matter this is: by the name it gives itself, else by that of its file. */
function useOf({ during, name }: FoundFile, value: unknown): HookUse | null {
  if (during === undefined) return null;
  const own = isJsonObject(value) ? ownValue(value, 'name') : undefined;
  return { of: during.of, name: typeof own === 'string' && own.trim() !== '' ? own.trim() : (name ?? '') };
}

/** Whether the file can be used; an unusable one is still checked where all of its problems are wanted. */
function readDocument({ value }: ConfigDocument, file: GroupedFile): boolean {
  const usable = isUsable(file, value);
  if (usable || file.found.place.strict === true) readEvents(file, hooksPart(file.shape, value, file.found));
  const waiting = waitingPatterns(file.patterns);
  if (waiting !== null) file.report({ severity: 'warning', at: null, message: waiting, hint: 'write fewer patterns' });
  return usable;
}

// The key by which a file names its JSON Schema for editors; it has no other meaning.
const SCHEMA = '$schema';

/** Whether the file as a whole is a hook file. */
function isUsable(file: GroupedFile, value: unknown): boolean {
  if (isJsonObject(value))
    return isRightVersion(file, value) && isFittingVersion(file, value) && hasOnlyKnownKeys(file, value);
  const message = `an object was expected at the top of the file, not ${describeValue(value)}`;
  file.report({ severity: 'error', at: { path: [], part: 'value' }, message, hint: 'write { "hooks": { … } }' });
  return false;
}

function isRightVersion({ shape: { version }, found, report }: GroupedFile, value: JsonObject): boolean {
  if (version === null) return true;
  const written = ownValue(value, version.key);
  const isLeftOut = version.optional === true && written === undefined;
  if (written !== version.value && !isLeftOut) {
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

/** The same for a file of hooks alone, which need not name its version. */
function isFittingVersion({ found: { hooksFile, display }, report }: GroupedFile, value: JsonObject): boolean {
  const version = hooksFile?.version;
  const written = version === undefined ? undefined : ownValue(value, version.key);
  if (version === undefined || written === undefined || written === version.value) return true;
  const message = `unsupported hooks schema version ${canonicalJson(written)} in ${display}`;
  const hint = `write "${version.key}": ${version.value}`;
  report({ severity: 'error', at: { path: [version.key], part: 'value' }, message, hint });
  return false;
}

/** Where the system gives up a file for a key at its top, or for a wrong value of one. */
function hasOnlyKnownKeys({ found, report }: GroupedFile, value: JsonObject): boolean {
  if (found.onlyKeys === undefined) return true;
  const { [HOOKS]: _hooks, ...rest } = value;
  const place: KeyPlace = { path: [], prefix: 'nothing of this file applies: ', shown: [] };
  const policy = { badOption: 'skip-entry', unknownKey: 'error' } as const;
  const { findings } = checkKeys(rest, found.onlyKeys, place, policy);
  findings.forEach(report);
  return findings.length === 0;
}

function readEvents(file: GroupedFile, hooks: unknown): void {
  if (hooks === undefined || hooks === null) return;
  if (!isJsonObject(hooks)) return reportShape(file, [HOOKS], 'an object of events', hooks);
  for (const [event, groups] of Object.entries(hooks)) readEvent(file, event, groups);
}

function readEvent(file: GroupedFile, written: string, groups: unknown): void {
  const path = [HOOKS, written];
  const known = findEvent(file.dialect, written);
  const event = known === null ? null : (file.found.during?.events?.[known] ?? known);
  if (event === null && (file.shape.unknownEvent !== 'ignored' || file.found.place.strict === true)) {
    const severity = file.shape.unknownEvent === undefined ? 'error' : 'warning';
    file.report({ severity, at: { path, part: 'key' }, ...sayUnknownEvent(file.dialect, written) });
  }
  const judgedAs = event ?? eventMeant(file.dialect, written, file.found.place);
  if (judgedAs === null) return;
  const reading = event === null ? unusable(file) : file;
  if (!Array.isArray(groups)) {
    reading.spoil(judgedAs, path);
    return reportShape(file, path, 'a list of groups', groups);
  }
  groups.forEach((group: unknown, index) => readGroup(reading, { event: judgedAs, path: [...path, index] }, group));
}

function listedEvents(dialect: Dialect, hooks: unknown): readonly string[] {
  if (!isJsonObject(hooks)) return [];
  const lists = Object.keys(hooks).filter((event) => Array.isArray(hooks[event]));
  return lists.map((event) => findEvent(dialect, event)).filter((event) => event !== null);
}
