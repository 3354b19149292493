import { describe, expect, test } from 'vitest';
import {
  aFault,
  anEvent,
  badOutput,
  decoded,
  proceeding,
  refusal,
  stopping,
  refusalBeside,
  VOID_REFUSAL,
} from '../../../../../test/support/hooks.ts';
import type { Effect, EventName, Fault, Json, AnyEvent, Verdict } from '../../model/index.ts';

const POWERS: readonly (readonly [EventName, Effect])[] = [
  ['UserPromptSubmit', 'reject_prompt'],
  ['PreToolUse', 'deny_tool'],
  ['Stop', 'keep_working'],
  ['SubagentStop', 'keep_working'],
  ['PreCompact', 'cancel_compaction'],
  ['ConfigChange', 'refuse_change'],
  ['WorktreeCreate', 'fail_worktree'],
  ['Elicitation', 'decline'],
];

const POWERLESS: readonly EventName[] = [
  'SessionStart',
  'SessionEnd',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'SubagentStart',
  'PostCompact',
  'Notification',
  'CwdChanged',
  'FileChanged',
  'WorktreeRemove',
];

const ALL: readonly EventName[] = [...POWERS.map(([event]) => event), 'ElicitationResult', ...POWERLESS];

const answer = (event: EventName | AnyEvent, stdout: Json, background = false): Verdict =>
  decoded('qoder', event, { stdout }, { background });

/** An answer whose hookSpecificOutput names its event. */
const specific = (
  event: EventName,
  fields: Readonly<Record<string, Json>>,
  beside: Readonly<Record<string, Json>> = {},
): Json => ({
  ...beside,
  hookSpecificOutput: { hookEventName: event, ...fields },
});
const info = (text: string): Verdict => ({ messages: [{ level: 'info', text, hook: 'test:guard' }] });
const warning = (text: string): Verdict => ({ messages: [{ level: 'warning', text, hook: 'test:guard' }] });
const noPower = (event: EventName, reason: string): Fault =>
  aFault('no_power', `refused, but ${event} cannot be stopped: ${reason}`);
const onlyElsewhere = (key: string, event: EventName): Verdict => ({
  notes: [`hook "guard": hookSpecificOutput.${key} has no effect on ${event}`],
});

describe('exit 2', () => {
  test.each(POWERS)('on %s is a block with the effect %s; stdout is ignored', (event, effect) => {
    const report = { exit: 2, stderr: 'stderr decides\n', stdout: { decision: 'allow', systemMessage: 'hello' } };
    expect(decoded('qoder', event, report)).toEqual(refusal(effect, 'stderr decides'));
    expect(decoded('qoder', event, { exit: 2, stderr: ' ' })).toEqual(refusal(effect, 'Blocked by guard hook'));
  });

  test.each(POWERLESS)('on %s is a fault, and the flow continues', (event) => {
    expect(decoded('qoder', event, { exit: 2, stderr: 'no' })).toEqual(proceeding(noPower(event, 'no')));
    expect(answer(event, { decision: 'deny', reason: 'no' })).toEqual(proceeding(noPower(event, 'no')));
    expect(answer(event, { decision: 'deny' })).toEqual(proceeding(noPower(event, 'Blocked by guard hook')));
  });

  test('on ConfigChange cannot refuse policy_settings', () => {
    const event = (source: string): AnyEvent => anEvent('ConfigChange', { source });
    expect(decoded('qoder', event('user_settings'), { exit: 2, stderr: 'no' })).toEqual(refusal('refuse_change', 'no'));
    expect(decoded('qoder', event('policy_settings'), { exit: 2, stderr: 'no' })).toEqual(
      proceeding(noPower('ConfigChange', 'no')),
    );
    expect(answer(event('policy_settings'), { decision: 'block', reason: 'no' })).toEqual(
      proceeding(noPower('ConfigChange', 'no')),
    );
  });

  test('on ElicitationResult declines, and says so in extra.action', () => {
    const declined = refusal('decline', 'no', { extra: { action: 'decline' } });
    expect(decoded('qoder', 'ElicitationResult', { exit: 2, stderr: 'no' })).toEqual(declined);
    expect(
      answer(
        'ElicitationResult',
        specific('ElicitationResult', { action: 'accept', content: { a: 1 } }, { decision: 'deny', reason: 'no' }),
      ),
    ).toEqual(declined);
  });
});

describe('decision', () => {
  test.each(POWERS.filter(([event]) => event !== 'WorktreeCreate'))(
    'on %s takes deny and block, allow and approve',
    (event, effect) => {
      for (const word of ['deny', 'block'])
        expect(answer(event, { decision: word, reason: 'no' })).toEqual(refusal(effect, 'no'));
      for (const word of ['allow', 'approve'])
        expect(answer(event, { decision: word, reason: 'fine' })).toEqual({ decision: 'allow', reason: 'fine' });
    },
  );

  test('deny without a reason is exit 2 without one', () => {
    expect(answer('PreToolUse', { decision: 'deny' })).toEqual(refusal('deny_tool', 'Blocked by guard hook'));
  });

  test.each(POWERLESS)('allow says nothing on %s, where nothing could be refused', (event) => {
    expect(answer(event, { decision: 'allow', reason: 'fine' })).toEqual({});
  });

  test.each<Json>(['ask', 'Deny', 'DENY', 'yes', '', true, 1, ['deny'], { behavior: 'deny' }])(
    '%j is ignored with a warning',
    (decision) => {
      const text = `hook "guard": decision ${JSON.stringify(decision)} is not known; known are allow, approve, deny, block`;
      expect(answer('PreToolUse', { decision, reason: 'x' })).toEqual(warning(text));
    },
  );

  test('null is none', () => {
    expect(answer('PreToolUse', { decision: null })).toEqual({});
  });
});

describe('permissionDecision', () => {
  const decide = (fields: Readonly<Record<string, Json>>, beside: Readonly<Record<string, Json>> = {}): Verdict =>
    answer('PreToolUse', specific('PreToolUse', fields, beside));

  test.each<[string, Verdict]>([
    ['allow', { decision: 'allow', reason: 'inner' }],
    ['ask', { decision: 'ask', reason: 'inner' }],
    ['deny', refusal('deny_tool', 'inner')],
  ])('%s outranks decision, its reason outranks reason', (permissionDecision, expected) => {
    for (const decision of ['allow', 'deny'])
      expect(decide({ permissionDecision, permissionDecisionReason: 'inner' }, { decision, reason: 'outer' })).toEqual(
        expected,
      );
  });

  test('takes reason where it has none of its own', () => {
    expect(decide({ permissionDecision: 'deny' }, { reason: 'outer' })).toEqual(refusal('deny_tool', 'outer'));
    expect(decide({ permissionDecision: 'deny' })).toEqual(refusal('deny_tool', 'Blocked by guard hook'));
    expect(decide({ permissionDecision: 'ask' })).toEqual({ decision: 'ask' });
  });

  test('of an unknown word is ignored with a warning, and decision counts', () => {
    const text = 'hook "guard": hookSpecificOutput.permissionDecision "never" is not known; known are allow, deny, ask';
    expect(decide({ permissionDecision: 'never' }, { decision: 'deny', reason: 'no' })).toEqual(
      refusal('deny_tool', 'no', warning(text)),
    );
    expect(decide({ permissionDecision: 'never' })).toEqual(warning(text));
  });

  test.each<EventName>(['Stop', 'PermissionRequest', 'PostToolUse'])('is not known on %s', (event) => {
    expect(answer(event, specific(event, { permissionDecision: 'deny' }))).toEqual({});
  });
});

describe('continue: false', () => {
  test.each<EventName>([
    'UserPromptSubmit',
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'PermissionRequest',
    'Stop',
    'SubagentStop',
  ])('ends the turn on %s and outranks the rest', (event) => {
    const rest = { decision: 'deny', reason: 'denied' };
    expect(answer(event, { continue: false, stopReason: 'budget spent', ...rest })).toEqual(
      refusal('end_turn', 'budget spent'),
    );
    expect(answer(event, { continue: false, ...rest })).toEqual(refusal('end_turn', 'denied'));
    expect(answer(event, { continue: false, decision: 'allow', reason: 'fine' })).toEqual(
      refusal('end_turn', 'Blocked by guard hook'),
    );
  });

  test.each(
    ALL.filter(
      (event) =>
        ![
          'UserPromptSubmit',
          'PreToolUse',
          'PostToolUse',
          'PostToolUseFailure',
          'PermissionRequest',
          'Stop',
          'SubagentStop',
          'WorktreeCreate',
        ].includes(event),
    ),
  )('has no effect on %s', (event) => {
    expect(answer(event, { continue: false, stopReason: 'x' })).toEqual({
      notes: [`continue: false has no effect on ${event}`],
    });
  });

  test.each<Json>([true, 'false', 0, null])('is not %j', (value) => {
    expect(answer('Stop', { continue: value, stopReason: 'x' })).toEqual({});
  });
});

describe('hookSpecificOutput', () => {
  const MISSING = 'hookSpecificOutput is missing required field "hookEventName"';

  test.each<[AnyEvent, string]>([
    [anEvent('PreToolUse', { tool_name: 'Bash' }), 'PreToolUse:Bash'],
    [anEvent('SessionStart', { source: 'startup' }), 'SessionStart:startup'],
    [anEvent('SessionStart'), 'SessionStart'],
    [anEvent('UserPromptSubmit'), 'UserPromptSubmit'],
  ])('without hookEventName makes the whole JSON void (%j is called %s)', (event, called) => {
    const stdout = {
      decision: 'deny',
      continue: false,
      systemMessage: 'void',
      hookSpecificOutput: { additionalContext: 'void' },
    };
    const fault: Fault = { code: 'bad_output', message: `${called} hook error: ${MISSING}` };
    expect(answer(event, stdout)).toEqual(proceeding(fault, { messages: [VOID_REFUSAL] }));
  });

  test('that is no object is a fault beside which a refusal counts', () => {
    const fault: Fault = { code: 'bad_output', message: 'PreToolUse hook error: hookSpecificOutput must be an object' };
    expect(answer('PreToolUse', { decision: 'deny', reason: 'no', hookSpecificOutput: 'x' })).toEqual(
      refusalBeside('deny_tool', 'no', fault),
    );
  });

  test.each<[Json, string]>([
    [{ hookEventName: 'PostToolUse' }, 'hookSpecificOutput has hookEventName "PostToolUse", expected "PreToolUse"'],
    [{ hookEventName: 'pretooluse' }, 'hookSpecificOutput has hookEventName "pretooluse", expected "PreToolUse"'],
    [{ hookEventName: null }, 'hookSpecificOutput has hookEventName null, expected "PreToolUse"'],
    [[], 'hookSpecificOutput must be an object'],
    ['deny', 'hookSpecificOutput must be an object'],
    [true, 'hookSpecificOutput must be an object'],
  ])('%j makes the whole JSON void, with the same prefix', (hookSpecificOutput, text) => {
    const fault: Fault = { code: 'bad_output', message: `PreToolUse:Bash hook error: ${text}` };
    const event = anEvent('PreToolUse', { tool_name: 'Bash' });
    expect(answer(event, { decision: 'allow', hookSpecificOutput })).toEqual(proceeding(fault));
  });

  test('that is null or missing is none', () => {
    expect(answer('PreToolUse', { hookSpecificOutput: null })).toEqual({});
  });

  test('that is void fails a WorktreeCreate', () => {
    const fault: Fault = { code: 'bad_output', message: `WorktreeCreate hook error: ${MISSING}` };
    expect(answer('WorktreeCreate', { hookSpecificOutput: { worktreePath: '/trees/x' } })).toEqual(
      stopping('fail_worktree', fault),
    );
  });
});

/** A field, the events that take it, a value that is right, what it gives, and one that is wrong. */
interface FieldRow {
  readonly key: string;
  readonly on: readonly EventName[];
  readonly right: Json;
  readonly gives: Verdict;
  readonly wrong: Json;
  readonly wrongGives: Verdict;
}

const ignored = (key: string, expected: string): Verdict => ({
  notes: [`hookSpecificOutput.${key} was ignored: it is not ${expected}`],
});
const CONTEXT_EVENTS: readonly EventName[] = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'PostCompact',
  'Notification',
  'CwdChanged',
  'FileChanged',
];

const FIELDS: readonly FieldRow[] = [
  {
    key: 'additionalContext',
    on: CONTEXT_EVENTS,
    right: 'note',
    gives: { context: ['note'] },
    wrong: '',
    wrongGives: {},
  },
  {
    key: 'sessionTitle',
    on: ['UserPromptSubmit'],
    right: 'Sorting',
    gives: { extra: { sessionTitle: 'Sorting' } },
    wrong: 7,
    wrongGives: ignored('sessionTitle', 'a text'),
  },
  {
    key: 'updatedInput',
    on: ['PreToolUse'],
    right: { a: 1 },
    gives: { updatedInput: { a: 1 } },
    wrong: 'ls',
    wrongGives: proceeding(badOutput('hookSpecificOutput.updatedInput is not an object')),
  },
  {
    key: 'updatedToolOutput',
    on: ['PostToolUse'],
    right: { note: 'redacted' },
    gives: { updatedToolOutput: { note: 'redacted' } },
    wrong: null,
    wrongGives: {},
  },
  {
    key: 'decision',
    on: ['PermissionRequest'],
    right: { behavior: 'allow', updatedInput: { a: 1 }, updatedPermissions: [] },
    gives: { extra: { permission: { behavior: 'allow', updatedInput: { a: 1 }, updatedPermissions: [] } } },
    wrong: { behavior: 'ask' },
    wrongGives: proceeding(
      badOutput('hookSpecificOutput.decision is not an object whose behavior is "allow" or "deny"'),
    ),
  },
  {
    key: 'retry',
    on: ['PermissionDenied'],
    right: true,
    gives: { extra: { retry: true } },
    wrong: 'true',
    wrongGives: ignored('retry', 'true or false'),
  },
  {
    key: 'clearContext',
    on: ['Stop', 'SubagentStop'],
    right: true,
    gives: { extra: { clearContext: true } },
    wrong: 1,
    wrongGives: ignored('clearContext', 'true or false'),
  },
  {
    key: 'watchPaths',
    on: ['CwdChanged', 'FileChanged'],
    right: ['/a', '/b'],
    gives: { extra: { watchPaths: ['/a', '/b'] } },
    wrong: ['/a', 1],
    wrongGives: ignored('watchPaths', 'a list of absolute paths'),
  },
  {
    key: 'action',
    on: ['Elicitation', 'ElicitationResult'],
    right: 'cancel',
    gives: { extra: { action: 'cancel' } },
    wrong: 'maybe',
    wrongGives: proceeding(badOutput('hookSpecificOutput.action is not "accept", "decline" or "cancel"')),
  },
  {
    key: 'content',
    on: ['Elicitation', 'ElicitationResult'],
    right: { region: 'eu' },
    gives: { extra: { content: { region: 'eu' } } },
    wrong: null,
    wrongGives: {},
  },
];

describe.each(FIELDS)('hookSpecificOutput.$key', ({ key, on, right, gives, wrong, wrongGives }) => {
  test.each(on)('is taken on %s', (event) => {
    expect(answer(event, specific(event, { [key]: right }))).toEqual(gives);
  });

  test.each(on)('of the wrong type is not taken on %s', (event) => {
    expect(answer(event, specific(event, { [key]: wrong }))).toEqual(wrongGives);
  });

  test.each(ALL.filter((event) => !on.includes(event) && event !== 'WorktreeCreate'))(
    'has no effect on %s',
    (event) => {
      expect(answer(event, specific(event, { [key]: right }))).toEqual(onlyElsewhere(key, event));
    },
  );
});

describe('what an answer gives', () => {
  test('of the MCP output is taken for MCP tools only, and the general one outranks it', () => {
    const mcp = anEvent('PostToolUse', { tool_name: 'mcp__db__query' });
    const write = anEvent('PostToolUse', { tool_name: 'Write' });
    const both = { updatedToolOutput: 'any', updatedMCPToolOutput: 'mcp only' };
    expect(answer(mcp, specific('PostToolUse', { updatedMCPToolOutput: 'mcp only' }))).toEqual({
      updatedToolOutput: 'mcp only',
    });
    expect(answer(write, specific('PostToolUse', { updatedMCPToolOutput: 'mcp only' }))).toEqual(
      onlyElsewhere('updatedMCPToolOutput', 'PostToolUse'),
    );
    expect(answer(mcp, specific('PostToolUse', both))).toEqual({ updatedToolOutput: 'any' });
  });

  test.each<Json>(['', 'text', 0, false, []])(
    'as updatedToolOutput may be any JSON, such as %j',
    (updatedToolOutput) => {
      expect(answer('PostToolUse', specific('PostToolUse', { updatedToolOutput }))).toEqual({ updatedToolOutput });
    },
  );

  test('to a PermissionRequest is extra.permission; the decision stays none', () => {
    const deny = { behavior: 'deny', message: 'not this file', interrupt: true };
    expect(answer('PermissionRequest', specific('PermissionRequest', { decision: deny }))).toEqual({
      extra: { permission: deny },
    });
  });

  test('to an Elicitation is action and content', () => {
    expect(answer('Elicitation', specific('Elicitation', { action: 'accept', content: { region: 'eu' } }))).toEqual({
      extra: { action: 'accept', content: { region: 'eu' } },
    });
  });

  test('clears the context also when it keeps the agent working', () => {
    expect(answer('Stop', specific('Stop', { clearContext: true }, { decision: 'deny', reason: 'go on' }))).toEqual(
      refusal('keep_working', 'go on', { extra: { clearContext: true } }),
    );
  });

  test('keeps a redacted output and its context beside a refusal, with or without power', () => {
    const redacted = { updatedToolOutput: 'token=***', additionalContext: 'hidden' };
    const verdict = answer('PostToolUse', specific('PostToolUse', redacted, { decision: 'deny', reason: 'no' }));
    expect(verdict).toMatchObject({ updatedToolOutput: 'token=***', context: ['hidden'], fault: { code: 'no_power' } });
  });

  test('ask stands beside a field of the wrong type', () => {
    const asking = { permissionDecision: 'ask', permissionDecisionReason: 'sure?', updatedInput: 'ls' };
    expect(answer('PreToolUse', specific('PreToolUse', asking))).toMatchObject({
      decision: 'ask',
      reason: 'sure?',
      fault: { code: 'bad_output' },
    });
  });

  test('that was cut is bad output and not plain text', () => {
    const report = { stdout: '{"decision": "deny", "reason": "', truncated: ['stdout'] as const };
    expect(decoded('qoder', 'SessionStart', report)).toMatchObject({ fault: { code: 'bad_output' } });
  });

  test('an empty list of watchPaths is an answer: it clears what was watched', () => {
    expect(answer('CwdChanged', specific('CwdChanged', { watchPaths: [] }))).toEqual({ extra: { watchPaths: [] } });
  });

  test('beside a field of the wrong type is still a refusal', () => {
    expect(
      answer(
        'PreToolUse',
        specific('PreToolUse', { permissionDecision: 'deny', updatedInput: 'ls' }, { reason: 'no' }),
      ),
    ).toEqual(refusalBeside('deny_tool', 'no', badOutput('hookSpecificOutput.updatedInput is not an object')));
    expect(
      answer('Elicitation', specific('Elicitation', { action: 'maybe' }, { decision: 'deny', reason: 'no' })),
    ).toEqual(
      refusalBeside('decline', 'no', badOutput('hookSpecificOutput.action is not "accept", "decline" or "cancel"')),
    );
  });

  test('as systemMessage is for the user only, also beside a refusal', () => {
    expect(answer('PreToolUse', { systemMessage: 'hello' })).toEqual(info('hello'));
    expect(answer('PreToolUse', { systemMessage: 'hello', decision: 'deny', reason: 'no' })).toEqual(
      refusal('deny_tool', 'no', info('hello')),
    );
    expect(answer('PreToolUse', { systemMessage: ['x'] })).toEqual({
      notes: ['systemMessage was ignored: it is not a text'],
    });
  });

  test('as suppressOutput keeps the output from being shown, and the decision counts', () => {
    expect(answer('PreToolUse', { suppressOutput: true, decision: 'deny', reason: 'no' })).toEqual(
      refusal('deny_tool', 'no', { quiet: true }),
    );
    expect(answer('PreToolUse', { suppressOutput: 'yes' })).toEqual({
      notes: ['suppressOutput was ignored: it is not true or false'],
    });
  });
});

describe('plain text', () => {
  test.each<EventName>(['SessionStart', 'UserPromptSubmit'])('is context on %s', (event) => {
    expect(answer(event, ' branch: main\n')).toEqual({ context: ['branch: main'] });
    expect(answer(event, '["a"]')).toEqual({ context: ['["a"]'] });
    expect(answer(event, '{"half": ')).toEqual({ context: ['{"half":'] });
  });

  test.each(ALL.filter((event) => !['SessionStart', 'UserPromptSubmit', 'WorktreeCreate'].includes(event)))(
    'says nothing on %s',
    (event) => {
      expect(answer(event, 'deny')).toEqual({});
    },
  );
});

describe('WorktreeCreate', () => {
  const missing = stopping('fail_worktree', badOutput('it gave no absolute path (worktreePath)'));

  test.each<[string, Json]>([
    ['worktreePath', specific('WorktreeCreate', { worktreePath: '/trees/x' })],
    ['the last non-empty line of stdout', 'Preparing worktree\n /trees/x \n\n'],
  ])('takes the absolute path from %s', (_from, stdout) => {
    expect(answer('WorktreeCreate', stdout)).toEqual({ extra: { worktreePath: '/trees/x' } });
  });

  test.each<[string, Json]>([
    ['nothing', ''],
    ['a relative path', 'trees/x'],
    ['a path that is not the last line', '/trees/x\ndone'],
    ['an answer without a path', { systemMessage: '' }],
  ])('fails with %s', (_with, stdout) => {
    expect(answer('WorktreeCreate', stdout)).toEqual(missing);
  });

  test('fails with a relative worktreePath', () => {
    expect(answer('WorktreeCreate', specific('WorktreeCreate', { worktreePath: 'trees/x' }))).toEqual({
      ...missing,
      ...ignored('worktreePath', 'an absolute path'),
    });
  });

  test('fails by a deny and by any exit but 0, a path or not', () => {
    expect(answer('WorktreeCreate', { decision: 'deny', reason: 'no' })).toEqual(refusal('fail_worktree', 'no'));
    expect(decoded('qoder', 'WorktreeCreate', { exit: 1, stdout: '/trees/x', stderr: 'cannot create' })).toEqual(
      stopping('fail_worktree', aFault('exit', 'exited with 1: cannot create')),
    );
    expect(decoded('qoder', 'WorktreeCreate', { exit: 2, stdout: '/trees/x', stderr: 'no' })).toEqual(
      refusal('fail_worktree', 'no'),
    );
  });
});

describe('the body of an http answer', () => {
  const http = { hook: { handler: { kind: 'http', url: 'http://x', headers: {}, allowedVariables: null } } } as const;
  const body = (event: EventName, stdout: Json): Verdict =>
    decoded('qoder', event, { ending: { how: 'answered' }, stdout }, http);

  test('is read like stdout at exit 0', () => {
    expect(body('PreToolUse', { decision: 'deny', reason: 'no' })).toEqual(refusal('deny_tool', 'no'));
    expect(body('PreToolUse', '')).toEqual({});
  });

  test.each<EventName>(['PreToolUse', 'SessionStart', 'UserPromptSubmit'])(
    'is bad output on %s when it is not a JSON object',
    (event) => {
      expect(body(event, '<html>')).toEqual(proceeding(badOutput('it printed "<html>", which is not a JSON object')));
      expect(body(event, '[]')).toEqual(proceeding(badOutput('it printed "[]", which is not a JSON object')));
    },
  );
});

describe('a background hook', () => {
  test.each(ALL)('never blocks %s', (event) => {
    const fault = aFault('no_power', 'refused, but a background hook cannot stop anything: no');
    expect(decoded('qoder', event, { exit: 2, stderr: 'no' }, { background: true })).toEqual(proceeding(fault));
  });

  test('has its decisions ignored', () => {
    expect(answer('PreToolUse', { decision: 'allow', reason: 'fine' }, true)).toEqual({});
    expect(answer('PreToolUse', specific('PreToolUse', { permissionDecision: 'ask' }), true)).toEqual({});
    const fault = aFault('no_power', 'refused, but a background hook cannot stop anything: no');
    expect(answer('Stop', { continue: false, stopReason: 'no' }, true)).toEqual(proceeding(fault));
  });

  test('gives additionalContext, or plain text, to the next turn', () => {
    expect(answer('PreToolUse', specific('PreToolUse', { additionalContext: 'late' }), true)).toEqual({
      context: ['late'],
    });
    expect(answer('PreToolUse', 'late\n', true)).toEqual({ context: ['late'] });
  });
});
