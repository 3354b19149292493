import { jsonLine, errorText } from '@hookline/core/internal';
import { LineFile } from './line-file.ts';
import { subagentTranscriptPath, transcriptPath } from './places.ts';

import type { TranscriptFact } from './transcript-entry.ts';

/** The file that a session is written to, line by line. */
export interface Transcript {
  readonly path: string;
  /** Writes one line before it returns, so that not even SIGKILL loses it. Never throws. */
  readonly append: (fact: TranscriptFact) => void;
  readonly close: () => void;
}

/** Told once, in one line, when a transcript cannot be written; lines then wait in memory for the next try. */
export type OnProblem = (problem: string) => void;

/** Opens the transcript of a session, new or old; throws a UsageProblem on an id that could escape the folder. */
export const openTranscript = (folder: string, id: string, onProblem: OnProblem): Transcript =>
  openFile(transcriptPath(folder, id), onProblem);

/** Opens the transcript of a sub-agent; throws a UsageProblem on an id that could escape the folder. */
export const openSubagentTranscript = (
  folder: string,
  ids: { readonly session: string; readonly agent: string },
  onProblem: OnProblem,
): Transcript => openFile(subagentTranscriptPath(folder, ids.session, ids.agent), onProblem);

function openFile(path: string, onProblem: OnProblem): Transcript {
  const file = new LineFile(path);
  let hasFailed = false;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!hasFailed) onProblem(problemOf(path, error));
      hasFailed = true;
    }
  };
  return {
    path,
    append: (fact) => attempt(() => file.append(jsonLine({ timestamp: new Date().toISOString(), ...fact }))),
    close: () => {
      attempt(() => file.flush());
      attempt(() => file.close());
    },
  };
}

const problemOf = (path: string, error: unknown): string =>
  `the transcript ${path} cannot be written (${errorText(error)}); the session goes on and its lines wait in memory: fix it before the session ends`;
