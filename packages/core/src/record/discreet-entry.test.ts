import { expect, test } from 'vitest';
import type { HookRun } from '../model/index.ts';
import { keepSecret } from '../text/secrets.ts';
import { discreetEntry } from './entry.ts';
import type { RecordEntry } from './entry.ts';
import { lineOf, parseLine } from './chain.ts';

const run: HookRun = {
  id: 'durationMs',
  name: 'n durationMs',
  dialect: 'agent-hooks',
  scope: 'user',
  source: '/s',
  handler: 'http',
  status: 'timed_out',
  exitCode: null,
  signal: null,
  durationMs: 1,
  stdout: 'timed_out',
  stderr: 'agent-hooks',
  truncated: [],
  fault: { code: 'timeout', message: 'timed_out' },
  why: null,
  notes: ['messages'],
  quiet: false,
};

const ENTRIES: readonly (readonly [RecordEntry, string])[] = [
  [
    {
      v: 1,
      kind: 'start',
      id: 'd',
      at: '2026-01-01T00:00:00.000Z',
      pid: 1,
      project: '/p',
      hooks: ['durationMs'],
      event: { hook_event_name: 'PreToolUse', session_id: 's', tool_input: { durationMs: 'PreToolUse' } },
    },
    '"tool_input":{"${STAT}":"${EVENT}"}',
  ],
  [
    {
      v: 1,
      kind: 'end',
      id: 'd',
      at: '2026-01-01T00:00:00.000Z',
      durationMs: 3,
      hooks: [run],
      outcome: {
        decision: 'block',
        reason: 'decision',
        block: { effect: 'deny_tool', reason: 'messages', hook: 'h' },
        rewritten: [],
        contexts: { count: 1, texts: ['contexts'] },
        extra: { messages: 1 },
        messages: [{ level: 'error', text: 'durationMs', hook: 'h', code: null }],
      },
    },
    '"contexts":{"count":1,"texts":["${CONTEXTS}"]},"extra":{"${MESSAGES}":1},"messages":[{"level":"error","text":"${STAT}","hook":"h","code":null}]',
  ],
  [
    { v: 1, kind: 'background', id: 'd', at: '2026-01-01T00:00:00.000Z', hook: run },
    '"stdout":"${LATE}","stderr":"${WORD}","truncated":[],"fault":{"code":"timeout","message":"${LATE}"}',
  ],
  [{ v: 1, kind: 'note', id: null, at: '2026-01-01T00:00:00.000Z', text: 'decision' }, '"text":"${DECISION}"'],
];

test.each(ENTRIES)(
  'secrets that are spelled like words of an entry are concealed, and it stays an entry: %j',
  (entry, said) => {
    keepSecret({ STAT: 'durationMs', EVENT: 'PreToolUse', MESSAGES: 'messages', CONTEXTS: 'contexts' });
    keepSecret({
      LATE: 'timed_out',
      WORD: 'agent-hooks',
      DECISION: 'decision',
      KIND: 'background',
      HOOK: 'hook_event_name',
    });
    const line = lineOf(discreetEntry(entry));
    expect(parseLine(line.trimEnd())).not.toBeNull();
    expect(line).toContain(said);
  },
);
