import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aDialect, aFrame, aPlace } from '../../../../test/support/hooks.ts';
import { AGENTS } from '../agents/index.ts';
import { inOwnWords } from '../engine/frame.ts';
import { payloadOf } from '../engine/payload.ts';
import type { Dialect, Json, JsonObject } from '../model/index.ts';
import type { KnownAgent } from './hear.ts';
import { environmentBeforeAgent, hear, secretsIn, withoutSecretVariables } from './hear.ts';

/** Payloads as the agents write them, by agent: the shape is theirs, prompts and paths are ours. */
interface Samples {
  readonly env: Readonly<Record<string, string>>;
  /** `$event`: the event of the entry, which the payload does not tell. */
  readonly payloads: readonly JsonObject[];
}

const SAMPLES = AGENTS.map((agent) => {
  const file = new URL(`../../../../test/agents/${agent.id}.json`, import.meta.url);
  const known: KnownAgent = { agent, dialect: aDialect(agent.dialect) };
  return { known, ...(JSON.parse(readFileSync(file, 'utf8')) as Samples) };
});

const PAYLOADS = SAMPLES.flatMap(({ known, env, payloads }) =>
  payloads.map((sample, index) => {
    const { $event: event, ...payload } = sample;
    const name = `${known.agent.id} ${index} ${JSON.stringify(nameIn(sample))}`;
    return { known, env, payload, name, ...(typeof event === 'string' ? { event } : {}) };
  }),
);

function nameIn({ $event: event, hook_event_name: name }: JsonObject): Json | undefined {
  return event ?? name;
}

describe.each(SAMPLES)('samples of $known.agent.id', ({ known: { agent, dialect }, payloads }) => {
  test('hold every event that the agent has', () => {
    const seen = new Set(payloads.map(nameIn));
    expect(Object.keys(agent.events).filter((name) => !seen.has(name))).toEqual([]);
    // Under one of its spellings an event is registered once.
    const heard = Object.entries(dialect.events).flatMap(([name, { means, spellingOf }]) =>
      means.length === 0 || spellingOf !== undefined ? [] : [name],
    );
    expect(Object.keys(agent.events).toSorted()).toEqual(heard.toSorted());
  });
});

describe('a payload', () => {
  test.each(PAYLOADS)(
    'is heard, and written again it has the same keys: $name',
    ({ known, env, payload, ...entry }) => {
      const heard = hear(known, { text: `${JSON.stringify(payload)}\n`, env, cwd: '/home/ana/app', ...entry });
      if (!heard.ok) throw new Error(heard.why);
      expect(heard.project).toBe('/home/ana/app');
      const { agent, dialect } = known;
      const again = payloadOf(
        inOwnWords(
          aFrame(dialect.id, heard.event, aPlace({ project: '/home/ana/app', toolNames: 'native' }), heard.native),
        ),
      );
      const left = (object: JsonObject): JsonObject =>
        Object.fromEntries(Object.entries(object).filter(([name]) => !agent.secrets.fields.includes(name)));
      expect(left(JSON.parse(JSON.stringify(again)) as JsonObject)).toEqual(left(payload));
      expect(Object.keys(again).toSorted()).toEqual(expect.arrayContaining(Object.keys(left(payload)).toSorted()));
      for (const field of agent.secrets.fields) expect(heard.event).not.toHaveProperty(field);
    },
  );
});

/** An agent of a system with other names, which tells its event only by its entry, and a person's address. */
const OTHER: KnownAgent = {
  agent: {
    ...(AGENTS[0] as KnownAgent['agent']),
    id: 'other',
    dialect: 'kode',
    secrets: { variables: ['OTHER_TOKEN'], fields: ['user_email', 'account.mail'] },
  },
  dialect: { ...aDialect('kode'), commonFields: aDialect('kode').commonFields.filter(({ name }) => name !== 'event') },
};

const heardBy = (known: KnownAgent, payload: Json, event?: string): unknown =>
  hear(known, { text: JSON.stringify(payload), env: {}, cwd: '/p', ...(event === undefined ? {} : { event }) });

describe('what is heard', () => {
  const call = { session_id: 's', tool: 'write_file', input: { path: 'a', content: 'b' } };

  test('has the event of the entry where the payload names none, and neutral names of tools', () => {
    expect(heardBy(OTHER, call, 'tool_call_pre')).toMatchObject({
      ok: true,
      native: 'tool_call_pre',
      project: '/p',
      event: { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'a', content: 'b' } },
    });
  });

  test.each([
    [
      { llmContent: 'x', returnDisplay: 'x' },
      { hook_event_name: 'PostToolUse', tool_response: 'x' },
    ],
    [
      { llmContent: 'x', returnDisplay: 'x', error: { message: 'not found', type: 'file_not_found' } },
      { hook_event_name: 'PostToolUseFailure', error: 'not found', error_type: 'file_not_found' },
    ],
  ])('is a failure where the response of Gemini CLI holds an error: %j', (response, event) => {
    const agent = AGENTS.find(({ id }) => id === 'gemini');
    if (agent === undefined) throw new Error('no agent gemini');
    const payload = { hook_event_name: 'AfterTool', cwd: '/p', tool_name: 'read_file', tool_response: response };
    expect(hear({ agent, dialect: aDialect('gemini') }, { text: JSON.stringify(payload), env: {} })).toMatchObject({
      event,
    });
  });

  test.each([
    [0, false],
    [2, true],
  ])('is a stop after %d hooks of Cursor that kept the agent at work: %s', (count, active) => {
    const agent = AGENTS.find(({ id }) => id === 'cursor');
    if (agent === undefined) throw new Error('no agent cursor');
    const text = JSON.stringify({ hook_event_name: 'stop', status: 'completed', loop_count: count });
    expect(hear({ agent, dialect: aDialect('cursor') }, { text, env: {} })).toMatchObject({
      event: { hook_event_name: 'Stop', loop_count: count, stop_hook_active: active },
    });
  });

  test('has the neutral name of a sub-agent of Codex', () => {
    const agent = AGENTS.find(({ id }) => id === 'codex');
    if (agent === undefined) throw new Error('no agent codex');
    const text =
      '{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"spawn_agent","tool_input":{}}';
    expect(hear({ agent, dialect: aDialect('codex') }, { text, env: {} })).toMatchObject({
      event: { tool_name: 'Agent' },
    });
  });

  test('is by the payload where it and the entry differ', () => {
    const known: KnownAgent = { ...OTHER, dialect: aDialect('kode') };
    expect(heardBy(known, { ...call, event: 'tool_call_post' }, 'tool_call_pre')).toMatchObject({
      native: 'tool_call_post',
    });
  });

  test('is no event where the agent calls its entry without one', () => {
    const row = {
      timeoutSeconds: 1,
      ways: ['command'],
      registered: true,
      noEventWhen: { field: 'tool', is: '' },
    } as const;
    const known: KnownAgent = { ...OTHER, agent: { ...OTHER.agent, events: { tool_call_pre: row } } };
    expect(heardBy(known, { ...call, tool: '' }, 'tool_call_pre')).toMatchObject({ ok: true, isNone: true });
    expect(heardBy(known, call, 'tool_call_pre')).not.toHaveProperty('isNone');
  });

  test.each(['approved', 'cancelled', 'error'])('of Kimi Code is no denial where its decision is %s', (decision) => {
    const agent = AGENTS.find(({ id }) => id === 'kimi');
    if (agent === undefined) throw new Error('no Kimi Code');
    const payload = {
      hook_event_name: 'PermissionResult',
      session_id: 's',
      cwd: '/p',
      tool_name: 'Bash',
      tool_input: {},
    };
    const heard = (told: string) =>
      hear({ agent, dialect: aDialect('kimi') }, { text: JSON.stringify({ ...payload, decision: told }), env: {} });
    expect(heard(decision)).toMatchObject({ ok: true, isNone: true });
    expect(heard('rejected')).toMatchObject({ ok: true, event: { hook_event_name: 'PermissionDenied' } });
    expect(heard('rejected')).not.toHaveProperty('isNone');
  });

  test.each<[Json, Json]>([
    ['{"command":"rm -rf x","n":1.0}', { command: 'rm -rf x', n: 1 }],
    ['rm -rf x', 'rm -rf x'],
    ['["rm"]', '["rm"]'],
    ['{"command":', '{"command":'],
  ])('has the arguments of a tool that come as a JSON text: %j', (toolArgs, input) => {
    const agent = AGENTS.find(({ id }) => id === 'copilot');
    if (agent === undefined) throw new Error('no Copilot');
    const text = JSON.stringify({ sessionId: 's', cwd: '/p', toolName: 'bash', toolArgs });
    expect(hear({ agent, dialect: aDialect('copilot') }, { text, env: {}, event: 'preToolUse' })).toMatchObject({
      event: { tool_name: 'Bash', tool_input: input },
    });
  });

  test.each([
    ['{"command":"ls","command":"rm -rf x"}', 'JSON text with a doubled key'],
    ['{"command":"ls","comm\\u0061nd":"rm -rf x"}', 'JSON text with a doubled key'],
    [`{"command":"rm -rf x","more":${'['.repeat(600)}${']'.repeat(600)}}`, 'JSON text that is nested too deeply'],
  ])('is nothing where it is not certain what the JSON text of the arguments says: %#', (toolArgs, what) => {
    const agent = AGENTS.find(({ id }) => id === 'copilot');
    if (agent === undefined) throw new Error('no Copilot');
    const text = JSON.stringify({ sessionId: 's', cwd: '/p', toolName: 'bash', toolArgs });
    expect(hear({ agent, dialect: aDialect('copilot') }, { text, env: {}, event: 'preToolUse' })).toEqual({
      ok: false,
      why: `the arguments of the tool are ${what}`,
      about: { native: 'preToolUse', name: 'PreToolUse' },
    });
  });

  test('of Codex tells that a session has ended for some other reason', () => {
    const agent = AGENTS.find(({ id }) => id === 'codex');
    if (agent === undefined) throw new Error('no Codex');
    const text = '{"hook_event_name":"SessionEnd","session_id":"s","cwd":"/p","reason":"other"}';
    expect(hear({ agent, dialect: aDialect('codex') }, { text, env: {} })).toMatchObject({
      event: { reason: 'other' },
    });
  });

  test.each([
    ['cline', 'TaskStart', 'startup'],
    ['cline', 'TaskResume', 'resume'],
    ['cursor', 'sessionStart', 'startup'],
    ['gemini', 'SessionStart', 'startup'],
  ])('of %s as %s tells how the session began', (id, native, source) => {
    const { known, env, payload, ...entry } =
      PAYLOADS.find(
        (each) => each.known.agent.id === id && (each.event ?? each.payload['hook_event_name']) === native,
      ) ?? {};
    if (known === undefined) throw new Error(`no sample of ${native}`);
    const heard = hear(known, { text: JSON.stringify(payload), env: env ?? {}, event: native, ...entry });
    expect(heard).toMatchObject({ ok: true, event: { hook_event_name: 'SessionStart', source } });
  });

  test.each<[string, JsonObject, JsonObject]>([
    [
      'cline',
      { hookName: 'tool_call', tool_call: { id: 'c', name: 'editor', input: { path: '/a', new_text: 'b' } } },
      { tool_name: 'Write', tool_input: { file_path: '/a', content: 'b' } },
    ],
    [
      'cline',
      {
        hookName: 'tool_call',
        tool_call: { id: 'c', name: 'editor', input: { path: '/a', old_text: 'a', new_text: 'b' } },
      },
      { tool_name: 'Edit', tool_input: { file_path: '/a', old_string: 'a', new_string: 'b' } },
    ],
    [
      'cursor',
      { hook_event_name: 'preToolUse', tool_name: 'Write', tool_input: { file_path: '/a', content: 'b' } },
      { tool_name: 'Write', tool_input: { file_path: '/a', content: 'b' } },
    ],
    [
      'cursor',
      {
        hook_event_name: 'preToolUse',
        tool_name: 'Write',
        tool_input: { file_path: '/a', old_string: 'a', new_string: 'b' },
      },
      { tool_name: 'Edit', tool_input: { file_path: '/a', old_string: 'a', new_string: 'b' } },
    ],
  ])('by %s of a tool that stands for two is the one that its input tells: %j', (id, payload, event) => {
    const agent = AGENTS.find((each) => each.id === id);
    if (agent === undefined) throw new Error(`no agent ${id}`);
    const native = id === 'cline' ? 'PreToolUse' : 'preToolUse';
    const heard = hear({ agent, dialect: aDialect(id) }, { text: JSON.stringify(payload), env: {}, event: native });
    expect(heard).toMatchObject({ ok: true, event });
  });

  test('has no field that the agent keeps secret, at any depth', () => {
    const payload = { ...call, user_email: 'ana@example.com', account: { mail: 'ana@example.com', plan: 'pro' } };
    const heard = heardBy(OTHER, payload, 'tool_call_pre');
    expect(heard).toMatchObject({ ok: true, event: { account: { plan: 'pro' } } });
    expect(JSON.stringify(heard)).not.toContain('example.com');
  });

  test.each<[string, string | undefined, RegExp, string | null]>([
    ['', 'tool_call_pre', /^no payload came$/, 'PreToolUse'],
    ['{"a":', 'tool_call_pre', /^the payload is not JSON/, 'PreToolUse'],
    ['[1]', 'tool_call_pre', /must be a JSON object/, 'PreToolUse'],
    ['{"tool":"a","tool":"b"}', 'tool_call_pre', /doubled/, 'PreToolUse'],
    ['{}', undefined, /names no event/, null],
    ['{}', 'no_such_event', /has no event "no_such_event"/, null],
  ])('is not guessed: %j of %s', (text, event, why, name) => {
    const heard = hear(OTHER, { text, env: {}, ...(event === undefined ? {} : { event }) });
    expect(heard).toMatchObject({ ok: false, why: expect.stringMatching(why) as string });
    expect(heard.ok ? null : (heard.about?.name ?? null)).toBe(name);
  });
});

describe('the environment of an entry', () => {
  const { known, env } = SAMPLES[0] as (typeof SAMPLES)[number];

  test('reaches hooks of other systems without the secrets of the agent', () => {
    const names = Object.keys(secretsIn(known.agent, env));
    expect(names).not.toEqual([]);
    const left = withoutSecretVariables(known.agent, { ...env, PATH: '/bin' });
    expect(left).toMatchObject({ PATH: '/bin' });
    for (const name of names) expect(left).not.toHaveProperty(name);
  });

  test('without what the agent adds is that of the process which started the agent', () => {
    expect(environmentBeforeAgent(known.agent, { ...env, PATH: '/bin', HOOKLINE_RUN: 'r-1' })).toEqual({
      PATH: '/bin',
      HOOKLINE_RUN: 'r-1',
    });
  });
});

test('the tables of agents name dialects that exist, and every event of them', () => {
  const ids = AGENTS.map(({ dialect }) => aDialect(dialect)).map(({ id }: Dialect) => id);
  expect(ids).toEqual(AGENTS.map(({ dialect }) => dialect));
});
