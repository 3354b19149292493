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
  id: 'qoder',
  stages: [
    {
      ...stage,
      event: 'PreToolUse',
      native: 'PreToolUse',
      fields: TOOL,
      effect: 'deny_tool',
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
    },
    {
      ...stage,
      event: 'WorktreeCreate',
      native: 'WorktreeCreate',
      fields: { name: 'w' },
      effect: 'fail_worktree',
      onFault: 'block',
      onBadOutput: 'block',
      text: 'bad_output',
      silence: 'bad_output',
      emptyObject: 'bad_output',
      telling: null,
    },
  ],
  next: { event: 'Stop', native: 'Stop', fields: {} },
  idle: 'SessionEnd',
  handlers: ['command', 'http', 'module', 'prompt', 'agent'],
  folders: { user: 'home/.qoder', project: 'project/.qoder' },
  fileOf: () => 'settings.json',
  programOf: null,
  definitions: (hooks, direct) => ({
    'settings.json': {
      hooks: grouped(hooks, ({ name, path, timeoutMs, entry, isBad, claims }) => ({
        ...(isBad === true ? { type: 'command' } : (entry ?? { type: 'command', command: path })),
        name,
        timeout: timeoutMs / 1000,
        ...(direct ? { args: [] } : {}),
        ...claims,
      })),
    },
  }),
  runsIn: 'event',
  badEntry: 'skipped',
  badEntrySays: /command.*(?:required|missing)/,
  otherExit: 'fault',
  failedExit: 'a remark',
  brokenRefusal: 'counts',
  reasons: 'all',
  unknownWordSays: null,
  wrongTypes: { answer: '{"continue":0,"decision":1,"reason":[],"suppressOutput":"yes"}', says: null },
  shell: 'unless direct',
  fixedTimeoutMs: null,
  modelReply: 'one object',
  noAgentsOn: [],
  keepsWorking: { native: 'Stop', bound: 8 },
  defaultReason: (name) => `Blocked by ${name} hook`,
  faultIds: {},
};
