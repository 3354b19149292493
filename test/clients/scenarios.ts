import type { JsonObject } from '@hookline/core';
import { type Behaviour, CONTEXT, lastsThroughFailure, REASON, SEEDS } from './seeds.ts';

/** The ways by which an entry of `hookline connect` can reach us. */
export const WAYS = ['http', 'client', 'command'] as const;
export type Way = (typeof WAYS)[number];

/** What is done to us, or to the connection, before or while the agent asks. */
export type Mishap =
  | 'killed while it decides'
  | 'stopped while it decides'
  | 'its files are gone'
  | 'the disk is full'
  | 'the server is killed between two calls'
  | 'a project repeats the entry with another word'
  | 'a project repeats the entry as it is'
  | 'a project switches all hooks off';

/** A hook, what happens to it, and what the agent must do. */
export interface Scenario {
  readonly id: string;
  /** What must hold, in one sentence. */
  readonly says: string;
  /** A dialect's hook, or one of another kind. */
  readonly hook: { readonly dialect: string; readonly does: Behaviour } | 'a function that refuses' | 'one that asks';
  readonly way: Way | 'auto';
  readonly isPermitted: boolean;
  readonly mishap?: Mishap;
  /** Held against what the agent did, as in a conformance case. */
  readonly expect: JsonObject;
  /** What the tool call left behind; null: it did not run. */
  readonly ran: string | null | undefined;
  /** What `hookline doctor` must say in that project. */
  readonly doctor?: string;
}

/** What the call of the shell leaves behind. */
export const RAN = 'ok\n';
export const denied = (reason: string): JsonObject => ({
  decision: 'block',
  block: { effect: 'deny_tool', reason: { $match: reason } },
});
export const PERMITTED = { decision: { $oneOf: ['none', 'allow'] }, block: null };
export const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

type Expected = Pick<Scenario, 'says' | 'expect' | 'ran'> & Partial<Pick<Scenario, 'isPermitted'>>;

/** What a hook of any dialect brings about in the agent. */
const BEHAVIOURS: Readonly<Record<Behaviour, (dialect: string) => Expected>> = {
  refuses: () => ({
    says: 'the tool does not run, and the model reads the reason',
    expect: denied(literally(REASON)),
    ran: null,
  }),
  'is silent': () => ({
    says: 'the tool runs, and the model reads nothing of the hook',
    expect: { ...PERMITTED, additionalContext: [] },
    ran: RAN,
  }),
  consents: () => ({
    // No person is there in a headless run: a question to the user is a refusal.
    says: 'a consent of a hook does not stand in for the permission of the user',
    expect: { decision: 'ask' },
    ran: null,
    isPermitted: false,
  }),
  'rewrites the input': () => ({ says: 'the tool runs as rewritten', expect: PERMITTED, ran: 'rewritten\n' }),
  'adds a context': () => ({
    says: 'the model reads the context',
    expect: { additionalContext: [{ $match: literally(CONTEXT) }] },
    ran: undefined,
  }),
  'keeps the agent working': () => ({
    says: 'the agent works on, and the model reads the reason',
    expect: { decision: 'block', block: { effect: 'keep_working', reason: { $match: literally(REASON) } } },
    ran: undefined,
  }),
  'rejects the prompt': () => ({
    says: 'the model is not asked, and the user reads the reason',
    expect: { decision: 'block', block: { effect: 'reject_prompt', reason: { $match: literally(REASON) } } },
    ran: undefined,
  }),
  hangs: (dialect) => afterFailure(dialect, 'a hook that hangs'),
  fails: (dialect) => afterFailure(dialect, 'a hook that fails'),
};

function afterFailure(dialect: string, what: string): Expected {
  return lastsThroughFailure(dialect)
    ? { says: `${what} lets the tool run, as its dialect says`, expect: PERMITTED, ran: RAN }
    : { says: `${what} refuses the tool, as its dialect says`, expect: denied('.'), ran: null };
}

const behaviourScenarios = Object.keys(SEEDS).flatMap((dialect) =>
  (Object.keys(BEHAVIOURS) as readonly Behaviour[]).map((does): Scenario => ({
    id: `${dialect} ${does}`,
    hook: { dialect, does },
    way: 'auto',
    isPermitted: true,
    ...BEHAVIOURS[does](dialect),
  })),
);

/** A dialect whose own failures let the tool run, so that only we can be the ones who refuse. */
const OPEN = 'qoder';

/** Whatever becomes of us, the hook's refusal must not be lost. */
const OWN_MISHAPS: readonly Mishap[] = [
  'killed while it decides',
  'stopped while it decides',
  'its files are gone',
  'the disk is full',
  'the server is killed between two calls',
];

const mishapScenarios = OWN_MISHAPS.flatMap((mishap) =>
  WAYS.map((way): Scenario => ({
    id: `${mishap}, by ${way}`,
    says: 'the tool does not run',
    hook: { dialect: OPEN, does: 'refuses' },
    way,
    isPermitted: true,
    mishap,
    // Where the prompt itself is refused, there is no call at all.
    expect: { decision: { $oneOf: ['block', 'ask'] } },
    ran: null,
  })),
);

/** What a project can try; the agent itself lets it do two of the three, and then `doctor` must say so. */
const disarmScenarios: readonly Scenario[] = [
  {
    id: 'a project repeats the entry with another word',
    says: 'a copy that does not know the word of the entry disarms nothing',
    hook: { dialect: OPEN, does: 'refuses' },
    way: 'auto',
    isPermitted: true,
    mishap: 'a project repeats the entry with another word',
    expect: denied(literally(REASON)),
    ran: null,
  },
  {
    id: 'a project repeats the entry as it is',
    says: 'a copy that knows the word disarms the entry in the agent; doctor names it',
    hook: { dialect: OPEN, does: 'refuses' },
    way: 'auto',
    isPermitted: true,
    mishap: 'a project repeats the entry as it is',
    expect: {},
    ran: RAN,
    doctor: 'copy|copied|repeat',
  },
  {
    id: 'a project switches all hooks off',
    says: 'the agent then runs no hook of the user; doctor names it',
    hook: { dialect: OPEN, does: 'refuses' },
    way: 'auto',
    isPermitted: true,
    mishap: 'a project switches all hooks off',
    expect: {},
    ran: RAN,
    doctor: 'disableAllHooks',
  },
];

export const SCENARIOS: readonly Scenario[] = [
  ...behaviourScenarios,
  {
    id: 'a function refuses',
    says: 'the tool does not run, and the model reads the reason',
    hook: 'a function that refuses',
    way: 'auto',
    isPermitted: true,
    expect: denied(literally(REASON)),
    ran: null,
  },
  {
    id: 'a hook asks the user',
    says: 'no one can be asked in a headless run: the tool does not run, although it is permitted',
    hook: 'one that asks',
    way: 'auto',
    isPermitted: true,
    expect: { decision: { $oneOf: ['block', 'ask'] } },
    ran: null,
  },
  ...mishapScenarios,
  ...disarmScenarios,
];
