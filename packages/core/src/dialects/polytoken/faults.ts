import type { FaultDialect } from '../../../../../test/faults/dialect.ts';
import { TOOL } from '../../../../../test/faults/dialect.ts';

const stage = {
  text: 'bad_output',
  silence: 'nothing',
  emptyObject: 'bad_output',
  strangeField: 'bad_output',
  waits: true,
  consent: { outcome: 'allow' },
  refusal: null,
  telling: null,
} as const;

/** Fails open; what it may say differs from event to event. */
const open = { ...stage, onFault: 'proceed', onBadOutput: 'proceed' } as const;

export const polytoken: FaultDialect = {
  id: 'polytoken',
  stages: [
    {
      ...stage,
      event: 'PreToolUse',
      native: 'pre_tool_use',
      fields: TOOL,
      effect: 'deny_tool',
      onFault: 'block',
      onBadOutput: 'block',
      refusal: (reason) => ({ outcome: 'deny', reason }),
      words: { no: '"outcome":"deny"', yes: '"outcome":"allow"' },
    },
    {
      ...open,
      event: 'UserPromptSubmit',
      native: 'pre_user_prompt',
      fields: { prompt: 'p' },
      effect: 'reject_prompt',
      refusal: (reason) => ({ outcome: 'reject', reason }),
      words: { no: '"outcome":"reject"', yes: '"outcome":"accept"' },
      consent: { outcome: 'accept' },
      telling: (text) => ({ outcome: 'accept', additional_context: text }),
    },
    {
      ...open,
      event: 'SessionStart',
      native: 'session_start',
      fields: { source: 'startup' },
      effect: null,
      words: { no: '"outcome":"deny"', yes: '"outcome":"allow"' },
      telling: (text) => ({ outcome: 'allow', additional_context: text }),
    },
    {
      ...open,
      event: 'PostToolUse',
      native: 'post_tool_use',
      fields: { ...TOOL, tool_response: 'ok' },
      effect: null,
      text: 'nothing',
      emptyObject: 'nothing',
      waits: false,
      words: { no: '"outcome":"deny"', yes: '"outcome":"acknowledged"' },
      consent: { outcome: 'acknowledged' },
    },
  ],
  next: { event: 'Stop', native: 'stop', fields: {} },
  idle: 'subagent_stop',
  handlers: ['command'],
  folders: { user: 'home/.config/polytoken', project: 'project/.polytoken' },
  fileOf: () => 'hooks.json',
  programOf: null,
  definitions: (hooks) => ({
    'hooks.json': hooks.map(({ name, native, path, isBad, claims }) => ({
      name,
      event: isBad === true ? 'no_such_event' : native,
      handler: { bash: path },
      ...claims,
    })),
  }),
  runsIn: 'project',
  badEntry: 'rejects the load',
  defaultReason: (name) => `hook "${name}" exited 2`,
  faultIds: {},
};
