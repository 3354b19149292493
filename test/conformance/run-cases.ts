import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestRunner } from 'vitest';
import { parse } from 'yaml';
import type { ProgramName } from '../../scripts/programs.mjs';
import { missingFor } from '../support/programs.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

export interface CaseRun {
  /** One case in so many is run, chosen by its id: always the same ones. 1 runs all. */
  readonly sample: number;
  /** The command and its first words. */
  readonly command: readonly string[];
  /** Case files; by default those that were handed out. */
  readonly files?: readonly string[];
}

/** The case files that were handed out. */
export const handedOut = (): readonly string[] => caseFilesIn(join(here, 'cases'));

/** The case files that this repository adds. */
export const ownCases = (): readonly string[] => caseFilesIn(join(here, '../conformance-own'));

/** Runs cases against a command, black box; throws with what the runner prints when one fails. */
export async function runCases({ sample, command, files = handedOut() }: CaseRun): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-sample-'));
  try {
    const chosen = files.flatMap((file, index) => chosenOf(file, sample, join(folder, `${index}.json`)));
    if (chosen.length === 0) throw new Error('no case was chosen: run a larger part of them');
    const cases = chosen.flatMap((file) => ['--cases', file]);
    const failed = await runner([...cases, '--jobs', '2', '--', ...command]);
    if (failed === null) return;
    // Some cases give a hook a few milliseconds: one that fails on a busy machine must pass by itself.
    for (const id of failed.ids) {
      // oxlint-disable-next-line no-await-in-loop -- by itself
      const again = await runner([...cases, '--only', id, '--jobs', '1', '--', ...command]);
      if (again !== null) throw new Error(failed.text);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const caseFilesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => /\.(json|yaml)$/.test(name))
    .sort()
    .map((name) => join(folder, name));

export interface Case {
  readonly id: string;
}

/** The cases of a file: YAML, or JSON, which is YAML too. */
export const readCases = (file: string): readonly Case[] => parse(readFileSync(file, 'utf8')) as readonly Case[];

/** A copy, in the JSON that the runner reads, of the cases of the sample whose programs are there. */
function chosenOf(file: string, sample: number, copy: string): readonly string[] {
  const chosen = readCases(file)
    .filter(({ id }) => isInSample(id, sample))
    .filter((item) => canRun(item));
  if (chosen.length === 0) return [];
  writeFileSync(copy, JSON.stringify(chosen));
  return [copy];
}

const isInSample = (id: string, sample: number): boolean =>
  createHash('sha256').update(id).digest().readUInt32BE() % sample === 0;

/** A case whose hooks need a program that is missing is left out, and counted. */
function canRun(item: Case): boolean {
  const missing = missingFor(JSON.stringify(item));
  for (const program of missing) countLeftOut(program);
  return missing.length === 0;
}

/** The end of the run says how many cases were left out. */
function countLeftOut(program: ProgramName): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) return;
  const before = test.meta.casesLeftOut ?? {};
  test.meta.casesLeftOut = { ...before, [program]: (before[program] ?? 0) + 1 };
}

/** What the runner says about cases that fail, and their ids; null when all pass. */
function runner(words: readonly string[]): Promise<{ readonly text: string; readonly ids: readonly string[] } | null> {
  const args = [join(here, 'run.mjs'), ...words];
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const text = `${stdout}${stderr}`;
      const ids = [...text.matchAll(/^FAIL ([^:\s]+):/gm)].map(([, id = '']) => id);
      if (error === null) done(null);
      else if (ids.length === 0) fail(new Error(text));
      else done({ text, ids });
    });
  });
}
