import { describe, expect, test } from 'vitest';
import { aDialect } from '../../../../test/support/hooks.ts';
import { AGENTS } from '../agents/index.ts';
import { emptyOutcome } from '../engine/outcome.ts';
import type { EventName, Outcome } from '../model/index.ts';
import { hear } from './hear.ts';
import { outcomeOfPatch, outcomeOfUnreadPatch } from './heard-patch.ts';

const PATCH = [
  '*** Begin Patch',
  '*** Add File: docs/new.md',
  '+# New',
  '*** Update File: /srv/a.ts',
  '*** Move to: src/b.ts',
  '@@',
  ' one',
  '-two',
  '+three',
  '*** Delete File: old.txt',
  '*** End Patch',
  '',
].join('\n');

/** The call as each agent tells it; the shape was seen in its program. */
const TOLD: readonly (readonly [string, string | undefined, (patch: string) => object])[] = [
  [
    'codex',
    undefined,
    (command) => ({ hook_event_name: 'PreToolUse', tool_name: 'apply_patch', tool_input: { command } }),
  ],
  ['copilot', 'preToolUse', (patch) => ({ sessionId: 's-1', toolName: 'apply_patch', toolArgs: patch })],
  [
    'opencode',
    undefined,
    (patchText) => ({ hook_event_name: 'tool.execute.before', tool_name: 'apply_patch', tool_input: { patchText } }),
  ],
  [
    'cline',
    'PreToolUse',
    (input) => ({
      hookName: 'tool_call',
      taskId: 't',
      tool_call: { id: 'c', name: 'apply_patch', input: { input } },
      preToolUse: { toolName: 'apply_patch', parameters: { input } },
    }),
  ],
];

function heard(id: string, event: string | undefined, payload: object) {
  const agent = AGENTS.find((each) => each.id === id);
  if (agent === undefined) throw new Error(`no agent ${id}`);
  const text = JSON.stringify({ cwd: '/home/ana/app', ...payload });
  const dialect = agent.protocol ?? aDialect(agent.dialect);
  const found = hear(
    { agent, dialect },
    { text, env: {}, cwd: '/home/ana/app', ...(event === undefined ? {} : { event }) },
  );
  if (!found.ok) throw new Error(found.why);
  return found;
}

describe.each(TOLD)('a patch in %s', (id, event, payloadOf) => {
  test('is one call for each file', () => {
    const { patch } = heard(id, event, payloadOf(PATCH));
    expect(patch?.tool).toBe('apply_patch');
    expect(patch?.parts?.map(({ tool_name, tool_input }) => [tool_name, tool_input])).toEqual([
      ['Write', { file_path: '/home/ana/app/docs/new.md', content: '# New\n' }],
      ['Edit', { file_path: '/srv/a.ts', old_string: 'one\ntwo\n', new_string: 'one\nthree\n' }],
      ['Write', { file_path: '/home/ana/app/src/b.ts', content: 'one\nthree\n' }],
      ['Edit', { file_path: '/home/ana/app/old.txt', old_string: '', new_string: '' }],
    ]);
    for (const part of patch?.parts ?? []) expect(part.hook_event_name).toBe('PreToolUse');
  });

  test('is known as one that cannot be read', () => {
    expect(heard(id, event, payloadOf('*** Begin Patch\n')).patch).toEqual({ tool: 'apply_patch', parts: null });
  });
});

test('a call of another tool is no patch', () => {
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: PATCH } };
  expect(heard('codex', undefined, call).patch).toBe(undefined);
});

const outcome = (given: Partial<Outcome>, event: EventName = 'PreToolUse'): Outcome => ({
  ...emptyOutcome(event),
  ...given,
});
const allow = outcome({ decision: 'allow' });
const permit = outcome({ extra: { permission: { behavior: 'allow' } } }, 'PermissionRequest');
const refuse = outcome({ decision: 'block', block: { effect: 'deny_tool', reason: 'no', hook: 'h' } });
const ran = [{ id: 'h', status: 'passed' }] as unknown as Outcome['hooks'];

describe('the outcome of a patch', () => {
  test('is the strictest of its files', () => {
    expect(outcomeOfPatch([allow, refuse], null)).toMatchObject({ decision: 'block', block: { reason: 'no' } });
    expect(outcomeOfPatch([allow, outcome({ decision: 'ask', reason: 'why' })], null)).toMatchObject({
      decision: 'ask',
      reason: 'why',
    });
    expect(outcomeOfPatch([outcome({})], refuse).decision).toBe('block');
  });

  test('permits it only where all are permitted', () => {
    expect(outcomeOfPatch([allow, allow], null).decision).toBe('allow');
    expect(outcomeOfPatch([allow, outcome({})], null).decision).toBe('none');
    expect(outcomeOfPatch([permit, permit], null).extra.permission).toEqual({ behavior: 'allow' });
    expect(outcomeOfPatch([permit, outcome({}, 'PermissionRequest')], null).extra.permission).toBe(undefined);
  });

  test('is a refusal where the input of a file is rewritten, and not where that of the patch is', () => {
    const updatedInput = { file_path: 'a', content: 'b' };
    expect(outcomeOfPatch([outcome({ decision: 'allow', updatedInput })], null)).toMatchObject({
      decision: 'block',
      updatedInput: null,
      block: { reason: expect.stringContaining('{"file_path":"a","content":"b"}') as string },
    });
    expect(outcomeOfPatch([outcome({})], outcome({ updatedInput }))).toMatchObject({ decision: 'none', updatedInput });
    const permission = { behavior: 'allow', updatedInput };
    const permitted = outcome({ extra: { permission } }, 'PermissionRequest');
    expect(outcomeOfPatch([permitted], null)).toMatchObject({ decision: 'block', extra: {} });
  });

  test('keeps all runs and contexts, and each message once', () => {
    const told = { level: 'info', text: 't', code: null, hook: 'h' } as const;
    const part = outcome({ hooks: ran, additionalContext: ['c'], contextHooks: ['h'], messages: [told] });
    expect(outcomeOfPatch([part, part], null)).toMatchObject({
      hooks: [...ran, ...ran],
      additionalContext: ['c', 'c'],
      messages: [told],
    });
  });
});

describe('a patch that cannot be read', () => {
  test('is refused where a hook was asked, before it is carried out', () => {
    const refused = outcomeOfUnreadPatch(outcome({ hooks: ran }), 'apply_patch', 0);
    expect(refused.block?.reason).toBe(
      'hookline cannot read which files this apply_patch changes; refused, because a hook was to be asked about each of them',
    );
    expect(outcomeOfUnreadPatch(outcome({}), 'apply_patch', 0).decision).toBe('none');
    expect(outcomeOfUnreadPatch(outcome({ hooks: ran }), 'apply_patch', 1).block?.reason).toContain('2 hooks were');
    expect(outcomeOfUnreadPatch(outcome({ hooks: ran }, 'PostToolUse'), 'apply_patch', 1).decision).toBe('none');
    expect(outcomeOfUnreadPatch({ ...refuse, hooks: ran }, 'apply_patch', 0)).toMatchObject({
      block: { reason: 'no' },
    });
  });
});
