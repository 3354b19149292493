import path from 'node:path';
import { isJsonObject } from '../../model/index.ts';
import type { Diagnostic, Dialect, Hook, HookFoldersShape, Json, MatchRule, WrittenHook } from '../../model/index.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import type { CompiledMatcher } from '../../engine/rules/compile-matcher.ts';
import { newReading, type PatternReading } from '../../engine/rules/pattern-reading.ts';
import { checkKeys } from '../check-keys.ts';
import { isTrueIn, numberIn, requiredTextIn, textIn } from '../checked-values.ts';
import type { CheckedValues } from '../checked-values.ts';
import { describeValue, displayPath } from '../describe.ts';
import { filesFor, type FoundFile } from '../discover.ts';
import { duplicateFindings, toDiagnostics } from '../document.ts';
import type { ConfigDocument, ConfigFinding } from '../document.ts';
import { eventMeant, findEvent, sayUnknownEvent } from '../find-event.ts';
import { openDocument } from '../open-document.ts';
import { hookId, hookOf } from '../source-of.ts';
import { writtenHooks } from '../written-hooks.ts';
import { rightSpelling } from '../yaml-escapes.ts';
import { type EntryPoint, findEntryPoint } from './entry-point.ts';
import { FRONT_MATTER } from './front-matter.ts';

/** The result of reading the file of one hook. */
export interface ReadHookFile {
  readonly hook: Hook | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly written?: readonly WrittenHook[];
}

/** Reads the file that makes a folder a hook; a violated rule rejects this hook and no other. */
export async function readHookFile(dialect: Dialect, shape: HookFoldersShape, found: FoundFile): Promise<ReadHookFile> {
  const opened = await openDocument(dialect, found, FRONT_MATTER);
  if (opened === null) return { hook: null, diagnostics: [] };
  if (opened.kind === 'broken') {
    const more = found.place.strict === true ? entryPointOf(shape, found).finding : null;
    const entry = await toDiagnostics(more === null ? [] : [more], found.display, null);
    return { hook: null, diagnostics: [...opened.source.diagnostics, ...entry] };
  }
  const { document } = opened;
  const findings = [...document.findings, ...duplicateFindings(document, 'warning')];
  const report = (finding: ConfigFinding): void => void findings.push(finding);
  const patterns = newReading();
  const hook = hookOfDocument(dialect, shape, found, { document, report, patterns });
  const noted = hook === null ? [] : [{ hook, isUsable: true, handler: [], matcher: ['matcher', 'tool'] }];
  return {
    hook,
    diagnostics: await toDiagnostics(findings, found.display, document),
    ...(await writtenHooks(noted, found, document)),
  };
}

const entryPointOf = (shape: HookFoldersShape, found: FoundFile): EntryPoint =>
  findEntryPoint(path.dirname(found.file), shape.entryPoints, filesFor(found), (file) =>
    displayPath(file, found.place),
  );

interface HookFileReading {
  readonly document: ConfigDocument;
  readonly report: (finding: ConfigFinding) => void;
  readonly patterns: PatternReading;
}

// All findings belong to this hook; it is rejected when one of them is an error.
const POLICY = { badOption: 'skip-entry', unknownKey: 'warning', olderYaml: true } as const;

function hookOfDocument(
  dialect: Dialect,
  shape: HookFoldersShape,
  found: FoundFile,
  reading: HookFileReading,
): Hook | null {
  const written = reading.document.value ?? {};
  if (!isJsonObject(written)) {
    const message = `the front matter must be keys with values, not ${describeValue(written)}`;
    reading.report({ severity: 'error', at: { path: [], part: 'value' }, message, hint: null });
    return null;
  }
  const { values, isUsable, findings } = checkKeys(written, shape.keys, { path: [], prefix: '', shown: [] }, POLICY);
  findings.forEach(reading.report);
  const event = eventOf(dialect, textIn(values, 'trigger'), reading);
  const judgedAs = event ?? eventMeant(dialect, textIn(values, 'trigger') ?? '', found.place);
  const matcher = matcherOf(dialect, shape, { event: judgedAs, written: values['matcher'] }, reading);
  const isRejected = !isUsable || event === null || matcher === null;
  if (isRejected && found.place.strict !== true) return null;
  const entry = entryPointOf(shape, found);
  if (entry.finding !== null) reading.report(entry.finding);
  if (isRejected) return null;
  const name = requiredTextIn(values, 'name');
  return hookOf(dialect, found, {
    id: hookId(dialect, found, name),
    name,
    event,
    matcher: matcher.matcher,
    handler: { kind: 'command', form: 'argv', program: entry.program, args: [] },
    timeoutMs: numberIn(values, 'timeout') ?? 0,
    background: isTrueIn(values, 'async'),
    priority: numberIn(values, 'priority') ?? 0,
    folder: path.dirname(found.file),
    defect: entry.defect,
  });
}

function eventOf(dialect: Dialect, trigger: string | null, { report }: HookFileReading): string | null {
  if (trigger === null) return null;
  const event = findEvent(dialect, trigger);
  if (event !== null) return event;
  const { message, hint } = sayUnknownEvent(dialect, trigger);
  report({ severity: 'error', at: { path: ['trigger'], part: 'value' }, message: `trigger: ${message}`, hint });
  return null;
}

/** Null when the matcher rejects the hook. */
function matcherOf(
  dialect: Dialect,
  shape: HookFoldersShape,
  { event, written }: { readonly event: string | null; readonly written: Json | undefined },
  { report, patterns }: HookFileReading,
): CompiledMatcher | null {
  if (!isJsonObject(written)) return compileMatcher('everything', {});
  const { values, isUsable, findings } = checkKeys(
    written,
    shape.matcherKeys,
    { path: ['matcher'], prefix: '', shown: ['matcher'] },
    POLICY,
  );
  findings.forEach(report);
  if (event === null || !isUsable) return null;
  const rule = dialect.events[event]?.match ?? dialect.match;
  if (rule === 'everything') {
    const message = `the matcher is ignored: ${event} is not a tool event, so the hook always fires on it`;
    report({ severity: 'warning', at: { path: ['matcher'], part: 'key' }, message, hint: 'remove the matcher' });
    return compileMatcher('everything', {});
  }
  return compileParts(rule, values, { report, patterns });
}

function compileParts(
  rule: MatchRule,
  values: CheckedValues,
  { report, patterns }: Omit<HookFileReading, 'document'>,
): CompiledMatcher | null {
  const tool = textIn(values, 'tool');
  const pattern = textIn(values, 'pattern');
  const parts = [
    ...(tool !== null ? [{ key: 'tool', text: tool, written: { tool } }] : []),
    ...(pattern !== null ? [{ key: 'pattern', text: pattern, written: { content: pattern } }] : []),
  ];
  const problems = parts.flatMap(({ key, text, written }) => {
    const at = { path: ['matcher', key], part: 'value' } as const;
    if (text.includes('\b')) report({ at, ...sayBackspace(key, text) });
    return compileMatcher(rule, written, patterns).problems.map((problem) => ({ ...problem, at, key }));
  });
  for (const { key, message, ...problem } of problems) report({ ...problem, message: `matcher.${key}: ${message}` });
  if (problems.some(({ severity }) => severity === 'error')) return null;
  return compileMatcher(rule, { ...parts[0]?.written, ...parts[1]?.written }, patterns);
}

function sayBackspace(key: string, text: string): Omit<ConfigFinding, 'at'> {
  const message = `matcher.${key} holds a backspace: in double quotes YAML reads \\b as one`;
  return { severity: 'warning', message, hint: `write ${rightSpelling(text.replaceAll('\b', '\\b'))}` };
}
