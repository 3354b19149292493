import { createHooks } from '@hookline/core/internal';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readCanaries, withHookIds } from './canaries.ts';
import type { CaseResult } from './hook-case.ts';
import { readCaseFile } from './read-case-file.ts';
import { runCases } from './run-cases.ts';
import { updateCases } from './update-cases.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-run-')));
  mkdirSync(join(root, 'project'));
  mkdirSync(join(root, 'home'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, content: unknown): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(path, text);
  if (text.startsWith('#!')) chmodSync(path, 0o755);
  return path;
}

const settings = (name: string, command: string) => ({
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', name, command }] }] },
});

async function run(
  text: string,
  more: {
    readonly trust?: 'store' | 'all';
    readonly concurrency?: number;
    readonly trustsCases?: boolean;
    readonly signal?: AbortSignal;
  } = {},
): Promise<readonly CaseResult[]> {
  const file = await readCaseFile(put('project/.qoder/a.hooktest.yaml', text), join(root, 'project'));
  expect(file.diagnostics).toEqual([]);
  const env = { PATH: process.env['PATH'], HOOKLINE_STATE_DIR: join(root, 'state') };
  const hooks = { home: join(root, 'home'), env, trust: more.trust ?? ('all' as const), record: false };
  const { concurrency = 4, trustsCases = false, signal } = more;
  return runCases(file.cases, { hooks, concurrency, trustsCases }, signal);
}

const told = (results: readonly CaseResult[]): unknown =>
  results.map((result) =>
    result.status === 'failed' ? result.mismatches.map(({ what, actual }) => `${what}: ${actual}`) : result.status,
  );

const CASE = (expectation: string): string => `  - example: PreToolUse\n    expect: ${expectation}\n`;
const ANSWER = {
  systemMessage: 'told',
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'ask',
    permissionDecisionReason: 'why not',
    updatedInput: { command: 'ls' },
    additionalContext: 'mind this',
  },
};

describe('a case', () => {
  it('passes where the outcome is as expected, and tells all that is not', async () => {
    put('answer.json', ANSWER);
    put('project/.qoder/settings.json', settings('asks', `cat ${root}/answer.json`));
    const results = await run(
      [
        'dialect: qoder',
        'cases:',
        CASE(
          '{ decision: ask, reason: why not, updatedInput: { command: ls }, context: [/^mind/], messages: { contains: tol }, hooks: { asks: passed }, within: 1m }',
        ),
        CASE(
          '{ decision: block, effect: deny_tool, reason: { contains: x }, updatedInput: null, updatedPrompt: a, context: [], messages: [a, b], hooks: [b], faults: [exit], extra: { retry: true }, within: 0.001ms }',
        ),
      ].join('\n'),
    );
    expect(told(results)).toEqual([
      'passed',
      [
        'decision: ask',
        'effect: nothing',
        'reason: why not',
        expect.stringContaining('updatedInput: {\n  "command": "ls"') as unknown,
        'updatedPrompt: nothing',
        'context: mind this',
        'messages: info: told',
        'hooks: asks: passed',
        'faults: nothing',
        'extra.retry: nothing',
        expect.stringMatching(/^time: \d+ ms$/) as unknown,
      ],
    ]);
  });

  it('fails where a hook fails, even if the action goes on as expected', async () => {
    put('project/.qoder/settings.json', settings('broken', 'exit 7'));
    const results = await run(`cases:\n${CASE('none')}${CASE('{ decision: none, faults: [exit] }')}`);
    expect(told(results)).toEqual([[expect.stringMatching(/^faults: exit \(broken: /) as unknown], 'passed']);
  });

  it('that is a canary says by that what it expects', async () => {
    put('project/.qoder/settings.json', settings('guard', 'exit 2'));
    const canary = (must: string): string => `  - example: PreToolUse\n    prove: must ${must}\n`;
    expect(told(await run(`cases:\n${canary('block')}${canary('pass')}`))).toEqual(['passed', ['decision: block']]);
    put('answer.json', ANSWER);
    put('project/.qoder/settings.json', settings('asks', `cat ${root}/answer.json`));
    expect(told(await run(`cases:\n${canary('pass')}`))).toEqual(['passed']);
  });

  it('fails where no hook runs, unless that is what it shows', async () => {
    put('project/.qoder/settings.json', {
      hooks: { PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command: 'true' }] }] },
    });
    const results = await run(`dialect: qoder\ncases:\n${CASE('none')}${CASE('{ decision: none, hooks: [] }')}`);
    expect(told(results)).toEqual([['hooks: no hook for this event'], 'passed']);
  });

  it('lets only the hooks take part that it names, by name, id or file', async () => {
    put('project/guard.sh', '#!/bin/bash\nexit 2\n');
    const hook = (name: string, command: string) => ({ hooks: [{ type: 'command', name, command }] });
    put('project/.qoder/settings.json', {
      hooks: { PreToolUse: [hook('quiet', 'true'), hook('guard', '"$QODER_PROJECT_DIR"/guard.sh')] },
    });
    const results = await run(
      ['quiet', 'guard', 'qoder:project:PreToolUse[1].hooks[0]', 'guard.sh', 'missing']
        .map(
          (name) =>
            `  - example: PreToolUse\n    hooks: ${JSON.stringify(name)}\n    expect: { hooks: [${name === 'quiet' ? 'quiet' : 'guard'}] }`,
        )
        .reduce((text, each) => `${text}\n${each}`, 'cases:'),
    );
    expect(told(results)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      ['hooks: no such hook; there are: quiet, guard'],
    ]);
  });

  it('knows a hook by the file that it runs, also where its name is cut, and so do canaries', async () => {
    const script = 'a-guard-with-a-name-of-more-than-forty-characters.sh';
    put(`project/.kolega/hooks/${script}`, '#!/bin/bash\nexit 2\n');
    const hook = { type: 'command', command: `./.kolega/hooks/${script}` };
    put('project/.kolega/hooks.json', { schema_version: 1, hooks: { Stop: [{ hooks: [hook] }] } });
    const text = `dialect: kolega\nhooks: ${script}\ncases:\n  - example: Stop\n    prove: must block\n`;
    expect(told(await run(text))).toEqual(['passed']);
    const place = { project: join(root, 'project'), home: join(root, 'home'), env: {} };
    const hooks = await createHooks({ ...place, trust: 'all', record: false });
    const { canaries } = await readCanaries(place);
    const named = withHookIds([...canaries, ...canaries.map((canary) => ({ ...canary, hook: 'missing' }))], hooks);
    await hooks.close();
    expect(named.map((canary) => canary.hook)).toEqual(['kolega:project:Stop[0].hooks[0]', 'missing']);
  });

  it('of a project that is not trusted reaches no hook, not even one of the user', async () => {
    put('project/.qoder/settings.json', settings('own', `touch ${root}/own`));
    put('home/.qoder/settings.json', settings('users', `touch ${root}/users`));
    const results = await run(`cases:\n${CASE('none')}`, { trust: 'store' });
    expect(told(results)).toEqual([[expect.stringMatching(/^trust: one that is not/) as unknown]]);
    expect(() => readFileSync(join(root, 'own'))).toThrow('ENOENT');
    expect(() => readFileSync(join(root, 'users'))).toThrow('ENOENT');
  });

  it('of a project that has no hooks to trust reaches no hook of the user either, unless the user says so', async () => {
    put('home/.qoder/settings.json', settings('users', `touch ${root}/users`));
    const results = await run(`cases:\n${CASE('none')}`, { trust: 'store' });
    expect(told(results)).toEqual([[expect.stringMatching(/^trust: one that is not/) as unknown]]);
    expect(() => readFileSync(join(root, 'users'))).toThrow('ENOENT');
    expect(told(await run(`cases:\n${CASE('none')}`, { trust: 'store', trustsCases: true }))).toEqual(['passed']);
    expect(readFileSync(join(root, 'users'), 'utf8')).toBe('');
  });

  it('searches for what it expects as matchers do: a pattern that could take forever does not hold the process', async () => {
    put('project/.qoder/settings.json', settings('own', `echo '${'a'.repeat(60)}!' >&2; exit 2`));
    const linear = await run(`cases:\n${CASE('{ decision: block, reason: /^(a+)+$/ }')}`);
    expect(told(linear)).toEqual([[expect.stringMatching(/^reason: a+!$/) as unknown]]);
    expect(told(await run(`cases:\n${CASE('{ decision: block, reason: /^A+!$/gi }')}`))).toEqual(['passed']);
    let turns = 0;
    const stop = new AbortController();
    const count = setInterval(() => (turns += 1) === 20 && stop.abort(), 5);
    const hopeless = await run(`cases:\n${CASE('{ decision: block, reason: /^(?:(a+)+\\1)+$/ }')}`, {
      signal: stop.signal,
    });
    clearInterval(count);
    expect(turns).toBeGreaterThanOrEqual(20);
    expect(told(hopeless)).toEqual([[expect.stringMatching(/^reason: a+!$/) as unknown]]);
  });

  it('does not depend on those before it, and many at once keep their order', async () => {
    put(
      'project/slow.sh',
      '#!/bin/bash\n[[ $(cat) =~ \\"command\\":\\"([0-9]) ]]; command=${BASH_REMATCH[1]}; sleep "0.$command"; echo "{\\"annotation\\":\\"$command\\",\\"odd\\":1}"\n',
    );
    put('project/.kode/config.yaml', 'hooks:\n  tool_call_pre:\n    - exec: ./slow.sh\n');
    const numbers = ['4', '3', '2', '1'];
    const cases = numbers.map(
      (number) =>
        `  - example: tool_call_pre\n    with: { tool_input: { command: "${number}" } }\n    expect: { messages: ["${number}", /odd/] }`,
    );
    const results = await run(['dialect: kode', 'cases:', ...cases].join('\n'), { concurrency: 4 });
    expect(told(results)).toEqual(numbers.map(() => 'passed'));
    expect(results.map(({ case: { index } }) => index)).toEqual([0, 1, 2, 3]);
  });
});

describe('an update', () => {
  it('writes what came in place of a snapshot and of what has changed; comments stay', async () => {
    put('project/.qoder/settings.json', settings('guard', 'echo "not $(pwd)" >&2; exit 2'));
    const text = [
      '# mine',
      'cases:',
      '  # the first',
      '  - example: PreToolUse # so',
      '    expect: snapshot',
      '  - example: PreToolUse',
      '    expect:',
      '      reason: another # was so',
      '      decision: block',
      '  - example: PreToolUse',
      '    expect: none',
      '',
    ].join('\n');
    const updated = await updateCases(await run(text));
    expect(told(updated)).toEqual(['updated', 'updated', 'updated']);
    const written = readFileSync(join(root, 'project/.qoder/a.hooktest.yaml'), 'utf8');
    expect(written).toBe(
      [
        '# mine',
        'cases:',
        '  # the first',
        '  - example: PreToolUse # so',
        '    expect:',
        '      decision: block',
        '      effect: deny_tool',
        '      reason: not ${project}',
        '      hooks:',
        '        guard: blocked',
        '  - example: PreToolUse',
        '    expect:',
        '      reason: not ${project}',
        '      decision: block',
        '  - example: PreToolUse',
        '    expect:',
        '      decision: block',
        '',
      ].join('\n'),
    );
    expect(told(await run(written))).toEqual(['passed', 'passed', 'passed']);
  });

  it('does not write down that a hook was too slow or did not run', async () => {
    put('project/.qoder/settings.json', settings('quiet', 'true'));
    const text =
      'cases:\n  - example: Stop\n    expect: block\n  - example: PreToolUse\n    expect: { within: 0.001ms }\n';
    expect(told(await updateCases(await run(text)))).toEqual([
      ['hooks: no hook for this event'],
      [expect.stringMatching(/^time/) as unknown],
    ]);
    expect(readFileSync(join(root, 'project/.qoder/a.hooktest.yaml'), 'utf8')).toBe(text);
  });
});
