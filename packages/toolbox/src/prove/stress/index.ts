import { BARE_ENVIRONMENT, EMPTY_PATH, NO_JQ } from './environment.ts';
import { BIG_EVENT, OTHER_FOLDER } from './event.ts';
import { TIMEOUT } from './hang.ts';
import { MISSING_PROGRAM } from './missing-program.ts';
import { FULL_TEMPORARY, READ_ONLY_HOME } from './namespaces.ts';
import type { Stress } from './stress.ts';
import { FEW_DESCRIPTORS, SLOW_DISK } from './wrapped.ts';

/** Every stress, in the order in which they are shown. */
export const STRESSES: readonly Stress[] = [
  MISSING_PROGRAM,
  TIMEOUT,
  EMPTY_PATH,
  NO_JQ,
  OTHER_FOLDER,
  BIG_EVENT,
  SLOW_DISK,
  BARE_ENVIRONMENT,
  READ_ONLY_HOME,
  FULL_TEMPORARY,
  FEW_DESCRIPTORS,
];
