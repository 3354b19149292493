import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../text/sha256.ts';
import { type GivenTrust, parseGiven } from './given-trust.ts';
import { makePrivateFolder, readPrivateFile, writePrivateFile } from './private-files.ts';

/** Trust that was given without a person at a terminal, kept until a person has decided about it. */
export interface UnseenTrust {
  /** Stores how trust in a project was given; trust given at a terminal removes what was stored before. */
  readonly note: (project: string, given: GivenTrust) => void;
  readonly forget: (project: string) => void;
  /** Null: nothing to report. */
  readonly read: (project: string) => GivenTrust | null;
  /** Whether this has not been reported in a session yet; marks it as reported. */
  readonly isNews: (project: string, session: string) => boolean;
}

/** Opens what is kept below the state folder, for resolved paths of projects. Nothing but `note` throws. */
export function openUnseenTrust(stateFolder: string): UnseenTrust {
  const folder = join(stateFolder, 'unseen-trust');
  const fileOf = (project: string): string => join(folder, `${sha256(project)}.json`);
  const toldOf = (project: string): string => join(folder, `${sha256(project)}.told`);
  const forget = (project: string): void => {
    for (const file of [fileOf(project), toldOf(project)]) rmSync(file, { force: true });
  };
  return {
    forget,
    note: (project, given) => {
      if (given.terminal) return forget(project);
      makePrivateFolder(folder);
      writePrivateFile(fileOf(project), `${JSON.stringify({ project, ...given })}\n`, folder);
      rmSync(toldOf(project), { force: true });
    },
    read: (project) => readGiven(fileOf(project)),
    isNews: (project, session) => isFirst(folder, toldOf(project), sha256(session).slice(0, 16)),
  };
}

function readGiven(file: string): GivenTrust | null {
  try {
    return parseGiven(JSON.parse(readPrivateFile(file)));
  } catch {
    return null; // trust was given at a terminal, or never
  }
}

const MOST_BYTES = 64 * 1024;

/** Reporting twice is better than never, so what cannot be stored counts as new. */
function isFirst(folder: string, file: string, mark: string): boolean {
  try {
    if (readFileSync(file, 'utf8').split('\n').includes(mark)) return false;
    if (statSync(file).size > MOST_BYTES) rmSync(file);
  } catch {
    // no session has reported it yet
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    appendFileSync(file, `${mark}\n`, { mode: 0o600 });
  } catch {
    // the next event reports it again
  }
  return true;
}
