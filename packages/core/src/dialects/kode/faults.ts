import type { FaultDialect } from '../../../../../test/faults/dialect.ts';
import { byEvent, LENIENT, TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  onFault: 'block',
  onBadOutput: 'proceed',
  waits: true,
  ...LENIENT,
  text: 'bad_output',
  refusal: (reason: string) => ({ block: true, annotation: reason }),
  words: { no: '"block":true', yes: '"block":false' },
  consent: { block: false },
  telling: (text: string) => ({ annotation: text }),
} as const;

export const faults: FaultDialect = {
  id: 'kode',
  stages: [
    { ...stage, event: 'PreToolUse', native: 'tool_call_pre', fields: TOOL, effect: 'deny_tool' },
    {
      ...stage,
      event: 'SessionEnd',
      native: 'session_end',
      fields: { reason: 'user_exit', turns: 1 },
      effect: null,
    },
  ],
  next: { event: 'UserPromptSubmit', native: 'user_prompt_submit', fields: { prompt: 'p' } },
  idle: 'session_start',
  handlers: ['command'],
  folders: { user: 'home/.config/kode', project: 'project/.kode' },
  fileOf: () => 'config.yaml',
  programOf: null,
  definitions: (hooks) => ({
    'config.yaml': {
      hooks: byEvent(hooks, ({ path, timeoutMs, isBad, claims }) => ({
        ...(isBad === true ? {} : { exec: [path] }),
        timeout_ms: timeoutMs,
        ...claims,
      })),
    },
  }),
  runsIn: 'project',
  badEntry: 'skipped',
  badEntrySays: /exec.*(?:required|missing)/,
  otherExit: 'refusal',
  failedExit: 'a warning',
  brokenRefusal: 'void',
  reasons: 'first',
  unknownWordSays: /block "toString" is not known/,
  wrongTypes: { answer: '{"block":"true","annotation":5}', says: /block "true" is not known/ },
  shell: 'never',
  fixedTimeoutMs: null,
  modelReply: 'one object',
  noAgentsOn: [],
  keepsWorking: null,
  defaultReason: (name) => `hook "${name}" refused the action`,
  faultIds: {
    timeout: 'KODE-HOOK-001',
    exit: 'KODE-HOOK-002',
    killed: 'KODE-HOOK-002',
    no_power: 'KODE-HOOK-002',
    refusal: 'KODE-HOOK-002',
    bad_output: 'KODE-HOOK-003',
    not_started: 'KODE-HOOK-004',
  },
};
