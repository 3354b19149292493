import path from 'node:path';
import { isJsonObject } from '../../model/index.ts';
import type { Dialect, FlatJsonShape, Json, JsonObject, Negation, Source } from '../../model/index.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import { newReading } from '../../engine/rules/pattern-reading.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkKeys, ownValue } from '../check-keys.ts';
import { requiredTextIn, textIn } from '../checked-values.ts';
import { describeValue, entryLabel } from '../describe.ts';
import type { FoundFile } from '../discover.ts';
import { duplicateFindings, toDiagnostics } from '../document.ts';
import type { ConfigDocument, ConfigFinding, Path, ReportFinding } from '../document.ts';
import { eventMeant, findEvent, sayUnknownEvent } from '../find-event.ts';
import { JSON_SYNTAX } from '../json-document.ts';
import { openDocument } from '../open-document.ts';
import { hookId, hookOf, sourceOf, withUniqueIds } from '../source-of.ts';
import { tooManyHooks, type NotedHook, usableHooks, writtenHooks } from '../written-hooks.ts';

/** Reads one array of entries; any error rejects the whole file, so that a malformed hook fails loudly. */
export async function readFlatJson(dialect: Dialect, shape: FlatJsonShape, found: FoundFile): Promise<Source | null> {
  const opened = await openDocument(dialect, found, JSON_SYNTAX);
  if (opened === null) return null;
  if (opened.kind === 'broken') return { ...opened.source, rejected: true, usable: false };
  const { document } = opened;
  const label = path.basename(found.file);
  const doubled = duplicateFindings(document, 'error');
  const findings: ConfigFinding[] = [
    ...opened.broken,
    ...doubled.map((finding) => ({ ...finding, message: `${label}: ${finding.message}` })),
  ];
  const noted: NotedHook[] = [];
  const note = (hook: NotedHook): void => void noted.push(hook);
  const file: FlatFile = { dialect, shape, found, note, report: (finding) => findings.push(finding) };
  const items = itemsOf(file, document.value);
  const tooMany = tooManyHooks(found, items.length);
  if (tooMany !== null) {
    const diagnostics = await toDiagnostics([tooMany], found.display, null);
    const definitions = JSON.stringify(document.value);
    return sourceOf(dialect, found, { rejected: true, usable: false, diagnostics, definitions, entries: items.length });
  }
  items.forEach((item, index) => readItem(file, item, index));
  const hooks = usableHooks(noted);
  const rejected = findings.some(({ severity }) => severity === 'error');
  return sourceOf(dialect, found, {
    hooks: rejected ? [] : withUniqueIds(hooks),
    lists: rejected ? [] : [...new Set(hooks.map(({ event }) => event))],
    negations: rejected ? [] : await negationsIn(items, shape.negation, document),
    diagnostics: await toDiagnostics(findings, found.display, document),
    rejected,
    usable: !rejected,
    definitions: canonicalJson(document.value),
    entries: items.filter((item) => typeof item !== 'string').length,
    ...(await writtenHooks(noted, found, document)),
  });
}

interface FlatFile {
  readonly dialect: Dialect;
  readonly shape: FlatJsonShape;
  readonly found: FoundFile;
  readonly report: ReportFinding;
  readonly note: (hook: NotedHook) => void;
}

function itemsOf({ found, report }: FlatFile, value: unknown): readonly Json[] {
  if (Array.isArray(value)) return value as readonly Json[];
  const message = `${path.basename(found.file)}: a list of hooks was expected, not ${describeValue(value)}`;
  report({
    severity: 'error',
    at: { path: [], part: 'value' },
    message,
    hint: 'write [ { "name": …, "event": …, "handler": … } ]',
  });
  return [];
}

function readItem(file: FlatFile, item: Json, index: number): void {
  if (isJsonObject(item)) return readEntry(file, item, index);
  const { found, report, shape } = file;
  const isNegation = typeof item === 'string' && item.startsWith(shape.negation);
  if (isNegation && found.scope !== 'user') return;
  const label = entryLabel(found.file, index + 1, null);
  const message = isNegation
    ? `${label}: ${JSON.stringify(item)} switches off a hook of the user, so it belongs into a project's file`
    : `${label} must be an object or a text like "${shape.negation}name", not ${describeValue(item)}`;
  report({
    severity: 'error',
    at: { path: [index], part: 'value' },
    message,
    hint: isNegation ? 'remove the hook itself' : null,
  });
}

// Every wrong or unknown key rejects the file, including its valid entries.
const POLICY = { badOption: 'skip-entry', unknownKey: 'error' } as const;

function readEntry(file: FlatFile, entry: JsonObject, index: number): void {
  const { dialect, shape, found, report } = file;
  const prefix = `${entryLabel(found.file, index + 1, ownValue(entry, 'name'))}: `;
  const { values, findings } = checkKeys(entry, shape.keys, { path: [index], prefix, shown: [] }, POLICY);
  findings.forEach(report);
  const name = requiredTextIn(values, 'name');
  const script = scriptOf(file, values['handler'], { prefix, path: [index, 'handler'] });
  const known = eventOf(file, textIn(values, 'event'), { prefix, path: [index, 'event'] });
  const event = known ?? eventMeant(dialect, textIn(values, 'event') ?? '', found.place);
  if (event === null) return;
  const rule = dialect.events[event]?.match ?? dialect.match;
  const { matcher, problems } = compileMatcher(rule, { pattern: textIn(values, 'matcher') }, newReading());
  for (const { message, hint, isCostly } of problems) {
    report({
      severity: isCostly === true ? 'warning' : 'error',
      at: { path: [index, 'matcher'], part: 'value' },
      message: `${prefix}${message}`,
      hint,
    });
  }
  const hook = hookOf(dialect, found, {
    id: hookId(dialect, found, name),
    name,
    event,
    matcher,
    handler: { kind: 'command', form: 'shell', shell: 'bash', script },
    timeoutMs: shape.timeoutMs,
  });
  const paths = { handler: [index, 'handler', 'bash'], matcher: [index, 'matcher'] };
  file.note({ hook, isUsable: known !== null, ...paths });
}

interface EntryPlace {
  readonly prefix: string;
  readonly path: Path;
}

function scriptOf({ shape, report }: FlatFile, handler: Json | undefined, { prefix, path: at }: EntryPlace): string {
  if (!isJsonObject(handler)) return '';
  const place = { path: at, prefix, shown: ['handler'] };
  const { values, findings } = checkKeys(handler, shape.handlerKeys, place, POLICY);
  findings.forEach(report);
  return requiredTextIn(values, 'bash');
}

function eventOf(
  { dialect, report }: FlatFile,
  written: string | null,
  { prefix, path: at }: EntryPlace,
): string | null {
  if (written === null) return null;
  const event = findEvent(dialect, written);
  if (event !== null) return event;
  const { message, hint } = sayUnknownEvent(dialect, written);
  report({ severity: 'error', at: { path: at, part: 'value' }, message: `${prefix}${message}`, hint });
  return null;
}

async function negationsIn(
  items: readonly Json[],
  prefix: string,
  document: ConfigDocument,
): Promise<readonly Negation[]> {
  if (!items.some((item) => typeof item === 'string')) return [];
  const locate = await document.locator();
  return items.flatMap((item, index) =>
    typeof item === 'string' ? { name: item.slice(prefix.length), entry: index + 1, ...locate([index], 'value') } : [],
  );
}
