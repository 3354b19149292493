import { DIALECT_IDS } from '../../support/dialect-ids.ts';
import type { Target } from '../target.ts';
import { answers } from './answers.ts';
import { brokenRefusals } from './broken-refusals.ts';
import { documents } from './documents.ts';
import { httpAnswers } from './http-answers.ts';
import { loaders } from './loaders.ts';
import { patterns } from './matchers.ts';
import { records } from './records.ts';
import { texts } from './texts.ts';
import { words } from './words.ts';

/** Every reader under fire. */
export const TARGETS: readonly Target[] = [
  ...DIALECT_IDS.map((id) => answers(id)),
  brokenRefusals(),
  ...loaders,
  ...documents,
  ...patterns,
  words,
  ...records,
  ...texts,
  httpAnswers,
];
