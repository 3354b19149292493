import type {
  FireOptions,
  HooksOptions,
  InternalFireOptions,
  InternalOptions,
  InUse,
  Registration,
  ReloadOptions,
  SettingSource,
} from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import type { OptionRule, OptionRules } from './check-options.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isFunction = (value: unknown): boolean => typeof value === 'function';

const TEXT: OptionRule = { expected: 'a string', holds: isText };
const TEXTS: OptionRule = { expected: 'a list of strings', holds: isTexts };
const FLAG: OptionRule = { expected: 'true or false', holds: (value) => typeof value === 'boolean' };
const FUNCTION: OptionRule = { expected: 'a function', holds: isFunction };

const word = (...words: readonly string[]): OptionRule => ({
  expected: words.map((each) => JSON.stringify(each)).join(' or '),
  holds: (value) => words.some((each) => each === value),
});

const isEnvironment = (value: unknown): boolean =>
  isJsonObject(value) && Object.values(value).every((each) => each === undefined || isText(each));

const SETTING_SOURCES: readonly SettingSource[] = ['user', 'project', 'local'];

/** The options of `createHooks`. */
export const HOOKS_OPTIONS: OptionRules<HooksOptions> = {
  project: TEXT,
  home: TEXT,
  env: { expected: 'an object of strings', holds: isEnvironment },
  dialects: {
    expected: 'a list of ids and tables of dialects',
    holds: (value) => Array.isArray(value) && value.every((each) => isText(each) || isJsonObject(each)),
  },
  plugins: TEXTS,
  settings: TEXT,
  settingSources: {
    expected: 'a list of "user", "project" and "local"',
    holds: (value) => Array.isArray(value) && value.every((each) => SETTING_SOURCES.some((source) => source === each)),
  },
  workDir: TEXT,
  stateDir: TEXT,
  trust: {
    expected: '"store", "all" or a function',
    holds: (value) => value === 'store' || value === 'all' || isFunction(value),
  },
  nonInteractive: FLAG,
  toolNames: word('native', 'given'),
  model: FUNCTION,
  agent: FUNCTION,
  mcpTool: FUNCTION,
  onWake: FUNCTION,
  onContext: FUNCTION,
  onMessage: FUNCTION,
  onStart: FUNCTION,
  onDebug: FUNCTION,
  record: { expected: 'true, false or a folder', holds: (value) => typeof value === 'boolean' || isText(value) },
  recordKey: { expected: 'a string or bytes', holds: (value) => isText(value) || value instanceof Uint8Array },
  onRecordFailure: FUNCTION,
  warm: FLAG,
};

/** The same with what only the packages of this repository use. */
export const INTERNAL_OPTIONS: OptionRules<InternalOptions> = {
  ...HOOKS_OPTIONS,
  platform: TEXT,
  accountHome: TEXT,
  disabled: TEXT,
  givenFirst: FLAG,
  startsTools: FLAG,
  adjust: FUNCTION,
  onSaid: FUNCTION,
  detach: FUNCTION,
};

/** What `hooks.use` takes. */
export const IN_USE: OptionRules<InUse> = { skill: TEXT, agent: TEXT, session_id: TEXT, agent_id: TEXT };

/** The options of `hooks.reload`. */
export const RELOAD_OPTIONS: OptionRules<ReloadOptions> = { after: word('edit') };

// A signal of another realm is accepted too.
const isSignal = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;

/** The options of `fire` that a host may use. */
export const HOST_FIRE_OPTIONS: OptionRules<FireOptions> = {
  signal: { expected: 'an AbortSignal', holds: isSignal },
  wait: FLAG,
  point: word('before-permission', 'after-permission'),
  without: TEXTS,
};

/** The same with what only the packages of this repository use. */
export const FIRE_OPTIONS: OptionRules<InternalFireOptions> = {
  ...HOST_FIRE_OPTIONS,
  background: word('left-out'),
  only: TEXTS,
  toldBy: TEXT,
  notesOn: FUNCTION,
};

/** The options of registering a function of the host; whether the event exists is checked separately. */
export const REGISTRATION: OptionRules<Registration> = {
  event: TEXT,
  matcher: TEXT,
  once: FLAG,
  name: TEXT,
  timeoutMs: {
    expected: 'a number of milliseconds above 0',
    holds: (value) => typeof value === 'number' && value > 0,
  },
  onFault: word('proceed', 'block'),
};
