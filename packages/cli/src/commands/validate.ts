import { configurationFiles, type Diagnostic, validateFiles } from '@hookline/core/internal';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Arguments, isGiven, valueOf } from '../call/arguments.ts';
import { type Place, placeOf } from '../call/place.ts';
import { KNOWN_WORDS } from '../call/options.ts';
import { NO_HOOK_FILES } from '../print/next-steps.ts';
import { writeJson, writeOut } from '../print/output.ts';
import { paintFor } from '../print/paint.ts';
import { githubReport, prettyReport } from '../print/reporters.ts';
import { sourceReader } from '../print/source-reader.ts';
import { wrongCall } from '../call/wrong-call.ts';

type Reporter = (typeof KNOWN_WORDS.reporters)[number];

/** Checks hook files; any error or warning makes the status 1. */
export async function validate(given: Arguments): Promise<number> {
  const reporter = reporterOf(given);
  const place = placeOf(given);
  const files = given.words.map((word) => resolve(word));
  const diagnostics = await validateFiles(files.length === 0 ? null : files, place);
  if (reporter === 'pretty' && files.length === 0 && hasNoFiles(place)) writeOut(`${NO_HOOK_FILES}\n`);
  else report(reporter, diagnostics, place.project);
  return diagnostics.some(({ severity }) => severity !== 'info') ? 1 : 0;
}

const hasNoFiles = (place: Place): boolean => !configurationFiles(place).some(({ path }) => existsSync(path));

function reporterOf(given: Arguments): Reporter {
  const asked = valueOf(given, 'reporter') ?? (isGiven(given, 'json') ? 'json' : 'pretty');
  const known = KNOWN_WORDS.reporters.find((name) => name === asked);
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
