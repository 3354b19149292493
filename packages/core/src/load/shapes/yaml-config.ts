import { isJsonObject } from '../../model/index.ts';
import type { Dialect, Handler, Hook, Source, YamlConfigShape } from '../../model/index.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import { splitWords } from '../../text/shlex.ts';
import { canonicalJson } from '../canonical-json.ts';
import { checkKeys, ownValue, toldWhenStrict } from '../check-keys.ts';
import { numberIn, textIn, textsIn } from '../checked-values.ts';
import type { CheckedValues } from '../checked-values.ts';
import { describeValue } from '../describe-value.ts';
import type { FoundFile } from '../discover.ts';
import { duplicateFindings, pathText, toDiagnostics } from '../document.ts';
import type { Finding, ParsedDocument, Path, Report } from '../document.ts';
import { findEvent, sayUnknownEvent } from '../find-event.ts';
import { parseJsonDocument } from '../json-document.ts';
import { openDocument } from '../open-document.ts';
import { hookId, hookOf, shortName, sourceOf } from '../source-of.ts';
import { parseYamlDocument } from '../yaml-document.ts';

/** Reads the hooks of a general configuration file, YAML or JSON; all other keys of it are left alone. */
export async function readYamlConfig(
  dialect: Dialect,
  shape: YamlConfigShape,
  found: FoundFile,
): Promise<Source | null> {
  const opened = await openDocument(dialect, found, parseByFirstCharacter);
  if (opened === null || opened.kind === 'broken') return opened?.source ?? null;
  const { document } = opened;
  const findings: Finding[] = [...document.findings, ...duplicateFindings(document, 'warning', [HOOKS])];
  const file: ConfigFile = { dialect, shape, found, report: (finding) => findings.push(finding) };
  const lists = readTop(file, document.value);
  return sourceOf(dialect, found, {
    hooks: lists.flatMap(({ hooks }) => hooks),
    usable: isJsonObject(document.value),
    lists: lists.flatMap(({ event }) => event ?? []),
    diagnostics: await toDiagnostics(findings, found.display, document),
    definitions: canonicalJson(isJsonObject(document.value) ? ownValue(document.value, HOOKS) : undefined),
    entries: lists.reduce((sum, { entries }) => sum + entries, 0),
  });
}

const HOOKS = 'hooks';

const parseByFirstCharacter = (text: string): Promise<ParsedDocument> =>
  /^\s*[[{]/.test(text) ? parseJsonDocument(text) : parseYamlDocument(text);

interface ConfigFile {
  readonly dialect: Dialect;
  readonly shape: YamlConfigShape;
  readonly found: FoundFile;
  readonly report: Report;
}

/** The list of one event; without an event when it must not replace another list. */
interface EventList {
  readonly event: string | null;
  readonly hooks: readonly Hook[];
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
    return { event, hooks: [], entries };
  }
  if (!Array.isArray(list)) {
    reportShape(file, path, 'a list', list);
    return { event: null, hooks: [], entries };
  }
  const hooks = list.map((entry: unknown, index) => readEntry(file, event, { value: entry, path: [...path, index] }));
  return { event, hooks: hooks.filter((hook) => hook !== null), entries };
}

interface Entry {
  readonly value: unknown;
  readonly path: Path;
}

function readEntry(file: ConfigFile, event: string, { value, path }: Entry): Hook | null {
  const { dialect, shape, found, report } = file;
  if (!isJsonObject(value)) {
    reportShape(file, path, 'an object with exec', value);
    return null;
  }
  const policy = { badOption: 'skip-entry', unknownKey: toldWhenStrict(found.place) } as const;
  const { values, isUsable, findings } = checkKeys(value, shape.keys, { path, prefix: '', shown: path }, policy);
  findings.forEach(report);
  if (!isUsable) return null;
  const handler = handlerOf(values);
  return hookOf(dialect, found, {
    id: hookId(dialect, found, pathText(path.slice(1))),
    name: programName(handler),
    event,
    matcher: compileMatcher('everything', {}).matcher,
    handler,
    timeoutMs: numberIn(values, 'timeout_ms') ?? shape.timeoutMs,
  });
}

type CommandHandler = Extract<Handler, { form: 'argv' | 'words' }>;

function handlerOf(values: CheckedValues): CommandHandler {
  const line = textIn(values, 'exec');
  if (line !== null) return { kind: 'command', form: 'words', line };
  const [program = '', ...args] = textsIn(values, 'exec') ?? [];
  return { kind: 'command', form: 'argv', program, args };
}

function programName(handler: CommandHandler): string {
  if (handler.form === 'argv') return shortName(basename(handler.program));
  const split = splitWords(handler.line);
  return shortName(split.ok ? basename(split.words[0] ?? '') : handler.line);
}

const basename = (program: string): string => program.split('/').findLast((part) => part !== '') ?? program;
