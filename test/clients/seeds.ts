import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@hookline/core';
import { faults as agentHooks } from '../../packages/core/src/dialects/agent-hooks/faults.ts';
import { faults as kode } from '../../packages/core/src/dialects/kode/faults.ts';
import { faults as kolega } from '../../packages/core/src/dialects/kolega/faults.ts';
import { faults as polytoken } from '../../packages/core/src/dialects/polytoken/faults.ts';
import { faults as qoder } from '../../packages/core/src/dialects/qoder/faults.ts';
import type { FaultDialect, HookScope, LaidHook } from '../faults/dialect.ts';
import type { Place } from './place.ts';

/** What a hook does about the event it is asked about. */
export type Behaviour =
  | 'refuses'
  | 'is silent'
  | 'consents'
  | 'rewrites the input'
  | 'adds a context'
  | 'keeps the agent working'
  | 'rejects the prompt'
  | 'hangs'
  | 'fails';

/** The event of the agent at which it happens. */
export type Moment = 'PreToolUse' | 'UserPromptSubmit' | 'Stop';

/** How a hook of a dialect says it. */
interface Saying {
  /** The dialect's name of the event. */
  readonly native: string;
  readonly at: Moment;
  /** An object is printed, a text is the reason at the exit status 2. */
  readonly says: JsonObject | string;
}

export const REASON = 'Not in this project.';
export const CONTEXT = 'The branch is protected.';
export const REWRITTEN = 'echo rewritten > ran.txt';

type Sayings = Readonly<
  Record<'rewrites the input' | 'adds a context' | 'keeps the agent working' | 'rejects the prompt', Saying | string>
>;

const claudeLike = (hookSpecificOutput: JsonObject, at: Moment): Saying => ({
  native: at,
  at,
  says: { hookSpecificOutput: { hookEventName: at, ...hookSpecificOutput } },
});

/** The dialects, and what each says beyond a refusal; a text says why it cannot. */
export const SEEDS: Readonly<Record<string, { readonly dialect: FaultDialect; readonly sayings: Sayings }>> = {
  kolega: {
    dialect: kolega,
    sayings: {
      'rewrites the input': claudeLike({ updatedInput: { command: REWRITTEN } }, 'PreToolUse'),
      'adds a context': claudeLike({ additionalContext: CONTEXT }, 'UserPromptSubmit'),
      'keeps the agent working': { native: 'Stop', at: 'Stop', says: REASON },
      'rejects the prompt': { native: 'UserPromptSubmit', at: 'UserPromptSubmit', says: REASON },
    },
  },
  'agent-hooks': {
    dialect: agentHooks,
    sayings: {
      'rewrites the input': {
        native: 'before_tool',
        at: 'PreToolUse',
        says: { decision: 'allow', modified_input: { command: REWRITTEN } },
      },
      'adds a context': { native: 'before_tool', at: 'PreToolUse', says: { additional_context: CONTEXT } },
      'keeps the agent working': { native: 'before_stop', at: 'Stop', says: { decision: 'deny', reason: REASON } },
      'rejects the prompt': 'it refuses prompts when a turn starts, which the agent does not tell',
    },
  },
  qoder: {
    dialect: qoder,
    sayings: {
      'rewrites the input': claudeLike({ updatedInput: { command: REWRITTEN } }, 'PreToolUse'),
      'adds a context': claudeLike({ additionalContext: CONTEXT }, 'PreToolUse'),
      'keeps the agent working': { native: 'Stop', at: 'Stop', says: { decision: 'block', reason: REASON } },
      'rejects the prompt': {
        native: 'UserPromptSubmit',
        at: 'UserPromptSubmit',
        says: { decision: 'block', reason: REASON },
      },
    },
  },
  kode: {
    dialect: kode,
    sayings: {
      'rewrites the input': {
        native: 'tool_call_pre',
        at: 'PreToolUse',
        says: { replace_tool_input: { command: REWRITTEN } },
      },
      'adds a context': 'its hooks speak to the user only',
      'keeps the agent working': 'it has no event at the end of a turn',
      'rejects the prompt': {
        native: 'user_prompt_submit',
        at: 'UserPromptSubmit',
        says: { block: true, annotation: REASON },
      },
    },
  },
  polytoken: {
    dialect: polytoken,
    sayings: {
      'rewrites the input': 'its hooks cannot change the input of a tool',
      'adds a context': {
        native: 'pre_user_prompt',
        at: 'UserPromptSubmit',
        says: { outcome: 'accept', additional_context: CONTEXT },
      },
      'keeps the agent working': { native: 'stop', at: 'Stop', says: { outcome: 'continue', reason: REASON } },
      'rejects the prompt': {
        native: 'pre_user_prompt',
        at: 'UserPromptSubmit',
        says: { outcome: 'reject', reason: REASON },
      },
    },
  },
};

/** Files with one hook of the user that behaves so, and the moment at which it runs; a text says why there is none. */
export interface SeedHook {
  readonly at: Moment;
  readonly files: Readonly<Record<string, unknown>>;
}

/** `act` are lines of shell that the hook runs first; `$input` holds what it was told. */
export function seedHook(id: string, behaviour: Behaviour, act = ''): SeedHook | string {
  const seed = SEEDS[id];
  if (seed === undefined) throw new Error(`no seed dialect ${id}`);
  const { dialect, sayings } = seed;
  const saying = isFurther(behaviour, sayings) ? sayings[behaviour] : usualSaying(dialect, behaviour);
  if (typeof saying === 'string') return saying;
  const program = programOf(saying, behaviour, act);
  const laid = { native: saying.native, program, timeoutMs: timeoutOf(behaviour) };
  return { at: saying.at, files: filesOf(dialect, laid) };
}

/** What every dialect can say before a tool. */
type Usual = Exclude<Behaviour, keyof Sayings>;

const isFurther = (behaviour: Behaviour, sayings: Sayings): behaviour is keyof Sayings => behaviour in sayings;

function usualSaying(dialect: FaultDialect, behaviour: Usual): Saying {
  const stage = dialect.stages.find(({ event }) => event === 'PreToolUse');
  if (stage === undefined) throw new Error(`${dialect.id} has no event before a tool`);
  const { native, refusal, consent } = stage;
  const before = { native, at: 'PreToolUse' } as const;
  if (behaviour === 'refuses') return { ...before, says: refusal?.(REASON) ?? REASON };
  return { ...before, says: behaviour === 'consents' ? consent : {} };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function programOf({ says }: Saying, behaviour: Behaviour, act: string): string {
  const answer: Readonly<Partial<Record<Behaviour, string>>> = {
    'is silent': 'exit 0',
    hangs: 'exec sleep 600',
    fails: 'echo "the hook is broken" >&2; exit 1',
    // Once is enough: without an end the agent would be kept at work until its own bound.
    'keeps the agent working': `[ -e "$0.said" ] && exit 0\n: > "$0.said"\n${saidBy(says)}`,
  };
  return ['#!/bin/sh', 'input=$(cat)', act, answer[behaviour] ?? saidBy(says), ''].join('\n');
}

const saidBy = (says: JsonObject | string): string =>
  typeof says === 'string'
    ? `printf '%s\\n' ${quoted(says)} >&2; exit 2`
    : `printf '%s\\n' ${quoted(JSON.stringify(says))}`;

/** Others have time on a busy machine. */
const timeoutOf = (behaviour: Behaviour): number => (behaviour === 'hangs' ? 2_000 : 30_000);

/** Where a hook that counts its runs leaves a line with its name for each, below the root of its place. */
const COUNTED = 'runs';

/** Files with one hook before a tool in the agent's own files, of the user or of the project: it counts its runs. */
export function countingHook(
  dialect: FaultDialect,
  does: 'refuses' | 'is silent',
  scope: HookScope,
  name = GUARD,
): SeedHook['files'] {
  const saying = usualSaying(dialect, does);
  const program = programOf(saying, does, `echo ${name} >> '{{root}}/${COUNTED}'`);
  return filesOf(dialect, { name, native: saying.native, program, timeoutMs: timeoutOf(does) }, scope);
}

/** How often the counting hook of that name has run. */
export const runsIn = (place: Place, name = GUARD): number =>
  (textIn(place, COUNTED) ?? '').split('\n').filter((line) => line === name).length;

/** A file below the root of a place; null: it is not there. */
export function textIn({ root }: Place, name: string): string | null {
  const file = join(root, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

const GUARD = 'guard';

interface LaidProgram extends Pick<LaidHook, 'native' | 'timeoutMs'> {
  readonly name?: string;
  readonly program: string;
}

function filesOf(
  dialect: FaultDialect,
  { name = GUARD, native, program, timeoutMs }: LaidProgram,
  scope: HookScope = 'user',
): SeedHook['files'] {
  const folder = dialect.folders[scope];
  const path = dialect.programOf === null ? `home/programs/${name}.sh` : `${folder}/${dialect.programOf(name)}`;
  const hook = { name, native, path: `{{root}}/${path}`, timeoutMs };
  const definitions = Object.entries(dialect.definitions([hook], false));
  return Object.fromEntries([
    ...definitions.map(([name, content]) => [`${folder}/${name}`, content] as const),
    [path, program],
  ]);
}

/** A hook of the dialect that has both functions and commands of one line. */
const qoderHook = (hook: Pick<LaidHook, 'path' | 'entry'>): Readonly<Record<string, unknown>> => {
  const laid = { name: 'guard', native: 'PreToolUse', timeoutMs: 30_000, ...hook };
  const definitions = Object.entries(qoder.definitions([laid], false));
  return Object.fromEntries(definitions.map(([name, content]) => [`${qoder.folders.user}/${name}`, content]));
};

/** A hook that is a function of a module. */
export const functionHook = (): SeedHook => ({
  at: 'PreToolUse',
  files: {
    ...qoderHook({ path: '', entry: { type: 'module', module: '{{home}}/programs/guard.mjs#guard' } }),
    'home/programs/guard.mjs': `export const guard = () => ({ blocked: true, reason: ${JSON.stringify(REASON)} });\n`,
  },
});

/** A hook that wants the user to be asked about a call. */
export function askingHook(): SeedHook {
  const saying = claudeLike({ permissionDecision: 'ask', permissionDecisionReason: REASON }, 'PreToolUse');
  const program = programOf(saying, 'refuses', '');
  return { at: saying.at, files: filesOf(qoder, { native: saying.native, program, timeoutMs: timeoutOf('refuses') }) };
}

/** A hook that is one line of shell in its configuration. */
export const inlineHook = (line: string): SeedHook => ({ at: 'PreToolUse', files: qoderHook({ path: line }) });

/** Whether a tool runs although a hook of the dialect failed. */
export const lastsThroughFailure = (id: string): boolean =>
  SEEDS[id]?.dialect.stages.find(({ event }) => event === 'PreToolUse')?.onFault === 'proceed';
