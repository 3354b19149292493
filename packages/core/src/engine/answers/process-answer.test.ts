import { expect, test } from 'vitest';
import { badOutput, decoded, proceeding } from '../../../../../test/support/hooks.ts';
import type { Handler, Json, Verdict } from '../../model/index.ts';

const prompted = (stdout: Json): Verdict => decoded('qoder', 'UserPromptSubmit', { stdout });

test('a byte order mark is taken off the beginning alone', () => {
  expect(prompted('\uFEFF{"decision":"allow"}')).toEqual({ decision: 'allow' });
  expect(prompted('a\uFEFFb')).toEqual({ context: ['a\uFEFFb'] });
});

test('half a JSON answer is no answer; half a text is still a text', () => {
  const cut = { truncated: ['stdout'] } as const;
  expect(decoded('qoder', 'UserPromptSubmit', { stdout: ' {"decision":', ...cut })).toEqual(
    proceeding(badOutput('its JSON answer is too long and was cut')),
  );
  expect(decoded('qoder', 'UserPromptSubmit', { stdout: 'a text', ...cut })).toEqual({ context: ['a text'] });
});

test('the last line of what is printed is the path of the worktree, if it is an absolute one', () => {
  const made = (stdout: string): Verdict => decoded('qoder', 'WorktreeCreate', { stdout });
  for (const path of ['/w/t', 'C:\\w', 'z:/w'])
    for (const stdout of [path, `making it\n${path}`, `making it\n  ${path} \n\n`])
      expect(made(stdout)).toEqual({ extra: { worktreePath: path } });
  for (const stdout of ['w/t', '/w/t\ndone', '1:/w', 'xC:/w', 'C:w', 'at C:/w'])
    expect(made(stdout)).toMatchObject({ decision: 'block', effect: 'fail_worktree' });
});

test('a refusal in the body of an answer that failed is no refusal that a hook has printed', () => {
  const handler: Handler = { kind: 'http', url: 'http://localhost', headers: {}, allowedVariables: null };
  const failed = { ending: { how: 'unavailable', why: 'status 500' }, stdout: { decision: 'block' } } as const;
  expect(decoded('qoder', 'PreToolUse', failed, { hook: { handler } })).not.toHaveProperty('notes');
  expect(decoded('qoder', 'PreToolUse', { exit: 1, stdout: { decision: 'block' } }).notes).toEqual([
    'a refusal on stdout was not obeyed, because the hook failed',
  ]);
});
