import type { FaultDialect } from '../../../../../test/faults/dialect.ts';
import { byEvent, LENIENT, OPEN, TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  ...LENIENT,
  onBadOutput: 'proceed',
  waits: true,
  text: 'nothing',
  refusal: (reason: string) => ({ permissionDecision: 'deny', permissionDecisionReason: reason }),
  words: { no: '"permissionDecision":"deny"', yes: '"permissionDecision":"allow"' },
  consent: { permissionDecision: 'allow' },
} as const;

export const faults: FaultDialect = {
  id: 'copilot',
  stages: [
    {
      ...stage,
      event: 'PreToolUse',
      native: 'preToolUse',
      fields: TOOL,
      effect: 'deny_tool',
      onFault: 'block',
      onTimeout: 'proceed',
      faultReason: /^Denied by preToolUse hook from ".*" \(hook errored\)$/,
      telling: (text: string) => ({ additionalContext: text }),
    },
    {
      ...OPEN,
      ...stage,
      event: 'PreCompact',
      native: 'preCompact',
      fields: { trigger: 'manual' },
      effect: null,
      exitTwo: 'nothing',
      refusal: null,
      hasNoWords: true,
      telling: null,
    },
  ],
  next: {
    event: 'Stop',
    native: 'agentStop',
    fields: {},
    refusal: (reason) => ({ decision: 'block', reason }),
  },
  idle: 'sessionEnd',
  handlers: ['command', 'http'],
  environment: { COPILOT_HOOK_ALLOW_LOCALHOST: '1' },
  folders: { user: 'home/.copilot', project: 'project/.github' },
  fileOf: () => 'hooks/hooks.json',
  programOf: null,
  definitions: (hooks) => ({
    'hooks/hooks.json': {
      version: 1,
      hooks: byEvent(hooks, ({ path, timeoutMs, entry, isBad, claims }) => ({
        ...(isBad === true ? { type: 'command' } : (entry ?? { type: 'command', bash: `exec ${path}` })),
        timeoutSec: timeoutMs / 1000,
        ...claims,
      })),
    },
  }),
  // Its version may be said or not.
  withoutMeaning: /(?<=")version(?=":)/,
  runsIn: 'project',
  badEntry: 'skipped',
  badEntrySays: /has no command/,
  otherExit: 'fault',
  failedExit: 'a warning',
  brokenRefusal: 'text',
  reasons: 'first',
  unknownWordSays: null,
  wrongTypes: { answer: '{"permissionDecision":1,"permissionDecisionReason":[],"additionalContext":{}}', says: null },
  shell: 'always',
  shellFails: 'a fault',
  fixedTimeoutMs: null,
  modelReply: 'one object',
  exitTwoReason: 'default',
  noAgentsOn: [],
  keepsWorking: { native: 'agentStop', bound: 8 },
  defaultReason: () => 'hook exited with code 2',
  faultIds: {},
};
