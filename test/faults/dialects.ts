import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Effect, EventName, Json, JsonObject } from '../../packages/core/src/model/index.ts';

export type DialectId = 'kolega' | 'agent-hooks' | 'qoder' | 'kode' | 'polytoken';

/** What the specification says about one event of one dialect: written by hand, never read out of the source. */
export interface Stage {
  readonly event: EventName;
  readonly native: string;
  readonly fields: JsonObject;
  /** What a refusal does here; null where the event cannot be stopped. */
  readonly effect: Effect | null;
  /** Whether the action goes on when the hook fails: STD of faults.md. */
  readonly onFault: 'proceed' | 'block';
  /** Whether it goes on when only the answer is broken. */
  readonly onBadOutput: 'proceed' | 'block';
  /** What output that is no JSON object is, at exit 0. */
  readonly text: 'nothing' | 'bad_output';
  /** What no output is, at exit 0. */
  readonly silence: 'nothing' | 'bad_output';
  /** What an object is that says nothing of the dialect. */
  readonly emptyObject: 'nothing' | 'bad_output';
  /** What a field is that the dialect does not know, beside a refusal. */
  readonly strangeField: 'ignored' | 'bad_output';
  /** False: the hook runs in the background. */
  readonly waits: boolean;
  /** A refusal in the dialect's own words, null where it has none for this event. */
  readonly refusal: ((reason: string) => JsonObject) | null;
  /** The words of a refusal and of its opposite, as they stand in the JSON. */
  readonly words: { readonly no: string; readonly yes: string };
  readonly consent: JsonObject;
  /** An answer that carries a text to the model or to the user; null where none is taken. */
  readonly telling: ((text: string) => JsonObject) | null;
}

/** A program as a hook. */
export interface LaidHook {
  readonly name: string;
  readonly native: string;
  readonly path: string;
  readonly timeoutMs: number;
}

export interface FaultDialect {
  readonly id: DialectId;
  readonly stages: readonly Stage[];
  /** Another event, whose hook is in order: it must still work after the fault. */
  readonly next: Pick<Stage, 'event' | 'native' | 'fields'>;
  /** Where a hook's program stands. */
  readonly pathOf: (root: string, name: string) => string;
  /** Writes the configuration that runs these programs; `direct` asks for no shell where there is a choice. */
  readonly configure: (project: string, hooks: readonly LaidHook[], direct: boolean) => void;
  readonly runsIn: 'project' | 'event';
  readonly defaultReason: (name: string) => string;
  /** Ids under which users know faults; a refusal is told like an exit. */
  readonly faultIds: Readonly<Record<string, string>>;
}

const TOOL = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1' };
const OPEN = { onFault: 'proceed', onBadOutput: 'proceed', waits: true } as const;
const LENIENT = { silence: 'nothing', emptyObject: 'nothing', strangeField: 'ignored' } as const;

const inBin = (root: string, name: string): string => join(root, 'bin', name);

function lay(path: string, content: Json | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

const grouped = (hooks: readonly LaidHook[], entryOf: (hook: LaidHook) => JsonObject): JsonObject =>
  Object.fromEntries(hooks.map((hook) => [hook.native, [{ matcher: '*', hooks: [entryOf(hook)] }]]));

const kolegaStage = {
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

const kolega: FaultDialect = {
  id: 'kolega',
  stages: [
    { ...kolegaStage, event: 'PreToolUse', native: 'PreToolUse', fields: TOOL, effect: 'deny_tool' },
    {
      ...kolegaStage,
      event: 'Notification',
      native: 'Notification',
      fields: { notification_type: 'permission_prompt', message: 'm' },
      effect: null,
    },
  ],
  next: { event: 'UserPromptSubmit', native: 'UserPromptSubmit', fields: { prompt: 'p' } },
  pathOf: inBin,
  configure: (project, hooks) =>
    lay(join(project, '.kolega/hooks.json'), {
      schema_version: 1,
      hooks: grouped(hooks, ({ path, timeoutMs }) => ({ type: 'command', command: path, timeout: timeoutMs / 1000 })),
    }),
  runsIn: 'project',
  defaultReason: () => 'Hook blocked the action.',
  faultIds: {},
};

const agentHooksStage = {
  ...OPEN,
  ...LENIENT,
  text: 'nothing',
  refusal: (reason: string) => ({ decision: 'deny', reason }),
  words: { no: '"decision":"deny"', yes: '"decision":"allow"' },
  consent: { decision: 'allow' },
  telling: (text: string) => ({ additional_context: text }),
} as const;

const agentHooks: FaultDialect = {
  id: 'agent-hooks',
  stages: [
    { ...agentHooksStage, event: 'PreToolUse', native: 'before_tool', fields: TOOL, effect: 'deny_tool' },
    {
      ...agentHooksStage,
      event: 'SessionEnd',
      native: 'session_end',
      fields: { reason: 'quit' },
      effect: 'keep_session',
    },
  ],
  next: { event: 'TurnStart', native: 'before_agent', fields: { prompt: 'p' } },
  pathOf: (root, name) => join(root, 'project/.agents/hooks', name, 'scripts/run'),
  configure: (project, hooks) => {
    for (const { name, native, timeoutMs } of hooks) {
      const front = `name: ${name}\ndescription: A hook that misbehaves.\ntrigger: ${native}\ntimeout: ${timeoutMs}`;
      lay(join(project, '.agents/hooks', name, 'HOOK.md'), `---\n${front}\n---\n`);
    }
  },
  runsIn: 'event',
  defaultReason: (name) => `Blocked by hook '${name}'`,
  faultIds: {},
};

const qoderStage = {
  ...OPEN,
  ...LENIENT,
  text: 'nothing',
  refusal: (reason: string) => ({ decision: 'deny', reason }),
  words: { no: '"decision":"deny"', yes: '"decision":"allow"' },
  consent: { decision: 'allow' },
  telling: (text: string) => ({ systemMessage: text }),
} as const;

const qoder: FaultDialect = {
  id: 'qoder',
  stages: [
    {
      ...qoderStage,
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
      ...qoderStage,
      event: 'Notification',
      native: 'Notification',
      fields: { notification_type: 'permission_prompt', message: 'm' },
      effect: null,
    },
    {
      ...qoderStage,
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
  pathOf: inBin,
  configure: (project, hooks, direct) =>
    lay(join(project, '.qoder/settings.json'), {
      hooks: grouped(hooks, ({ name, path, timeoutMs }) => ({
        type: 'command',
        name,
        command: path,
        timeout: timeoutMs / 1000,
        ...(direct ? { args: [] } : {}),
      })),
    }),
  runsIn: 'event',
  defaultReason: (name) => `Blocked by ${name} hook`,
  faultIds: {},
};

const kodeStage = {
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

const kode: FaultDialect = {
  id: 'kode',
  stages: [
    { ...kodeStage, event: 'PreToolUse', native: 'tool_call_pre', fields: TOOL, effect: 'deny_tool' },
    {
      ...kodeStage,
      event: 'SessionEnd',
      native: 'session_end',
      fields: { reason: 'user_exit', turns: 1 },
      effect: null,
    },
  ],
  next: { event: 'UserPromptSubmit', native: 'user_prompt_submit', fields: { prompt: 'p' } },
  pathOf: inBin,
  configure: (project, hooks) =>
    lay(join(project, '.kode/config.yaml'), {
      hooks: Object.fromEntries(
        hooks.map(({ native, path, timeoutMs }) => [native, [{ exec: [path], timeout_ms: timeoutMs }]]),
      ),
    }),
  runsIn: 'event',
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

const polytokenStage = {
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
const polytokenOpen = { ...polytokenStage, onFault: 'proceed', onBadOutput: 'proceed' } as const;

const polytoken: FaultDialect = {
  id: 'polytoken',
  stages: [
    {
      ...polytokenStage,
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
      ...polytokenOpen,
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
      ...polytokenOpen,
      event: 'SessionStart',
      native: 'session_start',
      fields: { source: 'startup' },
      effect: null,
      words: { no: '"outcome":"deny"', yes: '"outcome":"allow"' },
      telling: (text) => ({ outcome: 'allow', additional_context: text }),
    },
    {
      ...polytokenOpen,
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
  pathOf: inBin,
  configure: (project, hooks) =>
    lay(
      join(project, '.polytoken/hooks.json'),
      hooks.map(({ name, native, path }) => ({ name, event: native, handler: { bash: path } })),
    ),
  runsIn: 'project',
  defaultReason: (name) => `hook "${name}" exited 2`,
  faultIds: {},
};

/** Every dialect with an event that can be stopped and one that cannot, and what faults do on each. */
export const FAULT_DIALECTS: readonly FaultDialect[] = [kolega, agentHooks, qoder, kode, polytoken];
