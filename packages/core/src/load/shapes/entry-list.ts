import { isJsonObject } from '../../model/index.ts';
import type { Dialect, EntryListShape, Json, JsonObject, Source } from '../../model/index.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import { newReading, type PatternReading } from '../../engine/rules/pattern-reading.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkKeys, ownValue } from '../check-keys.ts';
import { numberIn, requiredTextIn, textIn } from '../checked-values.ts';
import { describeValue } from '../describe.ts';
import type { FoundFile } from '../discover.ts';
import { duplicateFindings, pathText, toDiagnostics } from '../document.ts';
import type { ConfigFinding, Path, ReportFinding } from '../document.ts';
import { eventMeant, findEvent, sayUnknownEvent } from '../find-event.ts';
import { openDocument } from '../open-document.ts';
import { hookId, hookOf, shortName, sourceOf, withUniqueIds } from '../source-of.ts';
import { type NotedHook, usableHooks, writtenHooks } from '../written-hooks.ts';
import { sayVoid, type SpoiledEntry } from './spoiled-entry.ts';
import { syntaxOf } from './syntax-of.ts';

/** Reads a list of entries that name their events; a bad one costs itself, or all entries of the file. */
export async function readEntryList(dialect: Dialect, shape: EntryListShape, found: FoundFile): Promise<Source | null> {
  const opened = await openDocument(dialect, found, syntaxOf(found));
  if (opened === null || opened.kind === 'broken') return opened?.source ?? null;
  const { document } = opened;
  const read = readEntries(dialect, shape, found, document.value);
  const findings = [
    ...opened.broken,
    ...document.findings,
    ...duplicateFindings(document, 'warning', [shape.section]),
    ...read.findings,
  ];
  const isWhole = read.isUsable && opened.broken.length === 0;
  const hooks = isWhole ? usableHooks(read.noted) : [];
  return sourceOf(dialect, found, {
    hooks: withUniqueIds(hooks),
    usable: isWhole,
    lists: [...new Set(hooks.map(({ event }) => event))],
    diagnostics: await toDiagnostics(findings, found.display, document),
    definitions: canonicalJson(sectionOf(document.value, shape)),
    entries: read.entries,
    ...(await writtenHooks(read.noted, found, document)),
  });
}

interface ReadEntries {
  readonly noted: readonly NotedHook[];
  readonly findings: readonly ConfigFinding[];
  readonly entries: number;
  /** False: no entry of the file applies. */
  readonly isUsable: boolean;
}

function readEntries(dialect: Dialect, shape: EntryListShape, found: FoundFile, value: unknown): ReadEntries {
  const findings: ConfigFinding[] = [];
  const noted: NotedHook[] = [];
  const spoiled: SpoiledEntry[] = [];
  const file: EntryFile = {
    dialect,
    shape,
    found,
    patterns: newReading(),
    report: (finding) => findings.push(finding),
    note: (hook) => noted.push(hook),
    spoil: (event, path) => spoiled.push({ event, path }),
  };
  const items = itemsOf(file, value);
  items.forEach((item, index) => readItem(file, item, [shape.section, index]));
  const [bad] = found.badEntry === 'entry' ? [] : spoiled;
  if (bad !== undefined) findings.push(sayVoid(bad, items.length));
  return { noted, findings, entries: items.length, isUsable: bad === undefined };
}

interface EntryFile {
  readonly dialect: Dialect;
  readonly shape: EntryListShape;
  readonly found: FoundFile;
  readonly patterns: PatternReading;
  readonly report: ReportFinding;
  readonly note: (hook: NotedHook) => void;
  /** Records that an entry cannot be used. */
  readonly spoil: (event: string, path: Path) => void;
}

const sectionOf = (value: unknown, { section }: EntryListShape): Json | undefined =>
  isJsonObject(value) ? ownValue(value, section) : undefined;

function itemsOf(file: EntryFile, value: unknown): readonly Json[] {
  const { section } = file.shape;
  const list = isJsonObject(value) ? ownValue(value, section) : (value as Json);
  if (list === undefined) return [];
  if (Array.isArray(list)) return list as readonly Json[];
  const at = isJsonObject(value) ? [section] : [];
  const message = `${isJsonObject(value) ? section : 'the file'} must be ${isJsonObject(value) ? 'a list of entries' : 'an object'}, not ${describeValue(list)}`;
  file.report({ severity: 'error', at: { path: at, part: 'value' }, message, hint: null });
  file.spoil(section, at);
  return [];
}

// Every wrong or unknown key makes an entry a bad one.
const POLICY = { badOption: 'skip-entry', unknownKey: 'error' } as const;

function readItem(file: EntryFile, item: Json, path: Path): void {
  if (isJsonObject(item)) return readEntry(file, item, path);
  const message = `${pathText(path)} must be an object, not ${describeValue(item)}`;
  file.report({ severity: 'error', at: { path, part: 'value' }, message, hint: null });
  file.spoil('an event', path);
}

function readEntry(file: EntryFile, entry: JsonObject, path: Path): void {
  const { dialect, shape, found, report } = file;
  const { values, isUsable, findings } = checkKeys(entry, shape.keys, { path, prefix: '', shown: path }, POLICY);
  findings.forEach(report);
  const written = textIn(values, 'event');
  const known = written === null ? null : findEvent(dialect, written);
  if (written !== null && known === null)
    report({
      severity: 'error',
      at: { path: [...path, 'event'], part: 'value' },
      ...sayUnknownEvent(dialect, written),
    });
  const isGood = isUsable && known !== null && !findings.some(({ severity }) => severity === 'error');
  if (!isGood) file.spoil(known ?? written ?? 'an event', path);
  const event = known ?? eventMeant(dialect, written ?? '', found.place);
  if (event === null || typeof values['command'] !== 'string') return;
  const command = requiredTextIn(values, 'command');
  const seconds = numberIn(values, 'timeout');
  const hook = hookOf(dialect, found, {
    id: hookId(dialect, found, `${event}${pathText([path.at(-1) ?? 0])}`),
    name: shortName(command),
    event,
    matcher: matcherOf(file, event, textIn(values, 'matcher'), path),
    handler: { kind: 'command', form: 'shell', shell: 'bash', script: command },
    timeoutMs: seconds === null ? shape.timeoutMs : seconds * 1000,
  });
  file.note({ hook, isUsable: isGood, handler: [...path, 'command'], matcher: [...path, 'matcher'] });
}

function matcherOf({ dialect, patterns, report }: EntryFile, event: string, pattern: string | null, path: Path) {
  const rule = dialect.events[event]?.match ?? dialect.match;
  const { matcher, problems } = compileMatcher(rule, { pattern }, patterns);
  const at = { path: [...path, 'matcher'], part: 'value' } as const;
  for (const { severity, message, hint } of problems)
    report({ severity, at, message: `${pathText(at.path)}: ${message}`, hint });
  return matcher;
}
