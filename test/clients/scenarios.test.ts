import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FAULT_DIALECTS } from '../faults/dialects.ts';
import { ADOPTIONS } from './adopted.ts';
import type { Run } from './client.ts';
import { costOf, durations, median, timesToBegin } from './cost.ts';
import { makePlace } from './place.ts';
import { SCENARIOS, WAYS } from './scenarios.ts';
import {
  type Behaviour,
  CONTEXT,
  countingHook,
  functionHook,
  inlineHook,
  REASON,
  REWRITTEN,
  SEEDS,
  seedHook,
  type SeedHook,
} from './seeds.ts';
import { GATHERINGS } from './together.ts';

const COMMAND = fileURLToPath(new URL('../../packages/cli/dist/hookline.js', import.meta.url));

const EVENTS = {
  PreToolUse: { tool_name: 'Bash', tool_input: { command: 'echo ok > ran.txt' }, tool_use_id: 't-1' },
  UserPromptSubmit: { prompt: 'Do it' },
  Stop: { stop_hook_active: false, last_assistant_message: 'DONE' },
};

/** Fires the event at the hook with our own command. */
async function fire(hook: SeedHook): Promise<unknown> {
  const place = makePlace();
  try {
    place.lay(hook.files);
    const event = { hook_event_name: hook.at, session_id: 's-1', cwd: place.project, ...EVENTS[hook.at] };
    const env = { PATH: process.env['PATH'] ?? '', HOME: place.home };
    return await new Promise((resolve) => {
      const words = [COMMAND, 'fire', '-', '--project', place.project, '--json'];
      const child = execFile(process.execPath, words, { env, cwd: place.project }, (_error, stdout, stderr) => {
        resolve(stdout === '' ? stderr : JSON.parse(stdout));
      });
      child.stdin?.end(JSON.stringify(event));
    });
  } finally {
    place.remove();
  }
}

const withReason = (effect: string) => ({
  decision: 'block',
  block: { effect, reason: expect.stringContaining(REASON) as string },
});

const MEANT: Readonly<Partial<Record<Behaviour, object>>> = {
  refuses: withReason('deny_tool'),
  'is silent': { decision: 'none', block: null, additionalContext: [], hooks: [{ status: 'passed' }] },
  consents: { block: null, hooks: [{ status: 'passed' }] },
  'rewrites the input': { block: null, updatedInput: { command: REWRITTEN } },
  'adds a context': { block: null, additionalContext: [expect.stringContaining(CONTEXT)] },
  'keeps the agent working': withReason('keep_working'),
  'rejects the prompt': withReason('reject_prompt'),
  fails: { hooks: [{ exitCode: 1 }] },
};

const rows = Object.keys(SEEDS).flatMap((id) =>
  (Object.keys(MEANT) as readonly Behaviour[]).map((does) => [id, does, seedHook(id, does)] as const),
);

test.each(rows.filter((row) => typeof row[2] !== 'string'))(
  'the hook of %s that %s does so',
  { timeout: 60_000 },
  async (_id, does, hook) => {
    expect(await fire(hook as SeedHook)).toMatchObject(MEANT[does] ?? {});
  },
);

test('where a dialect cannot do it, the reason is given', () => {
  const missing = rows.flatMap(([id, does, hook]) => (typeof hook === 'string' ? [`${id} ${does}`] : []));
  expect(missing).toEqual([
    'agent-hooks rejects the prompt',
    'kode adds a context',
    'kode keeps the agent working',
    'polytoken rewrites the input',
  ]);
});

test('a function and a line of shell are hooks as well', { timeout: 60_000 }, async () => {
  expect(await fire(functionHook())).toMatchObject(withReason('deny_tool'));
  expect(await fire(inlineHook('exit 0'))).toMatchObject({ decision: 'none', hooks: [{ status: 'passed' }] });
});

test('what the hook does first is part of its program, and sees what it was told', () => {
  const hook = seedHook('qoder', 'refuses', 'echo first');
  expect(Object.entries((hook as SeedHook).files)).toContainEqual([
    join('home', 'programs/guard.sh'),
    expect.stringMatching(/^#!\/bin\/sh\ninput=\$\(cat\)\necho first\nprintf /),
  ]);
});

test('every scenario has a name of its own, and every mishap of ours is tried by every way', () => {
  expect(new Set(SCENARIOS.map(({ id }) => id)).size).toBe(SCENARIOS.length);
  const own = SCENARIOS.filter(({ mishap }) => mishap !== undefined && !mishap.startsWith('a project'));
  const mishaps = [...new Set(own.map(({ mishap }) => mishap))];
  expect(own.map(({ mishap, way }) => [mishap, way])).toEqual(
    mishaps.flatMap((mishap) => WAYS.map((way) => [mishap, way])),
  );
  expect(own.filter(({ ran }) => ran !== null)).toEqual([]);
});

test('adoptions have names of their own, and a hook is tried left, adopted and given back', () => {
  const ids = [...SCENARIOS, ...ADOPTIONS, ...GATHERINGS].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(ADOPTIONS.map(({ is }) => is))).toEqual(new Set(['left', 'adopted', 'given back']));
});

test.each(['claude', 'codex', 'copilot', 'qwen', 'kimi', 'gemini'])(
  'the hook of %s that counts its runs stands in its own files',
  (id) => {
    const dialect = FAULT_DIALECTS.find((each) => each.id === id);
    if (dialect === undefined) throw new Error(`no dialect ${id}`);
    const files = Object.entries(countingHook(dialect, 'refuses', 'user'));
    expect(files).toContainEqual([
      expect.stringContaining(dialect.folders.user),
      expect.toSatisfy((content) => JSON.stringify(content).includes('programs/guard.sh')),
    ]);
    expect(files).toContainEqual([
      'home/programs/guard.sh',
      expect.stringMatching(/^#!\/bin\/sh\ninput=\$\(cat\)\necho guard >> '\{\{root\}\}\/runs'\nprintf /),
    ]);
  },
);

test('a cost is a ratio of medians, and none where an entry seems to take no time', () => {
  expect(costOf('http', [{ own: [8, 9, 10], shell: [4, 4.5, 5] }])).toEqual({
    way: 'http',
    ms: 9,
    shellMs: 4.5,
    ratio: 2,
  });
  const floored = [{ own: [8, 9, 10], shell: [4, 4.5, 5], floor: [5, 6, 7] }];
  expect(costOf('http', floored)).toMatchObject({ ratio: 2, floorMs: 6 });
  expect(() => costOf('client', [{ own: [30], shell: [-8] }])).toThrow('too busy to measure');
  expect(() => costOf('http', [{ own: [50], shell: [0.31] }])).toThrow('too busy to measure');
});

test('the cost of a hook is the time between the two lines about it, without the first calls', () => {
  const line = (subtype: string, id: number) => ({ subtype, hook_event: 'PreToolUse', hook_id: `${id}` });
  const lines = Array.from({ length: 6 }, (_, id) => [line('hook_started', id), line('hook_response', id)]).flat();
  const arrivals = [0, 50, 100, 150, 200, 250, 300, 305, 400, 407, 500, 506];
  const run = { lines, arrivals } as unknown as Run;
  expect(durations(run, 'PreToolUse')).toEqual([5, 7, 6]);
  expect(durations(run, 'PostToolUse')).toEqual([]);
  expect(median([5, 7, 6])).toBe(6);
  expect(median([1, 2, 3, 10])).toBe(2.5);
});

test('where a program prints no such lines, the time from the last request to the beginning of a call counts', () => {
  const [asked, begun] = [
    [0, 5, 100, 200, 300, 400, 500],
    [20, 120, 220, 307, 409],
  ];
  expect(timesToBegin(asked, begun)).toEqual([7, 9]);
});
