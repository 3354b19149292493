import type { AnyEvent, Diagnostic } from '../model/index.ts';
import { openFolders } from '../settings/open-folders.ts';
import type { GivenTrust } from './given-trust.ts';
import { openUnseenTrust } from './unseen-trust.ts';

/**
 * Notices for people about the basis of trust and record: trust that was given without a person at a terminal, open
 * folders.
 */
export interface TrustNotices {
  /** As long as it applies. */
  readonly standing: (project: NoticedProject | null) => readonly Diagnostic[];
  /** With the first event of a session. */
  readonly atEvent: (project: NoticedProject | null, event: AnyEvent) => readonly Diagnostic[];
}

interface NoticedProject {
  readonly path: string;
  readonly trusted: boolean;
}

/** Reads what is kept below the state folder, once for each session; the record is in a folder of its own. */
export function createTrustNotices(stateFolder: string, recordFolder: string | null): TrustNotices {
  const unseen = openUnseenTrust(stateFolder);
  const looked = new Set<string>();
  const folders = [stateFolder, ...(recordFolder === null ? [] : [recordFolder])];
  const newsOf = (path: string, session: string): readonly Diagnostic[] => {
    const given = unseen.read(path);
    return given === null || !unseen.isNews(path, session) || isOwn(given) ? [] : [noticeOf(path, given)];
  };
  return {
    standing: (project) => {
      const given = project?.trusted === true ? unseen.read(project.path) : null;
      const isTold = project === null || given === null || isOwn(given);
      return [...openFolders(folders), ...(isTold ? [] : [noticeOf(project.path, given)])];
    },
    atEvent: (project, event) => {
      const session = typeof event.session_id === 'string' ? event.session_id : '';
      if (looked.has(session)) return NOTHING;
      // A host may have any number of sessions; repeating a notice does no harm.
      if (looked.size >= MOST_SESSIONS) looked.clear();
      looked.add(session);
      return [...openFolders(folders), ...(project?.trusted === true ? newsOf(project.path, session) : [])];
    },
  };
}

const MOST_SESSIONS = 1_000;
const NOTHING: readonly Diagnostic[] = [];

/** Trust given by this process is not reported here, but in the next session. */
const isOwn = ({ at }: GivenTrust): boolean => givenHere.has(at);

const givenHere = new Set<string>();

/**
 * Stores how trust in a project was given, for later sessions; returns why it cannot, and then no trust must be given
 * either.
 */
export function noteGivenTrust(stateFolder: string, project: string, given: GivenTrust): string | null {
  givenHere.add(given.at);
  try {
    openUnseenTrust(stateFolder).note(project, given);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** How trust was given in a project without a person at a terminal; null when a person had one, or none was given. */
export const unseenTrustIn = (stateFolder: string, project: string): GivenTrust | null =>
  openUnseenTrust(stateFolder).read(project);

/** As text for people: when, and by which programs. */
export const givenWords = ({ at, by }: GivenTrust): string =>
  `trust was given without a person at a terminal, at ${at.slice(0, 16).replace('T', ' ')} UTC by ${by}`;

/** What to do about it. */
export const GIVEN_HINT =
  'if that was you, "hookline trust" in a terminal says so; if not, "hookline untrust", and check the files of the project';

const noticeOf = (path: string, given: GivenTrust): Diagnostic => ({
  severity: 'warning',
  file: path,
  line: null,
  column: null,
  message: givenWords(given),
  hint: GIVEN_HINT,
});
