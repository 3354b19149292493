import { expect, test } from 'vitest';
import { hooksProject } from '../../../../test/support/hooks-project.ts';
import { type Hooks, type AnyEvent, type Outcome } from '../internal.ts';

const here = hooksProject();
const { write } = here;

const group = (matcher: string, command: string): object => ({ matcher, hooks: [{ type: 'command', command }] });

const guardedBy = (matcher: string): void =>
  write('home/.qoder/settings.json', { hooks: { PreToolUse: [group(matcher, 'echo no >&2; exit 2')] } });

const projectWith = (count: number, pattern: (index: number) => string): void =>
  write('project/.kolega/hooks.json', {
    schema_version: 1,
    hooks: { PreToolUse: Array.from({ length: count }, (_, index) => group(pattern(index), 'true')) },
  });

const fire = async (hooks: Hooks, over: Partial<AnyEvent> = {}): Promise<Outcome> =>
  hooks.fire({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: here.project,
    tool_name: 'Bash',
    tool_input: {},
    ...over,
  });

test.each([2000, 8000])(
  'a guard of the user runs, whatever the %i patterns of an untrusted project cost',
  async (count) => {
    guardedBy('^Ba.h$');
    projectWith(count, (index) => `(?i)x${index}${'\\w'.repeat(20)}`);
    const outcome = await fire(await here.open());
    expect(outcome.block?.reason).toBe('no');
    expect(outcome.messages).toEqual([]);
    expect(outcome.diagnostics.filter(({ file }) => !file.startsWith('.kolega'))).toEqual([]);
  },
);

test('a guard of the user whose pattern is too long to be searched runs, that is said, and its refusal is a question', async () => {
  guardedBy(`^(?:${'x'.repeat(8192)}|Bash)$`);
  const outcome = await fire(await here.open());
  expect([outcome.decision, outcome.block]).toEqual(['ask', null]);
  expect(
    outcome.diagnostics.map(({ severity, message }) => [severity, message.split(' is too costly to search: ')[1]]),
  ).toEqual([['warning', 'it is longer than 8192 characters; the hook runs for every subject']]);
});

test('a pattern with many optional parts is decided', async () => {
  guardedBy(`^(?:mcp__)?(?:${Array.from('abcdefghijklmnop', (letter) => `${letter}?`).join('')})Bash$`);
  expect(await fire(await here.open())).toMatchObject({ block: { reason: 'no' }, diagnostics: [], messages: [] });
});

test('a project that brings more hooks than are read is told so, and read quickly', async () => {
  const start = process.cpuUsage();
  projectWith(53_481, (index) => `\\w+x${index}`);
  const hooks = await here.open({ trust: 'all' });
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
  expect((await fire(hooks)).diagnostics.map(({ severity, message }) => [severity, message])).toContainEqual([
    'error',
    'the file was not read: it holds 53481 hooks; at most 2000 of a project are read',
  ]);
});

test('patterns whose search would grow without end are decided all the same', async () => {
  const guards = Array.from({ length: 40 }, (_, index) => group(`(a+)+[${index}]$`, `exit 0 # ${index}`));
  write('home/.qoder/settings.json', { hooks: { PreToolUse: guards } });
  expect(await fire(await here.open(), { tool_name: `${'a'.repeat(60)}!` })).toMatchObject({ hooks: [], messages: [] });
});
