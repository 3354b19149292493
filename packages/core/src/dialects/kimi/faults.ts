import type { FaultDialect } from '../../../../../test/faults/dialect.ts';
import { LENIENT, OPEN, TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  ...OPEN,
  ...LENIENT,
  text: 'nothing',
  refusal: (reason: string) => ({
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason },
  }),
  words: { no: '"permissionDecision":"deny"', yes: '"permissionDecision":"allow"' },
  consent: { hookSpecificOutput: { permissionDecision: 'allow' } },
  telling: null,
} as const;

/** A text as TOML has it. */
const quoted = (text: string): string => JSON.stringify(text);

export const faults: FaultDialect = {
  id: 'kimi',
  stages: [
    { ...stage, event: 'PreToolUse', native: 'PreToolUse', fields: TOOL, effect: 'deny_tool' },
    { ...stage, event: 'Stop', native: 'Stop', fields: {}, effect: 'keep_working' },
  ],
  next: { event: 'UserPromptSubmit', native: 'UserPromptSubmit', fields: { prompt: 'p' } },
  idle: 'SessionStart',
  handlers: ['command'],
  scopes: ['user'],
  folders: { user: 'home/.kimi-code', project: '' },
  fileOf: () => 'config.toml',
  programOf: null,
  definitions: (hooks) => ({
    'config.toml': hooks
      .map(({ native, path, timeoutMs, isBad, claims = {} }) => [
        '[[hooks]]',
        `event = ${quoted(native)}`,
        ...(isBad === true ? [] : [`command = ${quoted(`exec '${path}'`)}`]),
        `timeout = ${Math.ceil(timeoutMs / 1000)}`,
        ...Object.entries(claims).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
        '',
      ])
      .flat()
      .join('\n'),
  }),
  runsIn: 'project',
  badEntry: 'rejects the load',
  badEntrySays: /command is missing/,
  otherExit: 'fault',
  failedExit: 'a remark',
  brokenRefusal: 'text',
  reasons: 'first',
  unknownWordSays: null,
  wrongTypes: {
    answer: '{"hookSpecificOutput":{"permissionDecision":["deny"],"permissionDecisionReason":5}}',
    says: null,
  },
  shell: 'always',
  wholeSeconds: true,
  fixedTimeoutMs: null,
  modelReply: 'one object',
  shellFails: 'a fault',
  emptyFile: 'no hooks',
  noAgentsOn: [],
  keepsWorking: { native: 'Stop', bound: 1 },
  defaultReason: (_name, native) => `Blocked by ${native} hook`,
  faultIds: {},
};
