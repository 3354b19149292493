import type { FaultDialect } from '../../../../../test/faults/dialect.ts';
import { grouped, LENIENT, OPEN, TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  ...OPEN,
  ...LENIENT,
  text: 'nothing',
  refusal: (reason: string) => ({ decision: 'deny', reason }),
  words: { no: '"decision":"deny"', yes: '"decision":"allow"' },
  consent: { decision: 'allow' },
  telling: (text: string) => ({ systemMessage: text }),
} as const;

export const faults: FaultDialect = {
  id: 'gemini',
  stages: [
    { ...stage, event: 'PreToolUse', native: 'BeforeTool', fields: TOOL, effect: 'deny_tool' },
    {
      ...stage,
      event: 'Notification',
      native: 'Notification',
      fields: { notification_type: 'ToolPermission', message: 'm' },
      effect: null,
    },
  ],
  next: { event: 'Stop', native: 'AfterAgent', fields: {} },
  idle: 'SessionEnd',
  handlers: ['command'],
  folders: { user: 'home/.gemini', project: 'project/.gemini' },
  fileOf: () => 'settings.json',
  programOf: null,
  definitions: (hooks) => ({
    'settings.json': {
      hooks: grouped(hooks, ({ path, timeoutMs, entry, isBad, claims }) => ({
        ...(isBad === true ? { type: 'command' } : (entry ?? { type: 'command', command: `exec ${path}` })),
        timeout: timeoutMs,
        ...claims,
      })),
    },
  }),
  runsIn: 'event',
  badEntry: 'skipped',
  badEntrySays: /command.*(?:required|missing)/,
  otherExit: 'fault',
  failedExit: 'a remark',
  brokenRefusal: 'text',
  beyondOurLimits: 'counts',
  failedAnswer: 'counts',
  reasons: 'all',
  unknownWordSays: null,
  wrongTypes: { answer: '{"continue":0,"decision":1,"reason":[],"suppressOutput":"yes"}', says: null },
  shell: 'always',
  fixedTimeoutMs: null,
  modelReply: 'whole object',
  silentExit2: 'a fault',
  shellFails: 'a refusal',
  noAgentsOn: [],
  keepsWorking: { native: 'AfterAgent', bound: 8 },
  defaultReason: () => 'No reason provided',
  faultIds: {},
};
