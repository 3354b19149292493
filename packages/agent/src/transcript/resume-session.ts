import { existsSync, statSync } from 'node:fs';
import { didYouMean, errorText } from '@hookline/core/internal';
import type { ConversationItem } from '../contract/conversation.ts';
import type { Task } from '../contract/task.ts';
import { UsageProblem } from '../contract/model.ts';
import { latestSessions, newestSessionOf } from './list-sessions.ts';
import { repairConversation } from './repair-conversation.ts';
import { transcriptPath } from './places.ts';
import { readTranscript } from './read-transcript.ts';
import type { ReadTranscript, TranscriptProblem } from './read-transcript.ts';
import type { TranscriptEntry } from './transcript-entry.ts';

/** A session as it was left; what the transcript does not hold is null. */
export interface ResumedSession {
  readonly id: string;
  readonly path: string;
  /** The conversation since the last compaction or clear, such that a model accepts it. */
  readonly items: readonly ConversationItem[];
  readonly project: string | null;
  /** null also when that folder is gone. */
  readonly cwd: string | null;
  readonly mode: string | null;
  readonly title: string | null;
  /** Folders that were added and still exist. */
  readonly folders: readonly string[];
  readonly tasks: readonly Task[];
  /** Lines that could not be read. */
  readonly problems: readonly TranscriptProblem[];
}

/** Reads a session again, or with the id `last` the newest of the project; throws a UsageProblem when there is none. */
export function resumeSession(folder: string, id: string, project: string): ResumedSession {
  const found = id === 'last' ? newestSessionOf(folder, project) : id;
  if (found === null) throw new UsageProblem(`${project} has no session to resume yet; start one without --resume`);
  const path = transcriptPath(folder, found);
  if (!existsSync(path)) throw new UsageProblem(unknownSession(folder, found));
  const { entries, problems } = readOrThrow(path);
  return { id: found, path, ...stateAfter(entries), problems };
}

const SHOWN = 3;

function unknownSession(folder: string, id: string): string {
  const ids = latestSessions(folder);
  if (ids.length === 0) return `no session "${id}": there is none yet in ${folder}; start one without --resume`;
  // Ids of one day look alike: only a near miss is worth a guess.
  const meant = ids.find((known) => known.startsWith(id)) ?? didYouMean(id, ids, 0.2);
  if (meant !== null) return `no session "${id}"; did you mean "${meant}"?`;
  return `no session "${id}"; the latest are ${ids.slice(0, SHOWN).join(', ')}, and "last" is the newest of this project`;
}

function readOrThrow(path: string): ReadTranscript {
  let read: ReadTranscript;
  try {
    read = readTranscript(path);
  } catch (error) {
    const why = errorText(error);
    throw new UsageProblem(`the transcript ${path} cannot be read (${why}); fix that, or start without --resume`);
  }
  if (read.entries.length > 0) return read;
  throw new UsageProblem(`the transcript ${path} holds no entry of a session; start without --resume`);
}

type State = Pick<ResumedSession, 'items' | 'project' | 'cwd' | 'mode' | 'title' | 'folders' | 'tasks'>;

function stateAfter(entries: readonly TranscriptEntry[]): State {
  const start: State = { items: [], project: null, cwd: null, mode: null, title: null, folders: [], tasks: [] };
  let items: ConversationItem[] = [];
  const state = entries.reduce((before, entry) => {
    if (entry.type === 'item' && entry.agent === null) items.push(entry.item);
    if (entry.type === 'cleared') items = [];
    if (entry.type === 'compacted') items = [...entry.items];
    return { ...before, ...changeBy(entry, before) };
  }, start);
  return {
    ...state,
    items: repairConversation(items),
    cwd: isFolder(state.cwd) ? state.cwd : null,
    folders: state.folders.filter(isFolder),
  };
}

function isFolder(path: string | null): boolean {
  try {
    return path !== null && statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function changeBy(entry: TranscriptEntry, { folders }: State): Partial<State> {
  switch (entry.type) {
    case 'session':
      return { project: entry.project, cwd: entry.cwd };
    case 'mode':
      return { mode: entry.mode };
    case 'title':
      return { title: entry.title };
    case 'cwd':
      return { cwd: entry.cwd };
    case 'folder':
      return { folders: [...folders, entry.path] };
    case 'tasks':
      return { tasks: entry.tasks };
    // A resumed session asks the model that its call names.
    case 'model':
    case 'item':
    case 'hook':
    case 'compacted':
    case 'cleared':
    case 'turn_end':
      return {};
  }
}
