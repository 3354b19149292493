import type { FaultDialect, LaidHook } from '../../../../../test/faults/dialect.ts';
import { grouped, LENIENT, OPEN, TOOL } from '../../../../../test/faults/dialect.ts';
import type { JsonObject } from '../../model/index.ts';

const stage = {
  ...OPEN,
  ...LENIENT,
  text: 'bad_output',
  refusal: (reason: string) => ({
    hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: reason },
  }),
  words: { no: '"permissionDecision":"deny"', yes: '"permissionDecision":"allow"' },
  consent: { hookSpecificOutput: { permissionDecision: 'allow' } },
  telling: (text: string) => ({ systemMessage: text }),
} as const;

function entryOf({ path, timeoutMs, entry, isBad, claims }: LaidHook): JsonObject {
  if (isBad === true) return { type: 'command' };
  return { ...(entry ?? { type: 'command', command: path }), timeout: timeoutMs / 1000, ...claims };
}

export const faults: FaultDialect = {
  id: 'kolega',
  stages: [
    { ...stage, event: 'PreToolUse', native: 'PreToolUse', fields: TOOL, effect: 'deny_tool' },
    {
      ...stage,
      event: 'Notification',
      native: 'Notification',
      fields: { notification_type: 'permission_prompt', message: 'm' },
      effect: null,
    },
  ],
  next: { event: 'UserPromptSubmit', native: 'UserPromptSubmit', fields: { prompt: 'p' } },
  idle: 'SessionEnd',
  handlers: ['command', 'python', 'module', 'prompt', 'agent'],
  folders: { user: 'home/.local/state/kolega-code', project: 'project/.kolega' },
  fileOf: () => 'hooks.json',
  programOf: null,
  definitions: (hooks) => ({ 'hooks.json': { schema_version: 1, hooks: grouped(hooks, entryOf) } }),
  runsIn: 'project',
  badEntry: 'skipped',
  badEntrySays: /command.*(?:required|missing)/,
  otherExit: 'fault',
  failedExit: 'a warning',
  brokenRefusal: 'counts',
  reasons: 'first',
  unknownWordSays: null,
  wrongTypes: {
    answer:
      '{"continue":"false","systemMessage":5,"hookSpecificOutput":{"permissionDecision":["deny"],"updatedInput":"x"}}',
    says: null,
  },
  shell: 'never',
  fixedTimeoutMs: null,
  modelReply: 'first object',
  noAgentsOn: ['PreToolUse'],
  keepsWorking: { native: 'Stop', bound: 5 },
  defaultReason: () => 'Hook blocked the action.',
  faultIds: {},
};
