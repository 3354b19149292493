import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fromLines } from './from-lines.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-transcript-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function read(...lines: readonly unknown[]): Promise<readonly unknown[]> {
  const file = join(folder, 'lines.jsonl');
  writeFileSync(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  const found: unknown[] = [];
  for await (const part of fromLines(file, 't').read())
    found.push(
      part.kind === 'event'
        ? [part.id, part.event, part.recorded?.decision ?? null, part.project]
        : [part.id, part.kind, part.why],
    );
  return found;
}

describe('lines of events', () => {
  it('are taken as they are; what is none is told with its place', async () => {
    const event = { hook_event_name: 'Stop', session_id: 's', cwd: '/p', timestamp: '2026-01-01T00:00:00Z' };
    expect(await read(event, '', '{half', { hook_event_name: 'Stopp' }, [1], { v: 1, kind: 'start' }, {})).toEqual([
      ['t:1', event, null, null],
      ['t:3', 'unreadable', 'a JSON object was expected'],
      ['t:4', 'unreadable', 'unknown event "Stopp"; did you mean "Stop"? (see "hookline events")'],
      ['t:5', 'unreadable', 'a JSON object was expected'],
      ['t:6', 'unreadable', 'a line of a record; name the folder of the record instead'],
      ['t:7', 'unreadable', 'neither an event nor a line of a transcript'],
    ]);
  });
});

describe('a transcript of messages', () => {
  const around = { sessionId: 's', cwd: '/p', timestamp: '2026-01-01T00:00:00Z' };
  const user = (content: unknown, more: object = {}): object => ({
    type: 'user',
    ...around,
    ...more,
    message: { role: 'user', content },
  });
  const use = (id: string, command: string): object => ({
    type: 'assistant',
    ...around,
    message: {
      role: 'assistant',
      content: [
        { type: 'text', text: 'hm' },
        { type: 'tool_use', id, name: 'Bash', input: { command } },
      ],
    },
  });
  const result = (id: string, content: unknown, isError = false): object =>
    user([{ type: 'tool_result', tool_use_id: id, content, is_error: isError }]);
  const base = { session_id: 's', cwd: '/p' };
  const call = (id: string, command: string): object => ({
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: id,
    ...base,
  });

  it('gives the prompt, each call with what became of it, and its result', async () => {
    expect(
      await read(
        { type: 'summary', summary: 'x' },
        user('do it'),
        user('caveat', { isMeta: true }),
        use('a', 'ls'),
        result('a', [{ type: 'text', text: 'file' }]),
        use('b', 'rm -rf /'),
        result('b', 'refused', true),
        use('c', 'sleep 9'),
      ),
    ).toEqual([
      ['t:2', { hook_event_name: 'UserPromptSubmit', prompt: 'do it', ...base }, 'none', null],
      ['t:4/a', { hook_event_name: 'PreToolUse', ...call('a', 'ls') }, 'none', null],
      ['t:5/a', { hook_event_name: 'PostToolUse', ...call('a', 'ls'), tool_response: 'file' }, null, null],
      ['t:6/b', { hook_event_name: 'PreToolUse', ...call('b', 'rm -rf /') }, null, null],
      ['t:7/b', { hook_event_name: 'PostToolUseFailure', ...call('b', 'rm -rf /'), error: 'refused' }, null, null],
      ['t:8/c', { hook_event_name: 'PreToolUse', ...call('c', 'sleep 9') }, null, null],
    ]);
  });

  it('may consist of bare messages', async () => {
    expect(await read({ role: 'user', content: 'hello' }, { role: 'assistant', content: 'hi' })).toEqual([
      ['t:1', { hook_event_name: 'UserPromptSubmit', prompt: 'hello' }, 'none', null],
    ]);
  });
});

describe('a transcript of the reference agent', () => {
  const at = { timestamp: '2026-01-01T00:00:00Z' };
  const item = (content: object, agent: string | null = null): object => ({
    ...at,
    type: 'item',
    item: content,
    agent,
  });
  const calls = (...ids: readonly string[]): object =>
    item({ kind: 'assistant', text: '', calls: ids.map((id) => ({ id, name: 'Bash', input: { command: id } })) });
  const results = (...pairs: readonly (readonly [string, boolean])[]): object =>
    item({ kind: 'results', results: pairs.map(([id, isError]) => ({ id, name: 'Bash', output: 'out', isError })) });
  const hook = (decision: string): object => ({
    ...at,
    type: 'hook',
    event: 'PreToolUse',
    decision,
    effect: null,
    reason: 'why',
    hooks: [],
    agent: null,
  });
  const session = {
    ...at,
    type: 'session',
    version: 1,
    id: 's',
    project: '/p',
    cwd: '/p/sub',
    model: 'm',
    source: 'startup',
  };
  const brief = async (...lines: readonly unknown[]): Promise<unknown> =>
    (await read(session, ...lines)).map((part) => {
      const [, event, decision] = part as [string, { hook_event_name: string; tool_use_id?: string }, string | null];
      return [event.hook_event_name, event.tool_use_id ?? null, decision];
    });

  it('gives prompts, calls and results with session, folder and project', async () => {
    expect(
      await read(session, item({ kind: 'user', text: 'go' }), item({ kind: 'user', text: 'inner' }, 'agent-1')),
    ).toEqual([
      ['t:2', { hook_event_name: 'UserPromptSubmit', prompt: 'go', session_id: 's', cwd: '/p/sub' }, 'none', '/p'],
    ]);
    expect(await brief(calls('a'), hook('none'), results(['a', false]))).toEqual([
      ['PreToolUse', 'a', 'none'],
      ['PostToolUse', 'a', null],
    ]);
  });

  it('knows what was decided where there was one call, or where all were decided alike', async () => {
    expect(await brief(calls('a'), hook('none'), hook('block'), results(['a', true]))).toEqual([
      ['PreToolUse', 'a', 'block'],
    ]);
    expect(await brief(calls('a', 'b'), hook('block'), hook('none'), results(['a', true], ['b', false]))).toEqual([
      ['PreToolUse', 'a', null],
      ['PostToolUseFailure', 'a', null],
      ['PreToolUse', 'b', 'none'],
      ['PostToolUse', 'b', null],
    ]);
  });
});
