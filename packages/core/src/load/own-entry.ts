import type { Handler } from '../model/index.ts';

/** What an entry that `hookline connect` wrote into an agent's file says about itself. */
export interface OwnEntryMark {
  /** Id of the agent. */
  readonly agent: string;
  /** The part that no one else can guess. */
  readonly word: string;
}

/** The option whose value makes an entry unlike one that others could write. */
export const ENTRY_OPTION = '--entry';

/** The mark in the arguments of a program; null: it is no entry of ours. */
export function markInArguments(words: readonly string[]): OwnEntryMark | null {
  const at = words.indexOf('hook');
  const [agent, , option, word] = at === -1 ? [] : words.slice(at + 1, at + 5);
  return agent !== undefined && option === ENTRY_OPTION && WORD.test(word ?? '') ? { agent, word: word ?? '' } : null;
}

/** The mark in a line for a shell. */
export function markInLine(line: string): OwnEntryMark | null {
  const [, agent, word] = LINE.exec(line) ?? [];
  return word === undefined || agent === undefined ? null : { agent, word };
}

/** The mark in the address of a request. */
export function markInAddress(url: string): OwnEntryMark | null {
  const [, word, agent] = ADDRESS.exec(url) ?? [];
  return word === undefined || agent === undefined ? null : { agent, word };
}

/** Whether a hook of a file is an entry of ours: it leads here, and is no hook of the agent's user. */
export function isOwnEntry(handler: Handler): boolean {
  if (handler.kind === 'http') return markInAddress(handler.url) !== null;
  if (handler.kind !== 'command') return false;
  if (handler.form === 'argv') return markInArguments(handler.args) !== null;
  return markInLine(handler.form === 'shell' ? handler.script : handler.line) !== null;
}

const WORD = /^[0-9a-f]{32}$/;
const LINE = / hook ([\w-]+) [\w-]+ --entry ([0-9a-f]{32})(?![\w-])/;
const ADDRESS = /^http:\/\/127\.0\.0\.1:\d+\/([0-9a-f]{64})\/hook\/([\w-]+)\//;
