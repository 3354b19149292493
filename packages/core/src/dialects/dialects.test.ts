import { expect, test } from 'vitest';
import type { Effect, EventName } from '../model/index.ts';
import { EVENT_NAMES } from '../model/index.ts';
import { host } from './host/table.ts';
import { DIALECTS } from './index.ts';

/** Section 1 of the specification: neutral event, then kolega, agent-hooks, qoder, kode, polytoken. */
const TABLE = `
SessionStart       | SessionStart     | session_start      | SessionStart       | session_start      | session_start
SessionEnd         | SessionEnd       | session_end        | SessionEnd         | session_end        | –
UserPromptSubmit   | UserPromptSubmit | –                  | UserPromptSubmit   | user_prompt_submit | pre_user_prompt
TurnStart          | –                | before_agent       | –                  | –                  | –
TurnEnd            | –                | after_agent        | –                  | –                  | –
PreModelTurn       | –                | –                  | –                  | –                  | pre_model_turn
PostModelTurn      | –                | –                  | –                  | –                  | post_model_turn
PreToolUse         | PreToolUse       | before_tool        | PreToolUse         | tool_call_pre      | pre_tool_use
PostToolUse        | PostToolUse      | after_tool         | PostToolUse        | tool_call_post     | post_tool_use
PostToolUseFailure | PostToolUse      | after_tool_failure | PostToolUseFailure | tool_call_post     | post_tool_use_failure
PermissionRequest  | –                | –                  | PermissionRequest  | –                  | –
PermissionDenied   | –                | –                  | PermissionDenied   | –                  | –
Stop               | Stop             | before_stop        | Stop               | –                  | stop
StopFailure        | –                | –                  | StopFailure        | –                  | –
SubagentStart      | –                | subagent_start     | SubagentStart      | –                  | subagent_start
SubagentStop       | SubagentStop     | subagent_stop      | SubagentStop       | –                  | subagent_stop
PreCompact         | PreCompact       | pre_compact        | PreCompact         | –                  | pre_compaction
PostCompact        | –                | –                  | PostCompact        | –                  | post_compaction
Notification       | Notification     | –                  | Notification       | –                  | notification
InstructionsLoaded | –                | –                  | InstructionsLoaded | –                  | –
ConfigChange       | –                | –                  | ConfigChange       | –                  | –
CwdChanged         | –                | –                  | CwdChanged         | –                  | –
FileChanged        | –                | –                  | FileChanged        | –                  | –
WorktreeCreate     | –                | –                  | WorktreeCreate     | –                  | –
WorktreeRemove     | –                | –                  | WorktreeRemove     | –                  | –
Elicitation        | –                | –                  | Elicitation        | –                  | –
ElicitationResult  | –                | –                  | ElicitationResult  | –                  | –
FacetSwitch        | –                | –                  | –                  | –                  | facet_switch
`;

const IDS = ['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'];

/** What a refusal does, by dialect and native event; an event that is not named cannot be stopped. */
const EFFECTS: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  kolega: { UserPromptSubmit: 'reject_prompt', PreToolUse: 'deny_tool', PostToolUse: 'end_turn', Stop: 'keep_working' },
  'agent-hooks': {
    session_start: 'abort_session',
    session_end: 'keep_session',
    before_agent: 'reject_prompt',
    after_agent: 'keep_working',
    before_tool: 'deny_tool',
    after_tool: 'withhold_output',
    after_tool_failure: 'withhold_output',
    subagent_start: 'refuse_subagent',
    subagent_stop: 'keep_working',
    pre_compact: 'cancel_compaction',
    before_stop: 'keep_working',
  },
  qoder: {
    UserPromptSubmit: 'reject_prompt',
    PreToolUse: 'deny_tool',
    Stop: 'keep_working',
    SubagentStop: 'keep_working',
    PreCompact: 'cancel_compaction',
    ConfigChange: 'refuse_change',
    WorktreeCreate: 'fail_worktree',
    Elicitation: 'decline',
    ElicitationResult: 'decline',
  },
  kode: {
    session_start: 'abort_session',
    user_prompt_submit: 'reject_prompt',
    tool_call_pre: 'deny_tool',
    tool_call_post: 'withhold_output',
  },
  polytoken: {
    pre_tool_use: 'deny_tool',
    pre_user_prompt: 'reject_prompt',
    pre_model_turn: 'retry_turn',
    stop: 'keep_working',
    pre_compaction: 'cancel_compaction',
  },
};

/** Native events on which a hook that fails stops the action. */
const FAILS_CLOSED: Readonly<Record<string, readonly string[]>> = {
  kolega: [],
  'agent-hooks': [],
  qoder: ['WorktreeCreate'],
  kode: ['session_start', 'user_prompt_submit', 'tool_call_pre', 'tool_call_post', 'session_end'],
  polytoken: ['pre_tool_use', 'pre_model_turn', 'stop', 'pre_compaction'],
};

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));
const eachDialect = DIALECTS.map((dialect) => [dialect.id, dialect] as const);

test('the dialects are kolega, agent-hooks, qoder, kode and polytoken, in that order', () => {
  expect(DIALECTS.map(({ id }) => id)).toEqual(IDS);
});

test('there are 28 neutral events', () => {
  expect(EVENT_NAMES).toHaveLength(28);
  expect(EVENT_NAMES).toEqual(rows.map(([neutral]) => neutral));
});

test.each(rows.map(([neutral = '', ...natives]) => [neutral, natives] as const))(
  '%s has the native names of the table',
  (neutral, natives) => {
    const found = DIALECTS.map(
      ({ events }) => Object.entries(events).find(([, row]) => row.means.includes(neutral as EventName))?.[0] ?? '–',
    );
    expect(found).toEqual(natives);
  },
);

test.each(eachDialect)('%s has no native event beside those of the table', (id, { events }) => {
  const column = IDS.indexOf(id) + 1;
  expect(new Set(Object.keys(events))).toEqual(
    new Set(rows.map((row) => row[column]).filter((native) => native !== '–')),
  );
});

test.each(eachDialect)('%s names each neutral event at most once', (_id, { events }) => {
  const means = Object.values(events).flatMap((row) => row.means);
  expect(means).toEqual([...new Set(means)]);
});

test.each(eachDialect)('a refusal in %s does what the specification says', (id, { events }) => {
  const found = Object.entries(events).flatMap(([native, { block }]) => (block === null ? [] : [[native, block]]));
  expect(Object.fromEntries(found)).toEqual(EFFECTS[id]);
});

test.each(eachDialect)(
  'a hook that fails stops the action in %s only where the specification says so',
  (id, { events }) => {
    expect(
      Object.keys(events)
        .filter((native) => events[native]?.onFault === 'block')
        .toSorted(),
    ).toEqual(FAILS_CLOSED[id]?.toSorted());
  },
);

test('only polytoken has events that wait for nobody', () => {
  const unawaited = DIALECTS.flatMap(({ id, events }) =>
    Object.entries(events).flatMap(([native, row]) => (row.waits ? [] : [`${id} ${native}`])),
  );
  expect(unawaited.toSorted()).toEqual(
    [
      'facet_switch',
      'post_model_turn',
      'post_tool_use',
      'post_tool_use_failure',
      'subagent_start',
      'subagent_stop',
    ].map((native) => `polytoken ${native}`),
  );
});

test.each([
  ['kolega', 5, null],
  ['agent-hooks', 3, null],
  ['qoder', 8, null],
  ['polytoken', 10, 10],
])('%s keeps a host working at most %d times, and makes it retry %s times', (id, keepWorking, retryTurn) => {
  expect(DIALECTS.find((dialect) => dialect.id === id)?.bounds).toEqual({ keepWorking, retryTurn });
});

test.each([...eachDialect, ['host', host] as const])('%s is data: nothing in it can be called', (_id, dialect) => {
  expect(functionsIn(dialect, '')).toEqual([]);
});

test("the host's own functions know every neutral event under its own name", () => {
  expect(Object.entries(host.events).map(([native, { means }]) => [native, means])).toEqual(
    EVENT_NAMES.map((name) => [name, [name]]),
  );
});

test.each(eachDialect)(
  'every alias, field condition and outcome of %s speaks of an event that exists',
  (_id, { aliases, answer, events }) => {
    const spoken = [
      ...Object.values(aliases),
      ...[...answer.fields, ...answer.decisions].flatMap(({ on }) => on ?? []),
      ...answer.decisions.flatMap(({ askOn }) => askOn ?? []),
    ];
    expect(spoken.filter((native) => !Object.hasOwn(events, native))).toEqual([]);
  },
);

function functionsIn(value: unknown, path: string): readonly string[] {
  if (typeof value === 'function') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => functionsIn(inner, `${path}.${key}`));
}
