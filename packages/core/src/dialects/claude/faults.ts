import type { FaultDialect } from '../../../../../test/faults/dialect.ts';
import { grouped, LENIENT, OPEN, TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  ...OPEN,
  ...LENIENT,
  text: 'nothing',
  refusal: (reason: string) => ({ decision: 'block', reason }),
  words: { no: '"decision":"block"', yes: '"decision":"approve"' },
  consent: { decision: 'approve' },
  telling: (text: string) => ({ systemMessage: text }),
} as const;

export const faults: FaultDialect = {
  id: 'claude',
  stages: [
    {
      ...stage,
      event: 'PreToolUse',
      native: 'PreToolUse',
      fields: TOOL,
      effect: 'deny_tool',
      promptEffect: 'end_turn',
      refusal: (reason) => ({
        hookSpecificOutput: {
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: reason,
        },
      }),
      words: { no: '"permissionDecision":"deny"', yes: '"permissionDecision":"allow"' },
      consent: { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } },
      telling: (text) => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: text } }),
    },
    {
      ...stage,
      event: 'Notification',
      native: 'Notification',
      fields: { notification_type: 'permission_prompt', message: 'm' },
      effect: null,
      telling: (text) => ({ hookSpecificOutput: { hookEventName: 'Notification', additionalContext: text } }),
    },
  ],
  next: { event: 'Stop', native: 'Stop', fields: {} },
  idle: 'SessionEnd',
  handlers: ['command', 'http', 'prompt', 'agent'],
  folders: { user: 'home/.claude', project: 'project/.claude' },
  fileOf: () => 'settings.json',
  programOf: null,
  definitions: (hooks) => ({
    'settings.json': {
      hooks: grouped(hooks, ({ path, timeoutMs, entry, isBad, claims }) => ({
        ...(isBad === true ? { type: 'command' } : (entry ?? { type: 'command', command: path })),
        timeout: timeoutMs / 1000,
        // Debian's sh does not hand its process over, so that a death by a signal would show as an exit.
        args: [],
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
  failedAnswer: 'counts',
  reasons: 'all',
  unknownWordSays: /known are/,
  wrongTypes: { answer: '{"continue":0,"decision":1,"reason":[],"suppressOutput":"yes"}', says: /known are/ },
  shell: 'never',
  fixedTimeoutMs: null,
  modelReply: 'one object',
  noAgentsOn: ['Notification'],
  noPromptsOn: ['Notification'],
  keepsWorking: { native: 'Stop', bound: 8 },
  defaultReason: () => 'No stderr output',
  faultIds: {},
};
