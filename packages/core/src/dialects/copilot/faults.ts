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
  isUnmet: true,
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
      telling: null,
    },
  ],
  next: { event: 'Stop', native: 'agentStop', fields: {} },
  idle: 'sessionEnd',
  handlers: ['command', 'http'],
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
  missingProgram: 'its shell fails',
  fixedTimeoutMs: null,
  modelReply: 'one object',
  noAgentsOn: [],
  keepsWorking: { native: 'agentStop', bound: 8 },
  defaultReason: () => 'hook exited with code 2',
  faultIds: {},
};
