import { join } from 'node:path';
import type { Hook } from '../model/index.ts';
import { sha256 } from '../text/sha256.ts';
import type { Frame } from './frame.ts';

/**
 * A file of a hook's own in the session, whose lines a host may hand to the commands that it runs later; undefined where
 * the session has no name, or the host no folder for such files.
 */
export function sessionFile(
  { event, native, place }: Frame,
  { id }: Hook,
  extension: '.sh' | '.json' = '.sh',
): string | undefined {
  const { session_id: session } = event;
  if (place.sessionFiles === undefined || typeof session !== 'string' || session === '') return undefined;
  return join(
    sessionFolder(place.sessionFiles, session),
    `${native.toLowerCase()}-${sha256(id).slice(0, 12)}${extension}`,
  );
}

/** The folder of such files of one session. */
export const sessionFolder = (files: string, session: string): string => join(files, folderName(session));

/** The id of a session as the name of a folder; one that cannot be such a name stands for itself as a digest. */
const folderName = (session: string): string =>
  /^[A-Za-z0-9][\w-]{0,99}$/.test(session) ? session : sha256(session).slice(0, 32);
