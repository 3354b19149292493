import type { Json, JsonObject, Outcome } from '@hookline/core';
import { readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { writeChanges } from '../files/write-changes.ts';
import { openCaseDocument } from './case-document.ts';
import type { CaseResult } from './hook-case.ts';
import { ranOf } from './judge-outcome.ts';
import { withoutProject } from './placeholders.ts';

/**
 * Writes the actual outcome into case files, where a snapshot was requested or something else was expected; comments
 * are kept.
 */
export async function updateCases(results: readonly CaseResult[]): Promise<readonly CaseResult[]> {
  const files = new Set(results.filter(canUpdate).map(({ case: { file } }) => file));
  for (const file of files)
    await updateFile(
      file,
      results.filter((result) => result.case.file === file),
    );
  return results.map((result) =>
    canUpdate(result)
      ? { case: result.case, status: 'updated', outcome: result.outcome, durationMs: result.durationMs }
      : result,
  );
}

type Updatable = CaseResult & { readonly status: 'failed'; readonly outcome: Outcome };

/** A hook that is too slow, or that did not run, is not a result to be written. */
const canUpdate = (result: CaseResult): result is Updatable =>
  result.status === 'failed' &&
  result.outcome !== null &&
  ranOf(result.outcome).length > 0 &&
  result.mismatches.every(({ what }) => what !== 'time');

async function updateFile(file: string, results: readonly CaseResult[]): Promise<void> {
  const before = readFileSync(file, 'utf8');
  const document = await openCaseDocument(before, file);
  if (!('tree' in document)) return;
  const { tree } = document;
  for (const result of results.filter(canUpdate)) {
    const path = ['cases', result.case.index, 'expect'];
    const actual = withoutProject(snapshotOf(result.outcome), result.case.project) as JsonObject;
    const named = result.mismatches.map(({ what }) => what.split('.')[0] ?? what);
    const isWhole = result.case.expect === null || !tree.hasIn([...path, named[0]]);
    if (isWhole)
      tree.setIn(
        path,
        tree.createNode(
          result.case.expect === null ? actual : pick(actual, [...namedIn(document.value, result), ...named]),
        ),
      );
    else for (const key of new Set(named)) tree.setIn([...path, key], tree.createNode(actual[key] ?? null));
  }
  const after = tree.toString({ lineWidth: 0, flowCollectionPadding: !/[{[][^\s\]}]/.test(before) });
  writeChanges([{ path: file, before, after, executable: false }], rootOf(file, results[0]?.case.project ?? null));
}

/** A file of the project must stay in it; one elsewhere was named by the caller. */
const rootOf = (file: string, project: string | null): string | null =>
  project !== null && file.startsWith(`${project}${sep}`) ? project : null;

/** The keys that a case names under `expect`; a word alone is a decision. */
function namedIn(top: Json, { case: { index } }: CaseResult): readonly string[] {
  const list = (top as JsonObject)['cases'] as readonly JsonObject[] | undefined;
  const expect = list?.[index]?.['expect'];
  return typeof expect === 'object' && expect !== null ? Object.keys(expect) : ['decision'];
}

const pick = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));

/** What is worth expecting of an outcome: everything that a host acts on. */
function snapshotOf(outcome: Outcome): JsonObject {
  const reason = outcome.block === null ? outcome.reason : outcome.block.reason;
  const faults = outcome.hooks.flatMap(({ fault }) => (fault === null ? [] : [fault.code]));
  return {
    decision: outcome.decision,
    ...(outcome.block === null ? {} : { effect: outcome.block.effect }),
    ...filled('reason', reason),
    ...filled('updatedInput', outcome.updatedInput),
    ...filled('updatedToolOutput', outcome.updatedToolOutput),
    ...filled('updatedPrompt', outcome.updatedPrompt),
    ...filled('context', outcome.additionalContext),
    ...filled(
      'messages',
      outcome.messages.map(({ level, text }) => ({ level, text })),
    ),
    ...filled('extra', outcome.extra as JsonObject),
    hooks: Object.fromEntries(ranOf(outcome).map(({ name, status }) => [name, status])),
    ...filled('faults', faults),
  };
}

const filled = (key: string, value: Json): JsonObject =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0) ? {} : { [key]: value };
