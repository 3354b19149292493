import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aDialect, aFrame, aHook, aReport } from '../../../../test/support/hooks.ts';
import { AGENTS } from '../agents/index.ts';
import { decode } from '../engine/decode.ts';
import { emptyOutcome } from '../engine/outcome.ts';
import type {
  AgentTable,
  AnyEvent,
  Decision,
  Effect,
  Extra,
  HookRun,
  Json,
  JsonObject,
  Outcome,
  Verdict,
} from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { REFUSALS } from '../model/refusals.ts';
import type { KnownAgent } from './hear.ts';
import { hear } from './hear.ts';
import { nativeInputOf } from './native-input.ts';
import type { ToldEvent, AnswerPolicy, SaidAnswer } from './say.ts';
import { refuseUnknown, say } from './say.ts';
import { tries } from '../../../../test/support/tier.ts';

const known = (agent: AgentTable): KnownAgent => ({ agent, dialect: aDialect(agent.dialect) });
const [FIRST] = AGENTS as readonly [AgentTable];
const STRICT: AnswerPolicy = { mayAllow: false, tellsFaults: true };
const FREE: AnswerPolicy = { mayAllow: true, tellsFaults: true };

/** Every sample payload of every agent, as it was heard. */
const HEARD = AGENTS.flatMap((agent) => {
  const file = new URL(`../../../../test/agents/${agent.id}.json`, import.meta.url);
  const { env, payloads } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly env: Readonly<Record<string, string>>;
    readonly payloads: readonly JsonObject[];
  };
  return payloads.map(({ $event: entry, ...payload }) => {
    const told = typeof entry === 'string' ? { event: entry } : {};
    const heard = hear(known(agent), { text: JSON.stringify(payload), env, ...told });
    if (!heard.ok) throw new Error(heard.why);
    const answered: ToldEvent = { native: heard.native, event: heard.event, project: '/home/ana/app' };
    return {
      who: known(agent),
      answered,
      name: `${agent.id} ${heard.native} ${JSON.stringify(heard.event['tool_name'] ?? '')}`,
    };
  });
});

const answeredOf = (native: string, tool?: string): ToldEvent => {
  const found = HEARD.find(
    ({ answered }) => answered.native === native && (tool === undefined || answered.event['tool_name'] === tool),
  );
  if (found === undefined) throw new Error(`no sample of ${native}`);
  return found.answered;
};

const outcomeOf = (event: AnyEvent, over: Partial<Outcome> = {}): Outcome => ({
  ...emptyOutcome(event.hook_event_name),
  ...over,
});

const blocked = (event: AnyEvent, effect: Effect, reason: string | null = 'because'): Outcome =>
  outcomeOf(event, { decision: 'block', block: { effect, reason, hook: 'test:guard' } });

/** What the agent makes of an answer, by its own dialect. */
function readBack(
  { dialect }: KnownAgent,
  { event, native }: ToldEvent,
  { stdout, stderr, exitCode }: SaidAnswer,
): Verdict {
  const frame = aFrame(dialect.id, event, { project: '/home/ana/app' }, native);
  return decode(
    { hook: aHook({ dialect: dialect.id }), frame, background: false },
    aReport({ stdout, stderr, exit: exitCode }),
  );
}

const lostParts = ({ lost }: SaidAnswer): readonly string[] => lost.map(({ part }) => part);
const saidObject = ({ stdout }: SaidAnswer): Json => JSON.parse(stdout) as Json;
const sayTo = (native: string, over: Partial<Outcome>, policy = STRICT, tool?: string): SaidAnswer => {
  const answered = answeredOf(native, tool);
  return say(known(FIRST), answered, outcomeOf(answered.event, over), policy);
};
const refuse = (native: string, effect: Effect, reason: string | null = 'because', tool?: string): SaidAnswer => {
  const answered = answeredOf(native, tool);
  return say(known(FIRST), answered, blocked(answered.event, effect, reason), STRICT);
};

const EFFECTS: readonly Effect[] = [...new Set(Object.values(REFUSALS).flatMap((effect) => effect ?? []))];
const EXTRAS: readonly Extra[] = [
  { sessionTitle: 'a title' },
  { watchPaths: ['/a'] },
  { retry: true },
  { clearContext: true },
  { action: 'decline' },
  { permission: { behavior: 'allow' } },
  { permission: { behavior: 'deny', message: 'no' } },
  { prependToPrompt: 'first' },
  { appendToOutput: 'last' },
  { terminalSequence: '\u0007' },
];

const anOutcome = (event: AnyEvent): fc.Arbitrary<Outcome> =>
  fc
    .record({
      decision: fc.constantFrom<Decision>('none', 'allow', 'ask', 'block'),
      effect: fc.constantFrom(...EFFECTS),
      reason: fc.constantFrom(null, 'because', 'two\nlines', '{"decision":"approve"}'),
      updatedInput: fc.constantFrom<JsonObject | null>(null, null, { command: 'ls -l' }),
      updatedPrompt: fc.constantFrom(null, null, 'another prompt'),
      updatedToolOutput: fc.constantFrom<Json | null>(null, null, 'another output', { stdout: 'x' }),
      additionalContext: fc.constantFrom<readonly string[]>([], [], ['a context', 'and more']),
      extra: fc.constantFrom<Extra>({}, {}, ...EXTRAS),
      text: fc.constantFrom(null, 'a message'),
    })
    .map(({ decision, effect, reason, text, ...rest }) => ({
      ...outcomeOf(event),
      ...rest,
      decision,
      reason: decision === 'ask' || decision === 'allow' ? reason : null,
      block: decision === 'block' ? { effect, reason, hook: 'test:guard' } : null,
      contextHooks: rest.additionalContext.map(() => 'test:guard'),
      messages: text === null ? [] : [{ level: 'info', text, code: null, hook: 'test:guard' }],
    }));

describe('whatever the outcome', () => {
  test.each(HEARD)('the agent reads one object, and nothing that was not meant: $name', ({ who, answered }) => {
    const { native, event } = answered;
    const row = who.dialect.events[native];
    const isByExit =
      who.agent.refuses === 'exit' || row?.refusedBy === 'exit' || row?.text === 'worktree-path-from-cwd';
    fc.assert(
      fc.property(anOutcome(event), fc.boolean(), (outcome, mayAllow) => {
        const said = say(who, answered, outcome, { mayAllow, tellsFaults: true });
        const lost = lostParts(said);
        if (!isByExit) expect(said.exitCode).toBe(0);
        if (said.exitCode === 0) expect(said.stderr).toBe('');
        if (said.stdout.startsWith('{')) expect(said.stdout.trimEnd().split('\n')).toHaveLength(1);
        const verdict = readBack(who, answered, said);
        if (row?.requires === undefined) expect(['bad_output', 'exit']).not.toContain(verdict.fault?.code);
        // Nothing is permitted that was not, nor where permissions are not passed on.
        const isSilence = who.agent.events[native]?.silence !== undefined; // its silence may be that very word
        if (verdict.decision === 'allow' && !isSilence) expect([outcome.decision, mayAllow]).toEqual(['allow', true]);
        const behaviour = verdict.extra?.permission?.['behavior'];
        if (behaviour === 'allow') expect([outcome.extra.permission?.['behavior'], mayAllow]).toEqual(['allow', true]);
        const stops = verdict.decision === 'block' || behaviour === 'deny';
        if (outcome.decision === 'block' && !lost.includes('block') && row?.answers !== 'ignored')
          expect(stops || verdict.updatedToolOutput !== undefined).toBe(true);
        // What is neither lost nor beside a refusal arrives.
        const isOpen = outcome.decision !== 'block' && !stops;
        if (isOpen && outcome.updatedInput !== null && !lost.includes('updatedInput'))
          expect(verdict.updatedInput).toEqual(
            nativeInputOf(who.dialect, event, outcome.updatedInput, answered.project),
          );
        if (isOpen && outcome.updatedPrompt !== null && !lost.includes('updatedPrompt'))
          expect(verdict.updatedPrompt).toBe(outcome.updatedPrompt);
        if (isOpen && outcome.additionalContext.length > 0 && !lost.includes('context'))
          expect(verdict.context?.join('\n')).toContain('a context\nand more');
        if (outcome.messages.length > 0 && !lost.includes('message'))
          expect(verdict.messages?.map(({ text }) => text).join()).toContain('a message');
        const isRewritten = lost.includes('updatedPrompt') || lost.includes('updatedInput');
        if (outcome.decision === 'ask' && !lost.includes('ask') && !isRewritten)
          expect(verdict.decision === 'ask' || verdict.decision === undefined).toBe(true);
      }),
      { numRuns: tries(150) },
    );
  });
});

describe('a refusal', () => {
  const GATES = HEARD.filter(({ who, answered: { native, event } }) => {
    const row = who.dialect.events[native];
    const isTaken = row?.noBlockWhen?.isOneOf.some((word) => event[row.noBlockWhen?.field ?? ''] === word);
    return row?.block !== null && isTaken !== true;
  });

  test.each(GATES)('of what the event itself refuses is read as that: $name', ({ who, answered }) => {
    const effect = who.dialect.events[answered.native]?.block ?? 'deny_tool';
    const said = say(who, answered, blocked(answered.event, effect), STRICT);
    expect(readBack(who, answered, said)).toMatchObject({ decision: 'block', effect, reason: 'because' });
    expect(said.lost).toEqual([]);
  });

  test('stands in the answer, with exit code 0', () => {
    expect(refuse('PreToolUse', 'deny_tool')).toEqual({
      stdout:
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"because"}}\n',
      stderr: '',
      exitCode: 0,
      lost: [],
    });
  });

  test('is given by exit code where no answer refuses', () => {
    expect(refuse('TaskCompleted', 'keep_task_open')).toEqual({
      stdout: '',
      stderr: 'because\n',
      exitCode: 2,
      lost: [],
    });
  });

  test('that ends the turn also holds the tool call back', () => {
    const said = refuse('PreToolUse', 'end_turn');
    expect(saidObject(said)).toMatchObject({
      continue: false,
      stopReason: 'because',
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'because' },
    });
    expect(said.lost).toEqual([]);
  });

  test.each<[Effect, JsonObject]>([
    ['deny_tool', { behavior: 'deny', message: 'because' }],
    ['end_turn', { behavior: 'deny', message: 'because', interrupt: true }],
  ])('of a request for permission is its own answer: %s', (effect, decision) => {
    const said = refuse('PermissionRequest', effect);
    expect(saidObject(said)).toMatchObject({ hookSpecificOutput: { decision } });
    expect(said.lost).toEqual([]);
  });

  test('of an output puts the reason in its place, in the shape of the tool', () => {
    const said = refuse('PostToolUse', 'withhold_output', 'a secret', 'Bash');
    expect(saidObject(said)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: {
          stdout: 'a secret',
          stderr: '',
          interrupted: false,
          isImage: false,
          noOutputExpected: false,
        },
      },
    });
    expect(said.lost).toEqual([]);
  });

  test.each(['Write', 'mcp__files__find'])('of an output in another shape reaches the model beside it: %s', (tool) => {
    const said = refuse('PostToolUse', 'withhold_output', 'a secret', tool);
    expect(saidObject(said)).toEqual({ decision: 'block', reason: 'a secret' });
    expect(readBack(known(FIRST), answeredOf('PostToolUse', tool), said).context).toEqual(['a secret']);
    expect(said.lost).toEqual([
      { part: 'block', why: expect.stringMatching(/cannot be stopped: the model is told/) as string },
    ]);
  });

  test('of a failed call reaches the model', () => {
    expect(saidObject(refuse('PostToolUseFailure', 'withhold_output', 'no'))).toEqual({
      decision: 'block',
      reason: 'no',
    });
  });

  test('where nothing can be refused is told to the user, and named', () => {
    const said = refuse('SubagentStart', 'refuse_subagent', 'closed today');
    expect(saidObject(said)).toEqual({ systemMessage: 'closed today' });
    expect(lostParts(said)).toEqual(['block']);
  });

  test('that cannot even be shown to the user reaches the model', () => {
    const said = refuse('SessionStart', 'abort_session', 'closed today');
    expect(saidObject(said)).toMatchObject({
      hookSpecificOutput: {
        additionalContext: expect.stringMatching(/cannot obey that here: closed today$/) as string,
      },
    });
    expect(lostParts(said)).toEqual(['block']);
  });
});

describe('a permission', () => {
  test('is not passed on, unless the user wants it', () => {
    const said = sayTo('PreToolUse', { decision: 'allow', reason: 'fine' });
    expect([said.stdout, lostParts(said)]).toEqual(['', ['allow']]);
    const free = sayTo('PreToolUse', { decision: 'allow', reason: 'fine' }, FREE);
    expect(saidObject(free)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } });
  });

  test('of a request for it is not passed on either, but a refusal is', () => {
    const allow: Extra = { permission: { behavior: 'allow', updatedInput: { command: 'ls' } } };
    expect(sayTo('PermissionRequest', { extra: allow })).toMatchObject({ stdout: '', lost: [{ part: 'permission' }] });
    expect(saidObject(sayTo('PermissionRequest', { extra: allow }, FREE))).toMatchObject({
      hookSpecificOutput: { decision: allow.permission },
    });
    const deny: Extra = { permission: { behavior: 'deny', message: 'no' } };
    expect(saidObject(sayTo('PermissionRequest', { extra: deny }))).toMatchObject({
      hookSpecificOutput: { decision: deny.permission },
    });
  });

  test('is not needed for a rewritten input', () => {
    expect(saidObject(sayTo('PreToolUse', { decision: 'allow', updatedInput: { command: 'ls -l' } }))).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } },
    });
  });
});

/** The first agent without some of its powers. */
const lesser = (over: Partial<AgentTable>): KnownAgent => known({ ...FIRST, ...over });

const WITHHELD: Partial<Outcome> = {
  decision: 'block',
  block: { effect: 'withhold_output', reason: 'no', hook: 'h' },
};

describe('an answer to a request for permission', () => {
  const requested = (id: string, permission: JsonObject): SaidAnswer => {
    const event: AnyEvent = { hook_event_name: 'PermissionRequest', session_id: 's', cwd: '/p', tool_name: 'Bash' };
    const agent = AGENTS.find((each) => each.id === id) ?? FIRST;
    const native = id === 'copilot' ? 'permissionRequest' : 'PermissionRequest';
    return say(known(agent), { native, event, project: '/p' }, outcomeOf(event, { extra: { permission } }), FREE);
  };
  const denial = { behavior: 'deny', message: 'no', interrupt: true } as const;
  const rewritten = { behavior: 'allow', updatedInput: { command: 'ls' } } as const;

  test('stays a denial where the agent cannot end the turn with it', () => {
    const said = requested('codex', denial);
    expect(saidObject(said)).toMatchObject({
      hookSpecificOutput: { decision: { behavior: 'deny', message: 'no' } },
    });
    expect(said.stdout).not.toContain('interrupt');
    expect(lostParts(said)).toEqual(['permission']);
    expect(saidObject(requested('copilot', denial))).toEqual(denial);
  });

  test.each(['codex', 'copilot'])('permits nothing where it is for another input, which %s cannot take', (id) => {
    expect(requested(id, rewritten)).toMatchObject({ stdout: '', lost: [{ part: 'permission' }] });
    const plain = requested(id, { behavior: 'allow', updatedPermissions: [] });
    expect(plain.stdout).toContain('"behavior":"allow"');
  });

  test('is told whole to an agent that takes it', () => {
    expect(saidObject(requested('qwen', rewritten))).toEqual({ hookSpecificOutput: { decision: rewritten } });
  });
});

describe('what an agent cannot do', () => {
  const CANNOT = lesser({ substitutes: { ask: 'block', rewriteInput: 'block' } });
  const call = answeredOf('PreToolUse', 'Bash');

  test('a question that it cannot ask is a refusal', () => {
    const said = say(CANNOT, call, outcomeOf(call.event, { decision: 'ask', reason: 'sure?' }), STRICT);
    expect(readBack(CANNOT, call, said)).toMatchObject({
      decision: 'block',
      reason: expect.stringMatching(/wants the user to be asked.*: sure\?$/) as string,
    });
    expect(lostParts(said)).toEqual(['ask']);
  });

  test('a question that it can ask is asked', () => {
    const said = sayTo('PreToolUse', { decision: 'ask', reason: 'sure?' });
    expect(saidObject(said)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'ask' } });
    expect(said.lost).toEqual([]);
  });

  test('an input that it cannot replace is a refusal that names it', () => {
    const said = say(CANNOT, call, outcomeOf(call.event, { updatedInput: { command: 'ls -l' } }), STRICT);
    expect(readBack(CANNOT, call, said)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('Use this instead: {"command":"ls -l"}') as string,
    });
    expect(lostParts(said)).toEqual(['updatedInput']);
  });

  test('a prompt that it cannot replace is a refusal that names it', () => {
    const said = sayTo('UserPromptSubmit', { updatedPrompt: 'list the files politely' });
    expect(saidObject(said)).toEqual({
      decision: 'block',
      reason: expect.stringContaining('Use this instead: list the files politely') as string,
    });
  });

  test('an output that it cannot replace reaches the model beside the other', () => {
    const said = sayTo('PostToolUse', { updatedToolOutput: 'another' }, STRICT, 'Write');
    expect(saidObject(said)).toEqual({ decision: 'block', reason: 'a hook has replaced the output by: another' });
    expect(lostParts(said)).toEqual(['updatedToolOutput']);
  });

  test('an output that an agent waits for no answer about is lost for that reason, and the model is not said to see it', () => {
    const sample = HEARD.find(({ who, answered }) => who.agent.id === 'kimi' && answered.native === 'PostToolUse');
    if (sample === undefined) throw new Error('no sample of PostToolUse');
    const { who, answered } = sample;
    const said = say(who, answered, outcomeOf(answered.event, { updatedToolOutput: 'another' }), STRICT);
    expect(said.lost).toEqual([{ part: 'updatedToolOutput', why: 'PostToolUse of kimi waits for no answer' }]);
  });

  test.each([
    ['codex', 'PostToolUse', { decision: 'block', reason: 'another' }],
    ['gemini', 'AfterTool', { decision: 'deny', reason: 'another' }],
    ['qwen', 'PostToolUse', { continue: false, stopReason: 'another' }],
  ])('an output that %s cannot replace is withheld, and the other stands in its place', (id, native, answer) => {
    const sample = HEARD.find(({ who, answered }) => who.agent.id === id && answered.native === native);
    if (sample === undefined) throw new Error(`no sample of ${native}`);
    const { who, answered } = sample;
    const replaced = say(who, answered, outcomeOf(answered.event, { updatedToolOutput: 'another' }), STRICT);
    expect(saidObject(replaced)).toEqual(answer);
    expect(lostParts(replaced)).toEqual(['updatedToolOutput']);
    const refused = outcomeOf(answered.event, { updatedToolOutput: 'another', ...WITHHELD });
    expect(saidObject(say(who, answered, refused, STRICT))).toEqual(
      Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, value === 'another' ? 'no' : value])),
    );
  });

  test.each([
    ['Bash', { updatedToolOutput: 'another' }, { additional_context: 'a hook has replaced the output by: another' }],
    ['Bash', WITHHELD, { additional_context: 'a hook has refused this, and Cursor cannot obey that here: no' }],
    ['mcp__cursor__find', WITHHELD, { updated_mcp_tool_output: 'no' }],
  ])(
    'what can be replaced for tools of servers alone reaches the model beside the rest: %s %j',
    (tool, over, answer) => {
      const sample = HEARD.find(
        ({ who, answered: { native } }) => who.agent.id === 'cursor' && native === 'postToolUse',
      );
      if (sample === undefined) throw new Error('no sample of postToolUse');
      const event: AnyEvent = { ...sample.answered.event, tool_name: tool };
      const said = say(sample.who, { ...sample.answered, event }, outcomeOf(event, over), STRICT);
      expect(saidObject(said)).toEqual(answer);
    },
  );

  test.each([
    ['preToolUse', 'deny_tool', { permission: 'deny', agent_message: 'no', user_message: 'look' }],
    ['beforeReadFile', 'deny_tool', { permission: 'deny', user_message: 'no\nlook' }],
    ['beforeSubmitPrompt', 'reject_prompt', { continue: false, user_message: 'no\nlook' }],
    ['subagentStart', 'refuse_subagent', { permission: 'deny', user_message: 'no\nlook' }],
  ] as const)('a refusal of %s stands where Cursor reads it', (native, effect, answer) => {
    const sample = HEARD.find(({ who, answered }) => who.agent.id === 'cursor' && answered.native === native);
    if (sample === undefined) throw new Error(`no sample of ${native}`);
    const refused = outcomeOf(sample.answered.event, {
      decision: 'block',
      block: { effect, reason: 'no', hook: 'h' },
      messages: [{ level: 'info', text: 'look', code: null, hook: 'h' }],
    });
    expect(saidObject(say(sample.who, sample.answered, refused, STRICT))).toEqual(answer);
  });

  test('an output of the own shape of the tool is replaced as it is', () => {
    const output = { stdout: 'x', stderr: '', interrupted: true, isImage: false, noOutputExpected: false };
    const said = sayTo('PostToolUse', { updatedToolOutput: output }, STRICT, 'Bash');
    expect(saidObject(said)).toMatchObject({ hookSpecificOutput: { updatedToolOutput: output } });
  });

  test('texts beside a prompt are context', () => {
    const said = sayTo('UserPromptSubmit', { extra: { prependToPrompt: 'first' }, additionalContext: ['then'] });
    expect(saidObject(said)).toMatchObject({ hookSpecificOutput: { additionalContext: 'first\nthen' } });
    expect(lostParts(said)).toEqual(['prependToPrompt']);
  });

  test('a context that it would cut is cut here, and says so', () => {
    const said = sayTo('UserPromptSubmit', { additionalContext: ['a'.repeat(9_000), 'b'.repeat(9_000)] });
    const object = saidObject(said) as { readonly hookSpecificOutput: { readonly additionalContext: string } };
    expect(object.hookSpecificOutput.additionalContext).toHaveLength(FIRST.longestContext ?? 0);
    expect(object.hookSpecificOutput.additionalContext).toMatch(/cut by hookline/);
    expect(lostParts(said)).toEqual(['context']);
  });

  test('a sequence for the terminal is never passed on', () => {
    const said = sayTo('Stop', { extra: { terminalSequence: '\u0007' } });
    expect([said.stdout, lostParts(said)]).toEqual(['', ['terminalSequence']]);
  });
});

test('a context that would keep the agent from stopping is not given', () => {
  const said = sayTo('Stop', { additionalContext: ['by the way'] });
  expect([said.stdout, lostParts(said)]).toEqual(['', ['context']]);
});

describe('nothing to say', () => {
  test.each(HEARD)('is silence: $name', ({ who, answered }) => {
    const { silence } = who.agent.events[answered.native] ?? {};
    expect(say(who, answered, outcomeOf(answered.event), STRICT)).toEqual({
      stdout: silence === undefined ? '' : `${JSON.stringify(silence)}\n`,
      stderr: '',
      exitCode: 0,
      lost: [],
    });
  });

  test('is a word where the agent needs one', () => {
    const call = answeredOf('PreToolUse');
    const silence = { hookSpecificOutput: { hookEventName: 'PreToolUse' } };
    const events = { ...FIRST.events, PreToolUse: { ...FIRST.events['PreToolUse'], silence } } as AgentTable['events'];
    const said = say(lesser({ events }), call, outcomeOf(call.event), STRICT);
    expect(saidObject(said)).toEqual(silence);
  });
});

describe('a fault of a hook', () => {
  const call = answeredOf('PreToolUse');
  const fault = { code: 'exit', message: 'hook "guard" exited with 1' } as const;
  const run = { id: 'test:guard', name: 'guard', fault, quiet: false } as unknown as HookRun;
  const failed = outcomeOf(call.event, {
    hooks: [run],
    messages: [{ level: 'warning', text: fault.message, code: null, hook: 'test:guard' }],
  });

  test('is one message to the user, with exit code 0', () => {
    const said = say(known(FIRST), call, failed, STRICT);
    expect([saidObject(said), said.exitCode]).toEqual([{ systemMessage: `hookline: ${fault.message}` }, 0]);
  });

  test('that was told before is only in the record', () => {
    const said = say(known(FIRST), call, failed, { ...STRICT, tellsFaults: false });
    expect([said.stdout, said.exitCode]).toEqual(['', 0]);
  });
});

describe('an agent that is refused by exit code', () => {
  const who = lesser({ refuses: 'exit', events: {} });
  const call = answeredOf('PreToolUse');

  test('gets the reason on stderr, and what is lost beside it is named', () => {
    const outcome = { ...blocked(call.event, 'deny_tool'), additionalContext: ['more'] };
    const { dialect } = who;
    const deaf = { ...who, dialect: { ...dialect, answer: { ...dialect.answer, readsBlockingExit: false } } };
    expect(readBack(who, call, say(who, call, outcome, STRICT))).toMatchObject({
      reason: 'because',
      context: ['more'],
    });
    const said = say(deaf, call, outcome, STRICT);
    expect(said).toMatchObject({ stdout: '', stderr: 'because\n', exitCode: 2, lost: [{ part: 'context' }] });
  });

  test('prints a path as it is, where that is the answer', () => {
    const made = answeredOf('WorktreeCreate');
    const said = say(who, made, outcomeOf(made.event, { extra: { worktreePath: '/home/ana/trees/1' } }), STRICT);
    expect([said.stdout, said.exitCode]).toEqual(['/home/ana/trees/1\n', 0]);
    expect(readBack(who, made, said).extra).toEqual({ worktreePath: '/home/ana/trees/1' });
  });
});

test('an event that is not known is refused by exit code, or fails where the user wants that', () => {
  expect(refuseUnknown('no such event', false)).toMatchObject({ stderr: 'no such event\n', exitCode: 2 });
  expect(refuseUnknown('no such event', true)).toMatchObject({ stderr: 'no such event\n', exitCode: 1 });
});

test('a refusal without a reason is one all the same', () => {
  const said = refuse('PermissionRequest', 'deny_tool', null);
  const object = saidObject(said);
  expect(isJsonObject(object) && JSON.stringify(object)).toContain('refused by a hook, without a reason');
});
