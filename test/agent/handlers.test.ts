import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startOpenAiServer } from '../support/openai-server.ts';
import type { RecordingHook } from './support/hook-files.ts';
import { happened, outputsOf, runsOf, textsOf } from './support/proof.ts';
import { bash, call, calls, FREELY, has, says, story } from './support/story.ts';
import { HOOKLINE, type Workplace } from './support/workplace.ts';
import { skipWithout } from '../support/skip-without.ts';

type Judge = 'kolega' | 'qoder';

/** Puts one handler of the dialect on an event, beside what the place has already in other dialects. */
function handles(place: Workplace, dialect: Judge, event: string, handler: object): void {
  const hooks = { [event]: [{ hooks: [handler] }] };
  if (dialect === 'kolega') place.file('.kolega/hooks.json', JSON.stringify({ schema_version: 1, hooks }));
  else place.file('.qoder/settings.json', JSON.stringify({ hooks }));
}

const judges = (text: string): object => ({ for: 'prompt-hook', text });
const acts = (...all: readonly object[]): object => ({ for: 'agent-hook', calls: all });
const answers = (answer: object): object => acts(call('StructuredOutput', answer));

/** One call of Bash that a hook may deny. */
const TRIES = [calls(bash('touch made')), says('Done.')];

describe.each<[Judge, string]>([
  ['kolega', 'Permission denied for Bash: too bold'],
  ['qoder', 'too bold'],
])('prompt handlers of %s ask the model of the agent', (dialect, denial) => {
  const prompts = (place: Workplace, more: object = {}): void =>
    handles(place, dialect, 'PreToolUse', { type: 'prompt', prompt: 'Is this fine? $ARGUMENTS', ...more });

  test(
    'ok: true lets the action proceed',
    story([], async (place) => {
      prompts(place);
      const asked = await place.ask({ script: [...TRIES, judges('{"ok": true}')], args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse')).toEqual([
        expect.objectContaining({ handler: 'prompt', status: 'passed', fault: null }),
      ]);
    }),
  );

  test(
    'ok: false blocks it with the reason',
    story([], async (place) => {
      prompts(place);
      await place.ask({ script: [...TRIES, judges('{"ok": false, "reason": "too bold"}')], args: FREELY });
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place)).toEqual([denial]);
    }),
  );

  test.each([
    ['words that are no JSON', 'perhaps'],
    ['an ok that is no boolean', '{"ok": "no"}'],
    ['no ok at all', '{"reason": "too bold"}'],
    ['nothing', ''],
  ])('%s in reply: a fault, and the action proceeds', (_, reply) =>
    story([], async (place) => {
      prompts(place);
      const asked = await place.ask({ script: [...TRIES, judges(reply)], args: FREELY });
      expect(asked.status).toBe(0);
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse')).toEqual([
        expect.objectContaining({ status: 'failed', fault: expect.objectContaining({ code: 'bad_output' }) }),
      ]);
    })(),
  );

  test(
    'a model that takes too long: a fault after the timeout, and the action proceeds',
    story([], async (place) => {
      prompts(place, { timeout: 1 });
      const slow = { ...judges('{"ok": false}'), delayMs: 60_000 };
      const asked = await place.ask({ script: [...TRIES, slow], args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse')).toEqual([
        expect.objectContaining({ status: 'timed_out', fault: expect.objectContaining({ code: 'timeout' }) }),
      ]);
    }),
  );

  test(
    'a model that fails: a fault, the action proceeds, and no StopFailure is fired for it',
    story(
      [{ name: 'failure', dialect: dialect === 'qoder' ? 'kolega' : 'qoder', event: 'StopFailure' }],
      async (place) => {
        prompts(place);
        const broken = { for: 'prompt-hook', error: { type: 'server_error', message: 'the server broke' } };
        const asked = await place.ask({ script: [...TRIES, broken], args: FREELY });
        expect(asked.status).toBe(0);
        expect(has(place, 'made')).toBe(true);
        expect(runsOf(asked, 'PreToolUse')).toEqual([
          expect.objectContaining({
            status: 'failed',
            fault: { code: 'unavailable', message: expect.stringContaining('the server broke') },
          }),
        ]);
        expect(place.payloads('failure')).toEqual([]);
      },
    ),
  );
});

describe('slots: a prompt hook names the size of model that it wants', () => {
  test.each<[Judge, string | undefined, string]>([
    ['kolega', undefined, 'small'],
    ['kolega', 'fast', 'small'],
    ['kolega', 'long', 'wide'],
    ['kolega', 'thinking', 'deep'],
    ['qoder', 'thinking', 'deep'],
  ])('%s with model %s asks %s', (dialect, model, expected) =>
    story([], async (place) => {
      const server = await startOpenAiServer([{ text: '{"ok": false, "reason": "too bold"}' }]);
      try {
        const prompt = { type: 'prompt', prompt: 'Fine?', ...(model === undefined ? {} : { model }) };
        handles(place, dialect, 'PreToolUse', prompt);
        const slots = [
          'fast=openai-compatible/small',
          'long=openai-compatible/wide',
          'thinking=openai-compatible/deep',
        ];
        const args = [...FREELY, ...slots.flatMap((slot) => ['--slot', slot])];
        await place.ask({ script: TRIES, args, env: { OPENAI_COMPATIBLE_BASE_URL: server.url } });
        expect(server.requests.map(({ body }) => body['model'])).toEqual([expected]);
        expect(has(place, 'made')).toBe(false);
      } finally {
        await server.close();
      }
    })(),
  );
});

test(
  'a prompt hook of qoder that names no model asks that of the session, whatever slots there are',
  story([], async (place) => {
    handles(place, 'qoder', 'PreToolUse', { type: 'prompt', prompt: 'Fine?' });
    const judges = { for: 'prompt-hook', text: '{"ok": false, "reason": "too bold"}' };
    const asked = await place.ask({
      script: [...TRIES, judges],
      args: [...FREELY, '--slot', 'fast=openai-compatible/small'],
      env: { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/' },
    });
    expect(runsOf(asked, 'PreToolUse').map(({ fault }) => fault)).toEqual([null]);
    expect(has(place, 'made')).toBe(false);
  }),
);

describe('agent handlers are sub-agents of their own', () => {
  test(
    'qoder: it looks with its tools and answers by StructuredOutput; what it says holds',
    story([], async (place) => {
      place.file('notes.txt', 'forbidden');
      handles(place, 'qoder', 'PreToolUse', { type: 'agent', prompt: 'Check $ARGUMENTS' });
      const looks = acts(call('Read', { file_path: 'notes.txt' }));
      const refuses = answers({ ok: false, reason: '{{last_result}}' });
      const asked = await place.ask({ script: [...TRIES, looks, refuses], args: FREELY });
      expect(has(place, 'made')).toBe(false);
      expect(outputsOf(place)).toEqual([expect.stringContaining('forbidden')]);
      expect(happened(asked, 'tool_call').map(({ name }) => name)).toEqual(['Bash']);
      expect(happened(asked, 'subagent')).toEqual([]);
    }),
  );

  test(
    'qoder: ok: true lets the action proceed, and the first answer counts',
    story([], async (place) => {
      handles(place, 'qoder', 'PreToolUse', { type: 'agent', prompt: 'Check.' });
      const twice = acts(call('StructuredOutput', { ok: true }), call('StructuredOutput', { ok: false, reason: 'no' }));
      await place.ask({ script: [...TRIES, twice], args: FREELY });
      expect(has(place, 'made')).toBe(true);
    }),
  );

  test(
    'kolega: the same reply in words counts too',
    story([], async (place) => {
      handles(place, 'kolega', 'Stop', { type: 'agent', prompt: 'Is all done?' });
      const words = (text: string): object => ({ for: 'agent-hook', text });
      const script = [
        says('Done.'),
        says('Now it is.'),
        words('I looked. {"ok": false, "reason": "tests are red"}'),
        words('{"ok": true}'),
      ];
      const asked = await place.ask({ script });
      expect(asked.status).toBe(0);
      expect(textsOf(place, 'user')).toEqual(['Do it.', 'tests are red']);
      expect(textsOf(place, 'assistant')).toEqual(['Done.', 'Now it is.']);
    }),
  );

  test(
    'kolega: it has the full tools, and the user is not asked for permission',
    story([], async (place) => {
      handles(place, 'kolega', 'Stop', { type: 'agent', prompt: 'Is all done?' });
      const asked = await place.ask({ script: [says('Done.'), acts(bash('touch seen')), answers({ ok: true })] });
      expect(asked.status).toBe(0);
      expect(has(place, 'seen')).toBe(true);
    }),
  );

  test(
    'kolega: an agent on PreToolUse or PostToolUse is not loaded, because it would recurse',
    story([], async (place) => {
      handles(place, 'kolega', 'PreToolUse', { type: 'agent', prompt: 'Check.' });
      const asked = await place.ask({ script: TRIES, args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(happened(asked, 'diagnostic').map(({ diagnostic }) => diagnostic.message)).toEqual([
        expect.stringMatching(/recurs/),
      ]);
    }),
  );

  test(
    'qoder: tools is a whitelist',
    story([], async (place) => {
      handles(place, 'qoder', 'PreToolUse', { type: 'agent', prompt: 'Check.', tools: ['Read'] });
      const script = [...TRIES, acts(bash('touch seen')), answers({ ok: false, reason: '{{last_result}}' })];
      await place.ask({ script, args: FREELY });
      expect(has(place, 'seen')).toBe(false);
      expect(outputsOf(place)).toEqual(['There is no tool Bash.']);
    }),
  );

  test(
    'it cannot start sub-agents',
    story([], async (place) => {
      handles(place, 'qoder', 'PreToolUse', { type: 'agent', prompt: 'Check.' });
      const starts = acts(call('Agent', { description: 'x', prompt: 'y', subagent_type: 'general-purpose' }));
      const script = [...TRIES, starts, answers({ ok: false, reason: '{{last_result}}' })];
      await place.ask({ script, args: FREELY });
      expect(outputsOf(place)).toEqual(['There is no tool Agent.']);
    }),
  );

  test(
    'qoder: one that runs out of turns is a fault, and the action proceeds',
    story([], async (place) => {
      handles(place, 'qoder', 'PreToolUse', { type: 'agent', prompt: 'Check.', maxTurns: 2 });
      const looks = acts(bash('echo x >> turns'));
      const asked = await place.ask({ script: [...TRIES, looks, looks, looks, looks], args: FREELY });
      expect(asked.status).toBe(0);
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse')).toEqual([expect.objectContaining({ status: 'failed' })]);
      expect(runsOf(asked, 'PreToolUse')[0]?.fault?.message).toContain('2 model turns');
    }),
  );

  test(
    'one that never answers is asked once to use the tool, and is a fault then',
    story([], async (place) => {
      handles(place, 'qoder', 'PreToolUse', { type: 'agent', prompt: 'Check.' });
      const words = { for: 'agent-hook', text: 'It looks fine to me.' };
      const asked = await place.ask({ script: [...TRIES, words, words], args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse')).toEqual([
        expect.objectContaining({ status: 'failed', fault: expect.objectContaining({ code: 'bad_output' }) }),
      ]);
    }),
  );

  test(
    'one that takes too long is stopped with the command that it runs',
    story([], async (place) => {
      handles(place, 'qoder', 'PreToolUse', { type: 'agent', prompt: 'Check.', timeout: 1 });
      const asked = await place.ask({ script: [...TRIES, acts(bash('sleep 60; touch late'))], args: FREELY });
      expect(asked.status).toBe(0);
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse')).toEqual([
        expect.objectContaining({ status: 'timed_out', fault: expect.objectContaining({ code: 'timeout' }) }),
      ]);
    }),
  );
});

describe('nothing recurses', () => {
  const WATCHERS: readonly RecordingHook[] = [
    { name: 'agent-hooks', dialect: 'agent-hooks', event: 'before_tool' },
    { name: 'agent-hooks-after', dialect: 'agent-hooks', event: 'after_tool' },
    { name: 'kode', dialect: 'kode', event: 'tool_call_pre' },
    { name: 'polytoken', dialect: 'polytoken', event: 'pre_tool_use' },
    { name: 'turns', dialect: 'polytoken', event: 'pre_model_turn' },
    { name: 'stops', dialect: 'polytoken', event: 'subagent_stop' },
  ];

  test(
    'the tool calls and turns of the agent behind a hook fire no hooks of any dialect',
    story(WATCHERS, async (place) => {
      handles(place, 'kolega', 'Stop', { type: 'agent', prompt: 'Is all done?' });
      const script = [says('Done.'), acts(bash('touch seen')), answers({ ok: true })];
      const asked = await place.ask({ script });
      expect(asked.status).toBe(0);
      expect(has(place, 'seen')).toBe(true);
      expect(WATCHERS.map(({ name }) => [name, place.payloads(name).length])).toEqual([
        ['agent-hooks', 0],
        ['agent-hooks-after', 0],
        ['kode', 0],
        ['polytoken', 0],
        ['turns', 1],
        ['stops', 0],
      ]);
    }),
  );

  test(
    'a `hookline fire` that it runs fires no hooks either',
    story(WATCHERS, async (place) => {
      handles(place, 'kolega', 'Stop', { type: 'agent', prompt: 'Is all done?' });
      const words = [
        'fire',
        '--event',
        'PreToolUse',
        '--tool',
        'Bash',
        '--input',
        '{}',
        '--json',
        '--project',
        place.project,
      ];
      const command = [process.execPath, HOOKLINE, ...words].map((word) => `'${word}'`).join(' ');
      const script = [
        says('Done.'),
        acts(bash(`${command} > ${join(place.home, 'fired.json')}; echo $? > status`)),
        answers({ ok: true }),
      ];
      const asked = await place.ask({ script });
      expect(asked.status).toBe(0);
      expect(has(place, 'status')).toBe(true);
      expect(place.payloads('agent-hooks')).toEqual([]);
      expect(place.payloads('polytoken')).toEqual([]);
    }),
  );

  test(
    'a prompt of `hookline fire` outside of hooks does fire them: the guard above is what silences it',
    story(WATCHERS, async (place) => {
      const words = ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{}', '--json'];
      const command = [process.execPath, HOOKLINE, ...words].map((word) => `'${word}'`).join(' ');
      await place.ask({ script: [calls(bash(`${command} > fired.json`)), says('Done.')], args: FREELY });
      expect(place.payloads('polytoken')).toHaveLength(2);
    }),
  );
});

describe('python and module handlers run inside the agent', () => {
  const GUARD = [
    'from kolega_code.hooks import HookOutcome, LifecycleEvent',
    '',
    'def check(event: LifecycleEvent):',
    '    command = event.payload["tool_input"]["command"]',
    '    if "made" in command:',
    '        return HookOutcome.deny(f"python says no to {command}")',
    '    return HookOutcome.empty()',
    '',
  ].join('\n');

  test(
    'a python callable of kolega denies one call and lets another through',
    story([], async (place) => {
      skipWithout('python3');
      place.file('guards/__init__.py', '');
      place.file('guards/secrets.py', GUARD);
      handles(place, 'kolega', 'PreToolUse', { type: 'python', callable: 'guards.secrets:check' });
      const asked = await place.ask({
        script: [calls(bash('touch made'), bash('touch other')), says('Done.')],
        args: FREELY,
      });
      expect(asked.status).toBe(0);
      expect([has(place, 'made'), has(place, 'other')]).toEqual([false, true]);
      expect(outputsOf(place)[0]).toBe('Permission denied for Bash: python says no to touch made');
    }),
  );

  test.each<[Judge, string]>([
    ['kolega', 'Permission denied for Bash: module says no'],
    ['qoder', 'module says no'],
  ])('a JavaScript module of %s does as well', (dialect, denial) =>
    story([], async (place) => {
      const source = [
        'export const guard = ({ name, payload }) =>',
        "  payload.tool_input.command.includes('made') ? { blocked: true, reason: 'module says no' } : undefined;",
      ].join('\n');
      place.file('guards/guard.mjs', source);
      handles(place, dialect, 'PreToolUse', { type: 'module', module: './guards/guard.mjs#guard' });
      await place.ask({ script: [calls(bash('touch made'), bash('touch other')), says('Done.')], args: FREELY });
      expect([has(place, 'made'), has(place, 'other')]).toEqual([false, true]);
      expect(outputsOf(place)[0]).toBe(denial);
    })(),
  );

  test(
    'a python callable that raises is a fault, and the call runs',
    story([], async (place) => {
      skipWithout('python3');
      place.file('guards.py', 'def check(event):\n    raise RuntimeError("broken guard")\n');
      handles(place, 'kolega', 'PreToolUse', { type: 'python', callable: 'guards:check' });
      const asked = await place.ask({ script: TRIES, args: FREELY });
      expect(has(place, 'made')).toBe(true);
      expect(runsOf(asked, 'PreToolUse')).toEqual([
        expect.objectContaining({
          status: 'failed',
          fault: { code: 'exit', message: expect.stringContaining('broken guard') },
        }),
      ]);
    }),
  );
});
