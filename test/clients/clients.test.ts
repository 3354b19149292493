import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { readAgreement } from './agreement.ts';
import { type Case, type Rig, runCase } from './cases.ts';
import { claude } from './claude/table.ts';
import type { Play } from './client.ts';
import { CLIENTS } from './clients.ts';
import { compare, Either, Joined, UNSEEN } from './fits.ts';
import { renderAgreement } from './page.ts';
import { modelOf } from './run-client.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const agreement = readAgreement(join(root, 'test/clients/agreement.json'));

describe('the published page', () => {
  test('shows the results that were written', () => {
    expect(readFileSync(join(root, 'docs/reference/agreement.md'), 'utf8')).toBe(renderAgreement(agreement));
  });

  test('names no folder of the machine that it was made on', () => {
    expect(JSON.stringify(agreement).match(/hookline-client-|\/tmp\//)).toBe(null);
  });

  test('says without such a folder which words of a case cannot be passed on', async () => {
    const client = CLIENTS.find(({ id }) => id === 'kimi');
    if (client === undefined) throw new Error('no Kimi Code');
    const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
    const item: Case = { id: 'i', says: 's', event, args: ['--plugin', '{{root}}/plug'] };
    const { verdict, why } = await runCase({ client, program: [], controls: new Map() }, item);
    expect([verdict, why]).toEqual(['not provoked', 'no way to pass on --plugin plug is known']);
  });

  const ran = CLIENTS.filter(({ id }) => agreement[id] !== undefined);
  const withCases = ran.filter(({ id }) => existsSync(join(root, `test/conformance/cases/${id}.json`)));
  test.each(withCases)('names every case of $id and no other', ({ id }) => {
    const cases = JSON.parse(readFileSync(join(root, `test/conformance/cases/${id}.json`), 'utf8')) as readonly Case[];
    const namesOf = (items: readonly { id: string; says: string }[]) => items.map((item) => [item.id, item.says]);
    expect(namesOf(agreement[id]?.parts.cases ?? [])).toEqual(namesOf(cases));
  });

  test.each(ran)('names the reason of every difference of $id, and no other reason', ({ id, version, decided }) => {
    const cases = agreement[id]?.parts.cases ?? [];
    const differing = cases.filter(({ verdict }) => verdict === 'differs');
    expect(agreement[id]?.version).toBe(version);
    expect(Object.fromEntries(differing.map(({ id: name, why }) => [name, why]))).toEqual(decided);
    expect(cases.filter(({ verdict, why }) => verdict === 'not provoked' && why === undefined)).toEqual([]);
  });
});

describe('the comparison', () => {
  test.each([
    [{ decision: 'block' }, { decision: 'none' }],
    [{ block: null }, { block: { effect: 'deny_tool' } }],
    [{ block: { effect: 'deny_tool' } }, { block: null }],
    [{ block: { reason: { $match: '^no$' } } }, { block: { reason: 'no!' } }],
    [{ additionalContext: ['a', 'b'] }, { additionalContext: new Joined('b\na') }],
    [{ additionalContext: ['a'] }, { additionalContext: new Joined('a\nb') }],
    [{ additionalContext: [] }, { additionalContext: new Joined('a') }],
    [{ decision: 'block' }, { decision: new Either('none', 'allow') }],
    [{ hooks: { $any: { status: 'failed' } } }, { hooks: [{ status: 'passed' }] }],
    [{ hooks: { $none: { status: 'failed' } } }, { hooks: [{ status: 'failed' }] }],
    [{ hooks: { $length: 2 } }, { hooks: [{}] }],
    [{ updatedInput: { $exactly: { a: 1 } } }, { updatedInput: { a: 1, b: 2 } }],
    [{ extra: { permission: { $absent: true } } }, { extra: { permission: { behavior: 'allow' } } }],
    [{ x: { $not: 1 } }, { x: 1 }],
    [{ x: { $max: 1 } }, { x: 2 }],
    [{ x: { $min: 3 } }, { x: 2 }],
    [{ x: { $oneOf: [1, 2] } }, { x: 3 }],
  ])('finds the difference between %j and %j', (expected, seen) => {
    expect(compare(expected, seen).problems).not.toEqual([]);
  });

  test('fits what is as expected, and counts it', () => {
    const expected = {
      decision: 'none',
      additionalContext: ['a', { $match: '^b' }],
      hooks: { $any: { status: 'failed', fault: { code: 'exit' } } },
    };
    const seen = {
      decision: new Either('none', 'allow'),
      additionalContext: new Joined('a\nbc'),
      hooks: [{ status: 'passed' }, { status: 'failed', fault: { code: 'exit', message: UNSEEN } }],
    };
    expect(compare(expected, seen)).toEqual({ problems: [], compared: 5, unseen: [] });
  });

  test('does not count what is not seen', () => {
    expect(compare({ diagnostics: { $length: 1 } }, { diagnostics: UNSEEN })).toEqual({
      problems: [],
      compared: 0,
      unseen: ['diagnostics'],
    });
  });

  test('does not take an unknown rule for a key', () => {
    expect(() => compare({ $like: 'x' }, 'x')).toThrow('unknown rule $like');
  });
});

describe('the model that plays its part', () => {
  const call = { name: 'Bash', input: { command: 'ls' } };
  const play: Play = { prompt: 'p', calls: [call], isPermitted: true, judgement: '{"ok":false}' };

  async function ask(server: OpenAiServer, body: object): Promise<string> {
    const answer = await fetch(`${server.url}/messages?beta=true`, { method: 'POST', body: JSON.stringify(body) });
    return answer.text();
  }

  test('makes its calls one after another, then ends; sub-agents and hooks get answers of their own', async () => {
    const server = await startOpenAiServer(modelOf(claude, play));
    try {
      const agent = { stream: true, tools: [{ name: 'Agent' }, { name: 'Bash' }], messages: [] };
      expect(await ask(server, { stream: true, messages: [] })).toContain(String.raw`{\"ok\":false}`);
      expect(await ask(server, { stream: true, tools: [{ name: 'Bash' }] })).toContain('SUBDONE');
      const called = await ask(server, agent);
      expect(called).toMatch(/^event: message_start\ndata: \{/);
      expect(called).toContain('"stop_reason":"tool_use"');
      expect(called).toContain('"name":"Bash"');
      expect(await ask(server, agent)).toMatch(/"text":"DONE"[\s\S]*"stop_reason":"end_turn"/);
      const judged = await ask(server, { stream: true, tools: [{ name: 'Bash' }, { name: 'StructuredOutput' }] });
      expect(judged).toContain('"name":"StructuredOutput"');
      expect(server.requests.map(({ path }) => path)).toEqual(Array.from({ length: 5 }, () => '/v1/messages'));
    } finally {
      await server.close();
    }
  });

  test('answers a request that wants no stream with one object', async () => {
    const server = await startOpenAiServer(modelOf(claude, play));
    try {
      const whole = JSON.parse(await ask(server, { tools: [{ name: 'Agent' }] })) as object;
      expect(whole).toMatchObject({
        type: 'message',
        stop_reason: 'tool_use',
        content: [{ type: 'tool_use', ...call }],
      });
    } finally {
      await server.close();
    }
  });
});

describe('a case against a program that is no real one', { timeout: 60_000 }, () => {
  const command = (text: string) => ({
    'home/.claude/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: text }] }] } },
  });
  const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'echo ok > ran.txt' } };
  const refusing: Case = {
    id: 'refusing',
    says: 'a refusal holds the call back',
    files: command('echo "not today" >&2; exit 2'),
    event,
    expect: { decision: 'block', block: { effect: 'deny_tool', reason: { $match: '^not today\\s*$' } } },
    expectFiles: { 'project/ran.txt': null },
  };
  const telling: Case = {
    id: 'telling',
    says: 'a context reaches the model',
    files: command(`echo '{"hookSpecificOutput":{"additionalContext":"mind the gap"}}'`),
    event,
    expect: { decision: 'none', block: null, additionalContext: ['mind the gap'] },
    expectFiles: { 'project/ran.txt': 'ok\n' },
  };
  const failing: Case = {
    id: 'failing',
    says: 'a failure is told as one',
    files: command('exit 1'),
    event,
    expect: { decision: 'none', hooks: { $any: { status: 'failed', fault: { code: 'exit' }, exitCode: 1 } } },
  };

  const program = [join(root, 'test/clients/planted/agent.mjs')];
  const rigWith = (plant: string): Rig => ({
    client: { ...claude, environment: (url, play) => ({ ...claude.environment(url, play), HOOKLINE_PLANT: plant }) },
    program,
    controls: new Map(),
  });

  test.each([refusing, telling, failing])('agrees with one that behaves: $says', async (item) => {
    expect(await runCase(rigWith(''), item)).toMatchObject({ verdict: 'agrees', problems: [] });
  });

  test.each([
    ['runs a refused tool', refusing, /^decision: /],
    ['says another reason', refusing, /^block\.reason: /],
    ['hides the context', telling, /^additionalContext: /],
    ['adds a context', telling, /^additionalContext\[0\]: .*by the way/],
    ['takes silence for permission', telling, /^decision: .*"allow"/],
    ['takes a failure for a success', failing, /^hooks: /],
  ] as const)('differs from one that %s', async (plant, item, problem) => {
    const { verdict, problems } = await runCase(rigWith(plant), item);
    expect(verdict).toBe('differs');
    expect(problems[0]).toMatch(problem);
  });

  test('ends one that works on for ever, and reads what it has done', async () => {
    const startedAt = performance.now();
    expect(await runCase(rigWith('never stops'), refusing)).toMatchObject({ verdict: 'agrees', problems: [] });
    expect(performance.now() - startedAt).toBeLessThan(50_000); // a run may take 240 s
  });

  test('does not count an event that cannot be made to happen as agreeing', async () => {
    const idle: Case = { ...refusing, event: { hook_event_name: 'TeammateIdle' } };
    expect(await runCase(rigWith(''), idle)).toMatchObject({ verdict: 'not provoked', why: 'needs a team of agents' });
    const unknown: Case = { ...refusing, event: { hook_event_name: 'Weather' } };
    expect(await runCase(rigWith(''), unknown)).toMatchObject({ verdict: 'not provoked' });
  });
});
