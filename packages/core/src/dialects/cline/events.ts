import type { EventRow, PayloadField } from '../../model/index.ts';

/** Fields that are sent only when the event has them. */
const given = (...names: readonly string[]): readonly PayloadField[] => names.map((name) => ({ name, from: [name] }));

const NOTHING = { constant: {} } as const;
const hookName = (name: string): PayloadField => ({ name: 'hookName', constant: name });
const ABOUT_NOTHING = { subject: { from: 'nothing' } } as const;

/** Its hooks are started and left alone: nothing that they do counts, and no time limit ends them. */
const LEFT_ALONE = {
  ...ABOUT_NOTHING,
  block: null,
  onFault: 'proceed',
  waits: false,
  answers: 'ignored',
  timeoutMs: 2_147_483_647,
} as const;
const HEARD = { ...ABOUT_NOTHING, block: 'end_turn', onFault: 'proceed', waits: true } as const;

const CALL: readonly PayloadField[] = [
  { name: 'id', from: ['tool_use_id'] },
  { name: 'name', from: ['tool_name'] },
  { name: 'input', from: ['tool_input'] },
];
const AS_TEXTS: readonly PayloadField[] = [
  { name: 'toolName', from: ['tool_name'] },
  { name: 'parameters', from: ['tool_input'], as: 'text-values' },
];

/** The events of Cline under the names of its files. */
export const EVENTS: Readonly<Record<string, EventRow>> = {
  TaskStart: {
    ...LEFT_ALONE,
    means: ['SessionStart'],
    when: { field: 'source', fits: '^(?!resume$)' },
    tells: { source: 'startup' },
    fields: [hookName('agent_start'), { name: 'taskStart', object: [{ name: 'taskMetadata', ...NOTHING }] }],
  },
  TaskResume: {
    ...LEFT_ALONE,
    means: ['SessionStart'],
    when: { field: 'source', fits: '^resume$' },
    tells: { source: 'resume' },
    fields: [
      hookName('agent_resume'),
      { name: 'taskResume', constant: { taskMetadata: {}, previousState: {} } },
    ],
  },
  UserPromptSubmit: {
    ...LEFT_ALONE,
    means: ['UserPromptSubmit'],
    fields: [
      hookName('prompt_submit'),
      {
        name: 'userPromptSubmit',
        object: [
          { name: 'prompt', from: ['prompt'], or: '' },
          { name: 'attachments', from: ['attachments'], or: [] },
        ],
      },
    ],
  },
  PreToolUse: {
    ...HEARD,
    means: ['PreToolUse'],
    fields: [
      hookName('tool_call'),
      ...given('iteration'),
      { name: 'tool_call', object: CALL, missing: 'left-out' },
      { name: 'preToolUse', object: AS_TEXTS, missing: 'left-out' },
    ],
  },
  PostToolUse: {
    ...HEARD,
    means: ['PostToolUse', 'PostToolUseFailure'],
    fields: [
      hookName('tool_result'),
      ...given('iteration'),
      {
        name: 'tool_result',
        object: [
          ...CALL,
          { name: 'output', from: ['tool_response'] },
          { name: 'error', from: ['error'] },
          { name: 'durationMs', from: ['duration_ms'] },
          ...given('startedAt', 'endedAt'),
        ],
        missing: 'left-out',
      },
      {
        name: 'postToolUse',
        object: [
          ...AS_TEXTS,
          { name: 'result', from: ['tool_response', 'error'], as: 'text' },
          { name: 'success', from: ['error'], as: 'is-success' },
          { name: 'executionTimeMs', from: ['duration_ms'] },
        ],
        missing: 'left-out',
      },
    ],
  },
  TaskComplete: {
    ...LEFT_ALONE,
    means: ['Stop'],
    fields: [
      hookName('agent_end'),
      ...given('iteration'),
      {
        name: 'turn',
        object: [
          { name: 'outputText', from: ['last_assistant_message'], or: '' },
          { name: 'status', constant: 'completed' },
        ],
      },
      { name: 'taskComplete', object: [{ name: 'taskMetadata', ...NOTHING }] },
    ],
  },
  TaskError: {
    ...LEFT_ALONE,
    means: ['StopFailure'],
    fields: [
      hookName('agent_error'),
      ...given('iteration'),
      {
        name: 'error',
        object: [
          { name: 'name', from: ['error_type'], or: 'Error' },
          { name: 'message', from: ['error'], or: '' },
          { name: 'stack', from: ['stack'] },
        ],
        missing: 'left-out',
      },
    ],
  },
  TaskCancel: {
    ...LEFT_ALONE,
    means: ['SessionEnd'],
    when: { field: 'reason', fits: 'cancel|abort|interrupt' },
    fields: [
      hookName('agent_abort'),
      ...given('reason'),
      { name: 'taskCancel', object: [{ name: 'taskMetadata', ...NOTHING }] },
    ],
  },
  SessionShutdown: { ...LEFT_ALONE, means: ['SessionEnd'], fields: [hookName('session_shutdown'), ...given('reason')] },
  PreCompact: { ...LEFT_ALONE, means: [], fields: [] },
};
