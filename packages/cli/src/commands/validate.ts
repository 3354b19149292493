import { configurationFiles, type Diagnostic, validateFiles } from '@hookline/core/internal';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Arguments, type Command, isGiven, valueOf } from '../call/arguments.ts';
import { LAST, type OptionRow, PLACE } from '../call/options.ts';
import { type HooksPlace, placeOf } from '../call/place.ts';
import { wrongCall } from '../call/wrong-call.ts';
import { NO_HOOK_FILES } from '../print/next-steps.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { githubReport, prettyReport, sourceReader } from '../print/reporters.ts';

const REPORTERS = ['pretty', 'json', 'github'] as const;

const REPORTER = {
  name: 'reporter',
  value: 'NAME',
  completes: REPORTERS,
  about: 'How problems are printed: pretty, json or github.',
} satisfies OptionRow;

export const VALIDATE: Command = {
  name: 'validate',
  about: 'Check hook files, the scripts that they name and their matchers; show each problem with its place.',
  words: { usage: '[FILE...]', min: 0, max: Number.POSITIVE_INFINITY, completes: 'files' },
  options: [...PLACE, REPORTER, ...LAST],
  examples: [
    { does: 'every hook file of this project and of the user', line: 'hookline validate' },
    { does: 'annotate a pull request', line: 'hookline validate --reporter github' },
  ],
  exits: {
    0: 'no problem; notes do not count',
    1: 'an error (also a script that is missing or cannot be run) or a warning (a program not on PATH, a matcher that names no known tool)',
  },
  run: validate,
};

type Reporter = (typeof REPORTERS)[number];

/** Checks hook files; any error or warning makes the status 1. */
async function validate(given: Arguments): Promise<number> {
  const reporter = reporterOf(given);
  const place = placeOf(given);
  const files = given.words.map((word) => resolve(word));
  const diagnostics = await validateFiles(files.length === 0 ? null : files, place);
  if (reporter === 'pretty' && files.length === 0 && hasNoFiles(place)) writeOut(`${NO_HOOK_FILES}\n`);
  else report(reporter, diagnostics, place.project);
  return diagnostics.some(({ severity }) => severity !== 'info') ? 1 : 0;
}

const hasNoFiles = (place: HooksPlace): boolean => !configurationFiles(place).some(({ path }) => existsSync(path));

function reporterOf(given: Arguments): Reporter {
  const asked = valueOf(given, REPORTER) ?? (isGiven(given, 'json') ? 'json' : 'pretty');
  const known = REPORTERS.find((name) => name === asked);
  if (known === undefined) throw wrongCall(`unknown reporter "${asked}"; expected pretty, json or github`);
  return known;
}

function report(reporter: Reporter, diagnostics: readonly Diagnostic[], project: string): boolean {
  switch (reporter) {
    case 'json':
      return writeJson({ diagnostics });
    case 'github':
      return writeOut(githubReport(diagnostics));
    case 'pretty':
      return writeOut(prettyReport(diagnostics, sourceReader(project), paintFor(1, process.env)));
  }
}
