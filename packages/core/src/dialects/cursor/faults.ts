import type { FaultDialect } from '../../../../../test/faults/dialect.ts';
import { byEvent, LENIENT, OPEN, TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  ...OPEN,
  ...LENIENT,
  text: 'bad_output',
  words: { no: '"permission":"deny"', yes: '"permission":"allow"' },
  consent: { permission: 'allow' },
} as const;

export const faults: FaultDialect = {
  id: 'cursor',
  stages: [
    {
      ...stage,
      event: 'PreToolUse',
      native: 'preToolUse',
      fields: TOOL,
      effect: 'deny_tool',
      refusal: (reason) => ({ permission: 'deny', agent_message: reason }),
      telling: (text) => ({ user_message: text }),
    },
    {
      ...stage,
      event: 'PostToolUse',
      native: 'postToolUse',
      fields: { ...TOOL, tool_response: 'o' },
      effect: null,
      refusal: null,
      hasNoWords: true,
      telling: (text) => ({ additional_context: text }),
    },
  ],
  next: { event: 'Stop', native: 'stop', fields: {} },
  idle: 'sessionEnd',
  handlers: ['command', 'prompt'],
  folders: { user: 'home/.cursor', project: 'project/.cursor' },
  fileOf: () => 'hooks.json',
  programOf: null,
  definitions: (hooks) => ({
    'hooks.json': {
      version: 1,
      hooks: byEvent(hooks, ({ path, timeoutMs, entry, isBad, claims }) => ({
        ...(isBad === true ? {} : (entry ?? { command: `exec '${path}'` })),
        timeout: timeoutMs / 1000,
        ...claims,
      })),
    },
  }),
  runsIn: 'project',
  runInOwnFolder: ['user'],
  badEntry: 'skipped',
  badEntrySays: /command.*(?:required|missing)/,
  otherExit: 'fault',
  failedExit: 'a warning',
  brokenRefusal: 'counts',
  reasons: 'all',
  unknownWordSays: /known are/,
  wrongTypes: {
    answer: '{"permission":1,"user_message":[],"updated_input":7,"additional_context":{}}',
    says: /known are|must be|needs|not a text|no text/,
  },
  shell: 'always',
  fixedTimeoutMs: null,
  modelReply: 'one object',
  shellFails: 'a fault',
  noAgentsOn: [],
  keepsWorking: { native: 'stop', bound: 5 },
  defaultReason: () => 'Blocked by hook',
  faultIds: {},
};
