import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConversationItem, ToolResult, TurnEnd } from '@hookline/agent';
import { expect } from 'vitest';
import type { RecordingHook } from '../support/hook-files.ts';
import { happened, itemsOf } from '../support/proof.ts';
import { bash, call, calls, reminderOf } from '../support/story.ts';
import type { Asked, Workplace } from '../support/workplace.ts';

/** The entry of a hook that has a name of its own. */
export const NAMED = { name: 'the hook' };

/** A recording hook of an event, called `hook` if nothing else is said. */
export const hook = (event: string, more: Partial<RecordingHook> = {}): RecordingHook => ({
  name: 'hook',
  dialect: 'qoder',
  event,
  ...more,
});

/** A context of a hook that is `NAMED`, as the model reads it. */
export const fromHook = (text: string): string => reminderOf(NAMED.name, text);

/** What every Qoder payload carries. */
export const common = (place: Workplace, event: string, mode = 'default'): Readonly<Record<string, unknown>> => ({
  session_id: expect.any(String) as unknown,
  transcript_path: expect.stringMatching(/\/sessions\/[^/]+\.jsonl$/) as unknown,
  cwd: place.project,
  hook_event_name: event,
  permission_mode: mode,
});

/** A call that hands a task to a sub-agent of the type that is always there. */
export const delegates = (more: object = {}): object =>
  call('Agent', { description: 'a task', prompt: 'Look around.', subagent_type: 'general-purpose', ...more });

/** True once a recording hook has been called for the n-th time. */
export const wasCalled = (place: Workplace, hook: string, call = 1): boolean => existsSync(recordOf(place, hook, call));

const recordOf = ({ project }: Workplace, hook: string, call: number): string =>
  join(dirname(project), 'records', `${hook}.${call}.json`);

/**
 * Steps that give watchers and background hooks time: each waits a moment, or not at all once the hook has been called.
 * What was noticed is told between two model turns, so that one long wait would not do.
 */
export const waitsFor = (place: Workplace, hook: string, call = 1): readonly object[] => {
  const wait = `for i in 1 2 3 4 5 6; do [ -e '${recordOf(place, hook, call)}' ] && break; sleep 0.05; done`;
  return Array.from({ length: 20 }, () => calls(bash(wait)));
};

/** The conversation of the main agent since its last clearing or compaction. */
export function items(place: Workplace): readonly ConversationItem[] {
  const lines = place.transcript();
  const since = lines.findLastIndex(({ type }) => type === 'cleared' || type === 'compacted');
  const before = (lines[since]?.['items'] ?? []) as readonly ConversationItem[];
  const after = lines.slice(since + 1).flatMap((line) => (line['type'] === 'item' ? [line['item']] : []));
  return [...before, ...(after as readonly ConversationItem[])];
}

/** What the model was told about its calls. */
export const resultsOf = (place: Workplace): readonly ToolResult[] =>
  itemsOf(place, 'results').flatMap(({ results }) => results);

/** The items of all sub-agents of the newest session. */
export function subagentItems(place: Workplace): readonly ConversationItem[] {
  const folder = join(place.home, '.local/state/hookline/sessions', String(place.transcript()[0]?.['id']));
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as { readonly type: string; readonly item: ConversationItem })
    .flatMap(({ type, item }) => (type === 'item' ? [item] : []));
}

/** How the turn ended. */
export const endOf = (asked: Asked): Partial<TurnEnd> & { readonly status: number | null } => {
  const { how, reason } = happened(asked, 'turn_end').at(-1) ?? {};
  return { status: asked.status, ...(how === undefined ? {} : { how }), ...(reason === undefined ? {} : { reason }) };
};

/** The end of a turn in which all went well. */
export const WELL = { status: 0, how: 'done', reason: null };

const SERVER = fileURLToPath(new URL('../../programs/mcp-stdio.mjs', import.meta.url));

/** Gives the project the MCP server `tools`. */
export const withServer = (place: Workplace): void => {
  const tools = { command: process.execPath, args: [SERVER] };
  place.file('.mcp.json', JSON.stringify({ mcpServers: { tools } }));
};

/** Makes the project a git repository with one commit. */
export const withRepository = (place: Workplace): void => {
  place.file('README', 'one\n');
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.test'];
  for (const args of [
    ['init', '-q'],
    ['add', 'README'],
    [...identity, 'commit', '-q', '-m', 'first'],
  ]) {
    const { status, stderr } = spawnSync('git', args, { cwd: place.project, env: place.env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
};
