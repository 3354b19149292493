import { AGENTS } from '../../packages/core/src/agents/index.ts';
import { DIALECTS } from '../../packages/core/src/dialects/index.ts';
import { host } from '../../packages/core/src/dialects/host/table.ts';
import { decode } from '../../packages/core/src/engine/decode.ts';
import type { Frame, Place } from '../../packages/core/src/engine/frame.ts';
import { frameAs, frameOf } from '../../packages/core/src/engine/frame.ts';
import type { Fire, Ports } from '../../packages/core/src/engine/ports.ts';
import type {
  Dialect,
  Effect,
  Ending,
  EventName,
  Fault,
  FaultCode,
  Hook,
  Json,
  AnyEvent,
  Matcher,
  Report,
  Request,
  Source,
  Verdict,
} from '../../packages/core/src/model/index.ts';

/** Half past ten in the morning, five and a half hours east of Greenwich, on every machine. */
export const NOW: Date = Object.assign(new Date('2026-03-04T05:06:07Z'), { getTimezoneOffset: () => -330 });

export const aDialect = (id: string): Dialect => {
  const protocols = AGENTS.flatMap(({ protocol }) => protocol ?? []);
  const found = [...DIALECTS, host, ...protocols].find((dialect) => dialect.id === id);
  if (found === undefined) throw new Error(`no dialect ${id}`);
  return found;
};

export const aPlace = (over: Partial<Place> = {}): Place => ({
  project: '/project',
  home: '/home/ann',
  env: { PATH: '/usr/bin:/bin', LANG: 'C' },
  platform: 'linux',
  nonInteractive: false,
  canWake: false,
  isInsideHook: false,
  ...over,
});

/** A matcher by hand: all subjects, or exactly these. */
export const aMatcher = (...subjects: readonly string[]): Matcher => ({
  text: subjects.length === 0 ? null : subjects.join('|'),
  names: subjects.length === 0 ? null : subjects,
  test: ({ text }) => {
    const matches = subjects.length === 0 || subjects.includes(text ?? '');
    return { matches, why: matches ? 'matches' : 'does not match' };
  },
});

/** A bash command called `guard`; `id` is its name with `test:` before it. */
export function aHook(over: Partial<Hook> = {}): Hook {
  const name = over.name ?? 'guard';
  return {
    id: `test:${name}`,
    name,
    dialect: 'qoder',
    scope: 'project',
    source: 'hooks.json',
    file: '/project/hooks.json',
    event: 'PreToolUse',
    matcher: aMatcher(),
    condition: null,
    handler: { kind: 'command', form: 'shell', shell: 'bash', script: `run ${name}` },
    timeoutMs: 1000,
    priority: 100,
    background: false,
    wake: null,
    sequential: false,
    once: false,
    statusMessage: null,
    env: {},
    folder: null,
    dataFolder: null,
    defect: null,
    ...over,
  };
}

/** A file of a project that holds these hooks. */
export const aSource = (over: Partial<Source> = {}): Source => ({
  dialect: 'qoder',
  scope: 'project',
  file: '/project/hooks.json',
  display: 'hooks.json',
  hooks: [],
  lists: [],
  negations: [],
  switches: {},
  diagnostics: [],
  rejected: false,
  usable: true,
  definitions: '',
  entries: 0,
  ...over,
});

/** A neutral event of session s-1 in a sub-folder of the project. */
export const anEvent = (name: EventName, fields: Readonly<Record<string, Json>> = {}): AnyEvent => ({
  hook_event_name: name,
  session_id: 's-1',
  cwd: '/project/sub',
  ...fields,
});

/** An event as a dialect sees it; the name alone stands for an event without any field of its own. */
export function aFrame(
  id: string,
  event: EventName | AnyEvent,
  place: Partial<Place> = {},
  /** One of several that the dialect has for the event; absent: the first. */
  native?: string,
): Frame {
  const whole = typeof event === 'string' ? anEvent(event) : event;
  const dialect = aDialect(id);
  const frame =
    native === undefined
      ? frameOf(dialect, whole, aPlace(place), NOW)
      : frameAs({ dialect, native }, whole, aPlace(place), NOW);
  if (frame === null) throw new Error(`${id} knows no ${whole.hook_event_name}`);
  return frame;
}

export interface ReportParts {
  /** Exit code of a process that ended by itself; 0 unless `ending` is given. */
  readonly exit?: number;
  readonly ending?: Ending;
  /** A text, or a value that is printed as JSON. */
  readonly stdout?: Json;
  readonly stderr?: string;
  readonly truncated?: Report['truncated'];
  readonly value?: unknown;
  readonly wrong?: string;
  readonly isJson?: boolean;
  readonly durationMs?: number;
}

/** The raw facts of a run: by default of one that exited with 0 and said nothing. */
export const aReport = ({
  exit = 0,
  ending,
  stdout = '',
  stderr = '',
  truncated = [],
  value,
  wrong,
  durationMs = 1,
  isJson,
}: ReportParts): Report => ({
  ending: ending ?? { how: 'exited', code: exit },
  stdout: typeof stdout === 'string' ? stdout : JSON.stringify(stdout),
  stderr,
  truncated,
  durationMs,
  ...(value === undefined ? {} : { value }),
  ...(wrong === undefined ? {} : { wrong }),
  ...(isJson === undefined ? {} : { isJson }),
});

export interface Circumstances {
  /** One of several events that the dialect has for the event. */
  readonly native?: string;
  readonly hook?: Partial<Hook>;
  readonly background?: boolean;
}

/** What a run of the hook `guard` means in a dialect. */
export const decoded = (
  dialect: string,
  event: EventName | AnyEvent,
  parts: ReportParts,
  { hook = {}, background = false, native }: Circumstances = {},
): Verdict =>
  decode({ hook: aHook({ dialect, ...hook }), frame: aFrame(dialect, event, {}, native), background }, aReport(parts));

/** A refusal that counts. */
export const refusal = (effect: Effect, reason: string | null, more: Verdict = {}): Verdict => ({
  decision: 'block',
  effect,
  reason,
  messages: [],
  ...more,
});

/** A refusal that counts although something else is wrong with the answer. */
export const refusalBeside = (effect: Effect, reason: string | null, fault: Fault, more: Verdict = {}): Verdict =>
  refusal(effect, reason, {
    ...more,
    fault,
    messages: [...(more.messages ?? []), { level: 'warning', text: fault.message, hook: 'test:guard' }],
  });

/** What is said of a refusal of the hook `guard` in an answer that its system ignores as a whole. */
export const VOID_REFUSAL = {
  level: 'warning',
  text: 'hook "guard": the refusal in its answer is void, because the answer as a whole is not valid; correct what the hook prints',
  hook: 'test:guard',
} as const;

/** What is said of a refusal of the hook `guard` in plain text. */
export const VOID_TEXT = {
  ...VOID_REFUSAL,
  text: VOID_REFUSAL.text.replace('the answer as a whole is not valid', 'what it printed is not one JSON object'),
};

/** A fault of the hook `guard`; `did` continues the sentence that begins with its name. */
export const aFault = (code: FaultCode, did: string): Fault => ({ code, message: `hook "guard" ${did}` });

/** A fault that lets the action proceed, and is told to the user. */
export const proceeding = (fault: Fault, more: Verdict = {}): Verdict => ({
  ...more,
  fault,
  messages: [...(more.messages ?? []), { level: 'warning', text: fault.message, hook: 'test:guard' }],
});

/** A failed run of a dialect that shows the user only that it failed. */
export const logged = (fault: Fault, more: Verdict = {}): Verdict => ({
  ...more,
  fault,
  messages: [
    ...(more.messages ?? []),
    { level: 'info', text: 'hook "guard" failed; what it printed is in the record', hook: 'test:guard' },
  ],
});

/** A fault that stops the action. */
export const stopping = (effect: Effect, fault: Fault, more: Verdict = {}): Verdict => ({
  ...more,
  decision: 'block',
  effect,
  reason: fault.message,
  fault,
  messages: [...(more.messages ?? []), { level: 'error', text: fault.message, hook: 'test:guard' }],
});

/** The fault of an answer that breaks its dialect's rules. */
export const badOutput = (why: string): Fault => aFault('bad_output', `gave no answer that can be read: ${why}`);

/** The name of the hook behind a request, when the hook was made by `aHook` and runs bash. */
export const nameOf = (request: Request): string =>
  request.kind === 'command' ? (request.args.at(-1) ?? '').replace(/^run /, '') : request.kind;

/** An event to be fired that no hook is armed for. */
export const aFire = (event: AnyEvent, over: Partial<Fire> = {}): Fire => ({
  event,
  hooks: [],
  place: aPlace(),
  diagnostics: [],
  wait: false,
  signal: undefined,
  decisionId: 'd',
  startedMs: 0,
  ...over,
});

/** A world in which nothing happens but what `run` says. */
export const aWorld = (run: Ports['run'], over: Partial<Ports> = {}): Ports => ({
  run,
  now: () => NOW,
  isFirst: () => true,
  onPlanned: () => {},
  onBackgroundEnd: () => {},
  keep: () => {},
  closing: new AbortController().signal,
  ...over,
});
