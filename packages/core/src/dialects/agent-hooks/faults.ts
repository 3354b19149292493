import type { FaultDialect, LaidHook } from '../../../../../test/faults/dialect.ts';
import { LENIENT, OPEN, TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  ...OPEN,
  ...LENIENT,
  text: 'nothing',
  refusal: (reason: string) => ({ decision: 'deny', reason }),
  words: { no: '"decision":"deny"', yes: '"decision":"allow"' },
  consent: { decision: 'allow' },
  telling: (text: string) => ({ additional_context: text }),
} as const;

function fileFor({ name, native, timeoutMs, isBad, claims = {} }: LaidHook): string {
  const required = isBad === true ? '' : '\ndescription: A hook that misbehaves.';
  const claimed = Object.entries(claims).map(([key, value]) => `\n${key}: ${JSON.stringify(value)}`);
  return `---\nname: ${name}${required}\ntrigger: ${native}\ntimeout: ${timeoutMs}${claimed.join('')}\n---\n`;
}

export const faults: FaultDialect = {
  id: 'agent-hooks',
  stages: [
    { ...stage, event: 'PreToolUse', native: 'before_tool', fields: TOOL, effect: 'deny_tool' },
    { ...stage, event: 'SessionEnd', native: 'session_end', fields: { reason: 'quit' }, effect: 'keep_session' },
  ],
  next: { event: 'TurnStart', native: 'before_agent', fields: { prompt: 'p' } },
  idle: 'subagent_stop',
  handlers: ['command'],
  folders: { user: 'home/.config/agents/hooks', project: 'project/.agents/hooks' },
  fileOf: (name) => `${name}/HOOK.md`,
  programOf: (name) => `${name}/scripts/run`,
  definitions: (hooks) => Object.fromEntries(hooks.map((hook) => [`${hook.name}/HOOK.md`, fileFor(hook)])),
  runsIn: 'event',
  badEntry: 'skipped',
  withoutMeaning: /(?<=^description: ).*$/m,
  badEntrySays: /description.*(?:required|missing)/,
  otherExit: 'fault',
  failedExit: 'a warning',
  brokenRefusal: 'counts',
  reasons: 'first',
  unknownWordSays: /decision "toString" is not known/,
  wrongTypes: {
    answer: '{"decision":true,"modified_input":"x","reason":5}',
    says: /decision true is not known/,
  },
  shell: 'never',
  fixedTimeoutMs: null,
  modelReply: 'one object',
  noAgentsOn: [],
  keepsWorking: { native: 'before_stop', bound: 3 },
  defaultReason: (name) => `Blocked by hook '${name}'`,
  faultIds: {},
};
