import { isJsonObject } from '../../model/index.ts';
import type { Dialect, Handler, Source, YamlConfigShape } from '../../model/index.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import { splitWords } from '../../shell/shlex.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkKeys, ownValue, toldWhenStrict } from '../check-keys.ts';
import { numberIn, textIn, textsIn } from '../checked-values.ts';
import type { CheckedValues } from '../checked-values.ts';
import { describeValue } from '../describe.ts';
import type { FoundFile } from '../discover.ts';
import { duplicateFindings, pathText, toDiagnostics } from '../document.ts';
import type { ConfigFinding, Path, ReportFinding, Syntax } from '../document.ts';
import { eventMeant, findEvent, sayUnknownEvent } from '../find-event.ts';
import { JSON_SYNTAX } from '../json-document.ts';
import { openDocument } from '../open-document.ts';
import { hookId, hookOf, shortName, sourceOf } from '../source-of.ts';
import { type NotedHook, usableHooks, writtenHooks } from '../written-hooks.ts';
import { examineYaml, parseYamlDocument } from '../yaml-document.ts';

/** Reads the hooks of a general configuration file, YAML or JSON; all its other keys are ignored. */
export async function readYamlConfig(
  dialect: Dialect,
  shape: YamlConfigShape,
  found: FoundFile,
): Promise<Source | null> {
  const opened = await openDocument(dialect, found, BY_FIRST_CHARACTER);
  if (opened === null || opened.kind === 'broken') return opened?.source ?? null;
  const { document } = opened;
  const findings: ConfigFinding[] = [
    ...opened.broken,
    ...document.findings,
    ...duplicateFindings(document, 'warning', [HOOKS]),
  ];
  const noted: NotedHook[] = [];
  const note = (hook: NotedHook): void => void noted.push(hook);
  const file: ConfigFile = { dialect, shape, found, note, report: (finding) => findings.push(finding) };
  const usable = isJsonObject(document.value) && opened.broken.length === 0;
  const lists = readTop(file, document.value);
  return sourceOf(dialect, found, {
    hooks: opened.broken.length === 0 ? usableHooks(noted) : [],
    usable,
    lists: lists.flatMap(({ event }) => event ?? []),
    diagnostics: await toDiagnostics(findings, found.display, document),
    definitions: canonicalJson(isJsonObject(document.value) ? ownValue(document.value, HOOKS) : undefined),
    entries: lists.reduce((sum, { entries }) => sum + entries, 0),
    ...(await writtenHooks(noted, found, document)),
  });
}

const HOOKS = 'hooks';

const BY_FIRST_CHARACTER: Syntax = {
  parse: (text) => (isJson(text) ? JSON_SYNTAX.parse(text) : parseYamlDocument(text)),
  examine: (text) => (isJson(text) ? JSON_SYNTAX.examine(text) : examineYaml(text)),
};

const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

interface ConfigFile {
  readonly dialect: Dialect;
  readonly shape: YamlConfigShape;
  readonly found: FoundFile;
  readonly report: ReportFinding;
  readonly note: (hook: NotedHook) => void;
}

/** The list of one event; without an event when it must not replace another list. */
interface EventList {
  readonly event: string | null;
  readonly entries: number;
}

function readTop(file: ConfigFile, value: unknown): readonly EventList[] {
  const top = value ?? {};
  if (!isJsonObject(top)) {
    const message = `an object was expected at the top of the file, not ${describeValue(top)}`;
    file.report({ severity: 'error', at: { path: [], part: 'value' }, message, hint: 'write keys with values' });
    return [];
  }
  const hooks = ownValue(top, HOOKS) ?? {};
  if (isJsonObject(hooks)) return Object.entries(hooks).map(([event, list]) => readList(file, event, list));
  reportShape(file, [HOOKS], 'an object of events', hooks);
  return [];
}

function reportShape({ report }: ConfigFile, path: Path, expected: string, value: unknown): void {
  const message = `${pathText(path)} must be ${expected}, not ${describeValue(value)}; it is skipped`;
  report({ severity: 'error', at: { path, part: 'value' }, message, hint: null });
}

function readList(file: ConfigFile, written: string, list: unknown): EventList {
  const path = [HOOKS, written];
  const event = findEvent(file.dialect, written);
  const entries = Array.isArray(list) ? list.length : 1;
  if (event === null) {
    const { message, hint } = sayUnknownEvent(file.dialect, written);
    file.report({ severity: 'error', at: { path, part: 'key' }, message: `${pathText(path)}: ${message}`, hint });
  }
  const judgedAs = event ?? eventMeant(file.dialect, written, file.found.place);
  if (judgedAs === null) return { event, entries };
  if (!Array.isArray(list)) {
    reportShape(file, path, 'a list', list);
    return { event: null, entries };
  }
  list.forEach((entry: unknown, index) =>
    readEntry(file, judgedAs, { value: entry, path: [...path, index], isListed: event !== null }),
  );
  return { event, entries };
}

interface YamlEntry {
  readonly value: unknown;
  readonly path: Path;
  /** False: its event is not known. */
  readonly isListed: boolean;
}

function readEntry(file: ConfigFile, event: string, { value, path, isListed }: YamlEntry): void {
  const { dialect, shape, found, report } = file;
  if (!isJsonObject(value)) return reportShape(file, path, 'an object with exec', value);
  const policy = { badOption: 'skip-entry', unknownKey: toldWhenStrict(found.place), olderYaml: true } as const;
  const { values, isUsable, findings } = checkKeys(value, shape.keys, { path, prefix: '', shown: path }, policy);
  findings.forEach(report);
  if (!isUsable && (found.place.strict !== true || values['exec'] === undefined)) return;
  const handler = handlerOf(values);
  const hook = hookOf(dialect, found, {
    id: hookId(dialect, found, pathText(path.slice(1))),
    name: programName(handler),
    event,
    matcher: compileMatcher('everything', {}).matcher,
    handler,
    timeoutMs: numberIn(values, 'timeout_ms') ?? shape.timeoutMs,
  });
  file.note({ hook, isUsable: isUsable && isListed, handler: [...path, 'exec'], matcher: path });
}

type YamlCommand = Extract<Handler, { form: 'argv' | 'words' }>;

function handlerOf(values: CheckedValues): YamlCommand {
  const line = textIn(values, 'exec');
  if (line !== null) return { kind: 'command', form: 'words', line };
  const [program = '', ...args] = textsIn(values, 'exec') ?? [];
  return { kind: 'command', form: 'argv', program, args };
}

function programName(handler: YamlCommand): string {
  if (handler.form === 'argv') return shortName(basename(handler.program));
  const split = splitWords(handler.line);
  return shortName(split.ok ? basename(split.words[0] ?? '') : handler.line);
}

const basename = (program: string): string => program.split('/').findLast((part) => part !== '') ?? program;
