import { dirname, join } from 'node:path';
import { recordFolder } from '@hookline/core/internal';
import { checkedId } from './session-id.ts';

/** Where the sessions of this user are kept. */
export const sessionsFolder = (env: Readonly<Record<string, string | undefined>>, home: string): string =>
  join(dirname(recordFolder(env, home)), 'sessions');

/** The file of a session; throws a UsageProblem on an id that could escape the folder. */
export const transcriptPath = (folder: string, id: string): string => join(folder, `${checkedId(id)}.jsonl`);

/** The file of a sub-agent, in a folder of its session; throws a UsageProblem on an id that could escape the folder. */
export const subagentTranscriptPath = (folder: string, sessionId: string, agentId: string): string =>
  join(folder, checkedId(sessionId), `agent-${checkedId(agentId)}.jsonl`);
