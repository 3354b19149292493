import type { FaultDialect } from '../../../../../test/faults/dialect.ts';
import { grouped, LENIENT, OPEN, TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  ...OPEN,
  ...LENIENT,
  text: 'nothing',
  refusal: (reason: string) => ({ decision: 'block', reason }),
  words: { no: '"decision":"block"', yes: '"decision":"allow"' },
  consent: { decision: 'allow' },
  telling: (text: string) => ({ systemMessage: text }),
} as const;

export const faults: FaultDialect = {
  id: 'qwen',
  stages: [
    {
      ...stage,
      event: 'PreToolUse',
      native: 'PreToolUse',
      fields: TOOL,
      effect: 'deny_tool',
      refusal: (reason) => ({
        hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason },
      }),
      words: { no: '"permissionDecision":"deny"', yes: '"permissionDecision":"allow"' },
      consent: { hookSpecificOutput: { permissionDecision: 'allow' } },
    },
    {
      ...stage,
      event: 'Notification',
      native: 'Notification',
      fields: { notification_type: 'permission_prompt', message: 'm' },
      effect: null,
    },
  ],
  next: { event: 'Stop', native: 'Stop', fields: {} },
  idle: 'SessionEnd',
  handlers: ['command', 'http', 'prompt'],
  folders: { user: 'home/.qwen', project: 'project/.qwen' },
  fileOf: () => 'settings.json',
  programOf: null,
  definitions: (hooks) => ({
    'settings.json': {
      hooks: grouped(hooks, ({ path, timeoutMs, entry, isBad, claims }) => ({
        ...(isBad === true ? { type: 'command' } : (entry ?? { type: 'command', command: `exec ${path}` })),
        timeout: timeoutMs / 1000,
        ...claims,
      })),
    },
  }),
  runsIn: 'event',
  badEntry: 'skipped',
  badEntrySays: /command.*(?:required|missing)/,
  otherExit: 'fault',
  failedExit: 'a remark',
  brokenRefusal: 'void',
  beyondOurLimits: 'counts',
  failedAnswer: 'counts',
  reasons: 'all',
  unknownWordSays: null,
  wrongTypes: { answer: '{"continue":0,"decision":1,"reason":[],"suppressOutput":"yes"}', says: null },
  shell: 'always',
  fixedTimeoutMs: null,
  modelReply: 'whole object',
  silentExit2: 'a fault',
  twoDocuments: 'bad_output',
  otherBody: 'a message',
  shellFails: 'a fault',
  noAgentsOn: [],
  keepsWorking: { native: 'Stop', bound: 8 },
  defaultReason: () => 'No reason provided',
  faultIds: {},
};
