import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aFrame, aHook, anEvent } from '../../../../../test/support/hooks.ts';
import { plan } from '../../engine/plan.ts';
import { nextInSequence } from '../../engine/sequence.ts';
import { compileMatcher } from '../../engine/rules/compile-matcher.ts';
import { newReading } from '../../engine/rules/pattern-reading.ts';
import { byScope } from '../../trust/last-good.ts';
import type { Hook, Source } from '../../model/index.ts';
import type { LoadPlace } from '../../load/discover.ts';
import { loadSources } from '../../load/load.ts';
import { mergeSources } from '../../load/merge.ts';
import { qwen } from './table.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'qwen-files-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
}

const place = (over: Partial<LoadPlace> = {}): LoadPlace => ({
  project: join(root, 'project'),
  home: join(root, 'home'),
  env: {},
  platform: 'linux',
  stateDir: null,
  plugins: [],
  ...over,
});

const load = async (over?: Partial<LoadPlace>): Promise<readonly Source[]> =>
  (await loadSources([qwen], place(over))).toSorted(byScope);
const hooksIn = (sources: readonly Source[]): readonly Hook[] => mergeSources(qwen, sources).hooks;
const scriptOf = ({ handler }: Hook): string =>
  handler.kind === 'command' && handler.form === 'shell' ? handler.script : '';
const command = (text: string, more: object = {}): object => ({ type: 'command', command: text, ...more });
const stop = (...hooks: readonly object[]): object => ({ hooks: { Stop: [{ hooks }] } });

const USER = 'home/.qwen/settings.json';
const PROJECT = 'project/.qwen/settings.json';

describe('files', () => {
  test('the project comes first, then the user, an extension last', async () => {
    write(USER, stop(command('user')));
    write(PROJECT, stop(command('project')));
    write('home/.qwen/extensions/x/qwen-extension.json', { name: 'x' });
    write('home/.qwen/extensions/x/hooks/hooks.json', stop(command('extension')));
    expect(hooksIn(await load()).map(scriptOf)).toEqual(['project', 'user', 'extension']);
  });

  test('a project that is the home folder has the hooks of the user alone', async () => {
    write(USER, stop(command('user')));
    expect((await load({ project: join(root, 'home') })).map(({ scope }) => scope)).toEqual(['user']);
  });

  test('may hold comments, but no comma at the end', async () => {
    write(USER, `// mine\n${JSON.stringify(stop(command('user')))}/* end */`);
    write(PROJECT, '{\n  "hooks": {},\n}');
    const sources = await load();
    expect(hooksIn(sources).map(scriptOf)).toEqual(['user']);
    expect(sources[0]?.diagnostics).toMatchObject([{ severity: 'error', line: 3 }]);
  });

  test.each([
    ['under a key of its file', { 'hooks/hooks.json': stop(command('it')) }, {}],
    ['bare in its file', { 'hooks/hooks.json': { Stop: [{ hooks: [command('it')] }] } }, {}],
    ['in its manifest', { 'hooks/hooks.json': stop(command('other')) }, stop(command('it'))],
    ['in a file that its manifest names', { 'my.json': stop(command('it')) }, { hooks: './my.json' }],
  ])('an extension has its hooks %s', async (_where, files, manifest) => {
    write('home/.qwen/extensions/x/qwen-extension.json', manifest);
    for (const [path, content] of Object.entries(files)) write(`home/.qwen/extensions/x/${path}`, content);
    expect(hooksIn(await load()).map(scriptOf)).toEqual(['it']);
  });

  test('a folder without a manifest is no extension', async () => {
    write('home/.qwen/extensions/x/hooks/hooks.json', stop(command('it')));
    expect(await load()).toEqual([]);
  });
});

describe('variables', () => {
  const env = { NAME: 'value', SECRET: 'hidden' };

  test('of the environment are replaced in every text of a settings file; others stay', async () => {
    write(USER, stop(command("echo '$NAME ${NAME} $NOT ${NOT} ${NAME:-x} $1'", { env: { A: '$NAME' } })));
    const [hook] = hooksIn(await load({ env }));
    expect(hook && scriptOf(hook)).toBe("echo 'value value $NOT ${NOT} ${NAME:-x} $1'");
    expect(hook).toMatchObject({ env: { A: 'value' }, name: expect.stringContaining('$NAME') as unknown });
  });

  test('are left to the request in the address and headers of a server', async () => {
    write(USER, stop({ type: 'http', url: 'http://x/$NAME', headers: { a: '$SECRET' }, name: '$NAME' }));
    expect(hooksIn(await load({ env }))[0]).toMatchObject({
      name: 'value',
      handler: { url: 'http://x/$NAME', headers: { a: '$SECRET' } },
    });
  });

  test('of an extension: only the name of its folder', async () => {
    write('home/.qwen/extensions/x/qwen-extension.json', {});
    write('home/.qwen/extensions/x/hooks/hooks.json', stop(command('${CLAUDE_PLUGIN_ROOT}/a $NAME')));
    expect(hooksIn(await load({ env })).map(scriptOf)).toEqual([`${join(root, 'home/.qwen/extensions/x')}/a $NAME`]);
  });
});

describe('entries', () => {
  test.each([
    [10, 10_000],
    [999, 999_000],
    [1000, 1000],
    [1500, 1500],
    ['5', 5000],
    [0, 60_000],
    [-5, 60_000],
    ['soon', 60_000],
  ])('a timeout of %j is %i ms for a command', async (timeout, ms) => {
    write(USER, stop(command('x', { timeout })));
    expect(hooksIn(await load())[0]?.timeoutMs).toBe(ms);
  });

  test('that are bad are dropped alone; unknown events are warnings; old switches are nothing', async () => {
    const { hooks } = stop({ type: 'agent', prompt: 'x' }, { type: 'command' }, command('good')) as { hooks: object };
    write(USER, { hooks: { ...hooks, BeforeTool: [], enabled: false, disabled: ['good'], notifications: true } });
    const [source] = await load();
    expect(source?.hooks.map(scriptOf)).toEqual(['good']);
    expect(source?.diagnostics.map(({ severity }) => severity)).toEqual(['error', 'error', 'warning']);
  });

  test('disableAllHooks: the project counts before the user', async () => {
    write(USER, { disableAllHooks: true, ...stop(command('user')) });
    write(PROJECT, { disableAllHooks: false });
    expect(hooksIn(await load())).toHaveLength(1);
    write(PROJECT, { disableAllHooks: true });
    expect(hooksIn(await load())).toEqual([]);
  });
});

test.each([
  ['run_shell_command', true],
  [' run_shell_command ', true],
  ['Bash', true],
  ['ShellTool', true],
  ['bash', false],
  ['^Bash$', false],
  ['Ba.h', false],
  ['shell', true],
  ['write_file|Bash', true],
  ['write_file | run_shell_command', true],
  ['write_file|', false],
  ['|', false],
  ['^write_file|', true],
  ['(write_file|Bash)', false],
  ['write_file|run_.*', true],
  ['write_file|*', true],
  ['write_file|.*', true],
  ['run_[shell', false],
  ['read_[f|r]ile', false],
  ['', true],
  ['*', true],
  ['.*', true],
])('the matcher %j accepts run_shell_command: %s', (pattern, matches) => {
  const { matcher } = compileMatcher(qwen.match, { pattern }, newReading(), qwen.toolAliases);
  const subject = { text: 'run_shell_command', toolName: 'run_shell_command', toolInput: {}, project: '/p' };
  expect(matcher.test(subject).matches).toBe(matches);
});

describe('copies and sequences', () => {
  const planned = (...hooks: readonly Hook[]) =>
    plan(
      hooks.map((hook) => ({ hook, inactiveBecause: null })),
      aFrame('qwen', 'Stop'),
    );

  test('the same name and text run once, with the longest time limit, waited for if one is', () => {
    const made = planned(aHook({ name: 'a', timeoutMs: 1, background: true }), aHook({ name: 'a', timeoutMs: 9 }));
    expect(made.steps).toMatchObject([{ background: false, runs: { timeoutMs: 9, background: false } }]);
    expect(planned(aHook({ name: 'a' }), aHook({ name: 'b' })).steps).toHaveLength(2);
  });

  test('the next hook sees rewritten keys and added context, of one that exited with 0', () => {
    const report = {
      stdout: '',
      stderr: '',
      truncated: [],
      durationMs: 1,
      ending: { how: 'exited', code: 0 },
    } as const;
    const tool = aFrame('qwen', anEvent('PreToolUse', { tool_name: 'edit', tool_input: { a: 1, b: 2 } }));
    const rewritten = { verdict: { nextInput: { b: 3 } }, report };
    expect(nextInSequence(tool, rewritten)['tool_input']).toEqual({ a: 1, b: 3 });
    const failed = { ...rewritten, report: { ...report, ending: { how: 'exited', code: 1 } } as const };
    expect(nextInSequence(tool, failed)).toBe(tool.event);
    const prompt = aFrame('qwen', anEvent('UserPromptSubmit', { prompt: 'p' }));
    expect(nextInSequence(prompt, { verdict: { context: ['c'] }, report })['prompt']).toBe('p\n\nc');
  });
});
