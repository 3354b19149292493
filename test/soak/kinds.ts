import type { EventName, JsonObject } from '../../packages/core/src/model/index.ts';

export type DialectId = 'kolega' | 'agent-hooks' | 'qoder' | 'kode' | 'polytoken';

/** One way in which hooks behave, how often it comes, and what must come of it. */
export interface Kind {
  readonly name: string;
  /** How many of 10,000 events are of this kind. */
  readonly share: number;
  /** The word that tells the hook what to do. */
  readonly word: string;
  readonly event: EventName;
  readonly fields: JsonObject;
  /** One of them is taken for each event; `all` lets every dialect run. */
  readonly dialects: readonly (DialectId | 'all')[];
  /** Codes of the faults that are right; null for none. */
  readonly faults: readonly (string | null)[];
  /** The event is called off after a moment. */
  readonly isCancelled?: true;
}

const FIVE = ['kolega', 'agent-hooks', 'qoder', 'kode', 'polytoken'] as const;
const ANY = [null, 'exit', 'killed', 'timeout', 'not_started', 'bad_output', 'no_power', 'unavailable', 'reported'];

const tool = (name: string): Pick<Kind, 'event' | 'fields'> => ({
  event: 'PreToolUse',
  fields: { tool_name: name, tool_use_id: 't-1' },
});

const BASH = { ...tool('Bash'), dialects: FIVE };
/** Hooks with little time; Polytoken has none such, since its deadline cannot be set. */
const SHORT = { ...tool('Short'), dialects: ['kolega', 'agent-hooks', 'qoder'] } as const;
const SHORT_KODE = { event: 'UserPromptSubmit', fields: { prompt: 'p' }, dialects: ['kode'] } as const;
const HTTP = { ...tool('Http'), dialects: ['qoder'] } as const;
const PYTHON = { ...tool('Python'), dialects: ['kolega'] } as const;
const MODULE = { ...tool('Module'), dialects: ['kolega'] } as const;
const PROMPT = { ...tool('Prompt'), dialects: ['kolega', 'qoder'] } as const;
const AGENT = { ...tool('Agent'), dialects: ['qoder'] } as const;
/** No other hook is there, so that the shortest way is taken. */
const FUNCTION = { event: 'Stop', fields: {}, dialects: ['all'] } as const;
const BEHIND = {
  event: 'PostToolUse',
  fields: { tool_name: 'Bash', tool_response: 'ok' },
  dialects: ['agent-hooks', 'qoder', 'polytoken'],
} as const;

/** What runs, by kind; the shares add up to 10,000. */
export const KINDS: readonly Kind[] = [
  { ...FUNCTION, name: 'function', word: 'soak-pass', share: 4080, faults: [null] },
  { ...FUNCTION, name: 'function throws', word: 'soak-throw', share: 100, faults: ['exit'] },
  { ...FUNCTION, name: 'function never settles', word: 'soak-never', share: 20, faults: ['timeout'] },
  { ...BASH, name: 'command', word: 'soak-pass', share: 1500, faults: [null] },
  { ...BASH, name: 'command, all dialects', word: 'soak-pass', share: 300, dialects: ['all'], faults: [null] },
  { ...BASH, name: 'command answers', word: 'soak-tell', share: 100, faults: [null, 'bad_output'] },
  { ...BASH, name: 'command refuses', word: 'soak-refuse', share: 200, faults: [null, 'exit'] },
  { ...BASH, name: 'command exits 1', word: 'soak-fail', share: 150, faults: [null, 'exit'] },
  { ...BASH, name: 'command dies by SIGKILL', word: 'soak-die', share: 100, faults: ['killed'] },
  { ...BASH, name: 'command dies by SIGSEGV', word: 'soak-crash', share: 20, faults: ['killed'] },
  { ...BASH, name: 'command prints half JSON', word: 'soak-half', share: 100, faults: [null, 'bad_output'] },
  { ...BASH, name: 'command floods', word: 'soak-flood', share: 20, faults: [null, 'bad_output'] },
  { ...BASH, name: 'child holds stdout', word: 'soak-hold', share: 50, faults: [null] },
  {
    ...tool('Direct'),
    name: 'program without a shell',
    word: 'soak-pass',
    share: 200,
    dialects: ['qoder'],
    faults: [null],
  },
  {
    ...tool('Text'),
    name: 'text for a shell',
    word: 'soak-pass',
    share: 400,
    dialects: ['qoder', 'polytoken'],
    faults: [null],
  },
  {
    ...tool('Missing'),
    name: 'program is missing',
    word: 'soak-pass',
    share: 100,
    dialects: ['kolega', 'agent-hooks', 'qoder'],
    faults: ['not_started'],
  },
  {
    event: 'SessionStart',
    fields: { source: 'startup' },
    name: 'program is missing',
    word: 'soak-pass',
    share: 20,
    dialects: ['kode'],
    faults: ['not_started'],
  },
  { ...SHORT, name: 'command hangs', word: 'soak-hang', share: 15, faults: ['timeout'] },
  { ...SHORT_KODE, name: 'command hangs', word: 'soak-hang', share: 10, faults: ['timeout'] },
  { ...SHORT, name: 'command ignores SIGTERM', word: 'soak-deaf', share: 10, faults: ['timeout'] },
  { ...SHORT_KODE, name: 'command ignores SIGTERM', word: 'soak-deaf', share: 5, faults: ['timeout'] },
  { ...SHORT, name: 'command stops itself', word: 'soak-stop', share: 10, faults: ['timeout'] },
  { ...SHORT, name: 'children in sessions of their own', word: 'soak-escape', share: 10, faults: ['timeout'] },
  { ...SHORT_KODE, name: 'children in sessions of their own', word: 'soak-escape', share: 10, faults: ['timeout'] },
  { ...SHORT, name: 'child without its environment', word: 'soak-strip', share: 5, faults: ['timeout'] },
  { ...SHORT_KODE, name: 'child without its environment', word: 'soak-strip', share: 5, faults: ['timeout'] },
  { ...BASH, name: 'command is called off', word: 'soak-hang', share: 60, faults: ANY, isCancelled: true },
  { ...BASH, name: 'escaped children are called off', word: 'soak-escape', share: 20, faults: ANY, isCancelled: true },
  { ...BASH, name: 'short command is called off', word: 'soak-pass', share: 50, faults: ANY, isCancelled: true },
  { ...HTTP, name: 'server answers', word: 'soak-pass', share: 400, faults: [null] },
  { ...HTTP, name: 'server fails', word: 'soak-error', share: 50, faults: ['unavailable'] },
  { ...HTTP, name: 'server resets', word: 'soak-reset', share: 50, faults: ['unavailable'] },
  { ...HTTP, name: 'server redirects', word: 'soak-redirect', share: 30, faults: ['unavailable'] },
  { ...HTTP, name: 'server breaks off', word: 'soak-break', share: 30, faults: ['unavailable'] },
  { ...HTTP, name: 'server floods', word: 'soak-flood', share: 10, faults: ['bad_output'] },
  { ...HTTP, name: 'server compresses', word: 'soak-bomb', share: 10, faults: ['bad_output'] },
  { ...HTTP, ...tool('HttpShort'), name: 'server is slow', word: 'soak-slow', share: 15, faults: ['timeout'] },
  { ...HTTP, ...tool('HttpShort'), name: 'server says nothing', word: 'soak-silent', share: 15, faults: ['timeout'] },
  { ...HTTP, name: 'server is called off', word: 'soak-silent', share: 20, faults: ANY, isCancelled: true },
  {
    ...tool('HttpNobody'),
    dialects: ['qoder'],
    name: 'nothing listens',
    word: 'soak-pass',
    share: 30,
    faults: ['unavailable'],
  },
  { ...MODULE, name: 'module', word: 'soak-pass', share: 500, faults: [null] },
  { ...MODULE, name: 'module prints', word: 'soak-print', share: 20, faults: [null] },
  { ...MODULE, name: 'module throws', word: 'soak-throw', share: 50, faults: ['exit'] },
  { ...MODULE, name: 'module exits', word: 'soak-exit', share: 5, faults: ['exit'] },
  { ...MODULE, ...tool('ModuleShort'), name: 'module loops', word: 'soak-loop', share: 5, faults: ['timeout'] },
  {
    ...MODULE,
    ...tool('ModuleShort'),
    name: 'module never settles',
    word: 'soak-never',
    share: 5,
    faults: ['timeout'],
  },
  {
    ...MODULE,
    ...tool('ModuleShort'),
    name: 'module loops, its child escapes',
    word: 'soak-escape',
    share: 3,
    faults: ['timeout'],
  },
  { ...MODULE, name: 'module is called off', word: 'soak-never', share: 2, faults: ANY, isCancelled: true },
  { ...PYTHON, name: 'python', word: 'soak-pass', share: 460, faults: [null] },
  { ...PYTHON, name: 'python prints', word: 'soak-print', share: 20, faults: [null] },
  { ...PYTHON, name: 'python raises', word: 'soak-raise', share: 50, faults: ['exit'] },
  {
    ...PYTHON,
    ...tool('PythonExits'),
    name: 'python exits',
    word: 'soak-exit',
    share: 4,
    faults: ['exit', 'unavailable'],
  },
  {
    ...PYTHON,
    ...tool('PythonExits'),
    name: 'python crashes',
    word: 'soak-crash',
    share: 4,
    faults: ['exit', 'unavailable'],
  },
  { ...PYTHON, ...tool('PythonShort'), name: 'python hangs', word: 'soak-hang', share: 5, faults: ['timeout'] },
  {
    ...PYTHON,
    ...tool('PythonShort'),
    name: 'python hangs, its child escapes',
    word: 'soak-escape',
    share: 5,
    faults: ['timeout'],
  },
  { ...PYTHON, name: 'python is called off', word: 'soak-hang', share: 2, faults: ANY, isCancelled: true },
  { ...PROMPT, name: 'model answers', word: 'soak-pass', share: 200, faults: [null] },
  { ...PROMPT, name: 'model fails', word: 'soak-throw', share: 40, faults: ['unavailable'] },
  { ...PROMPT, name: 'model talks', word: 'soak-prose', share: 30, faults: ['bad_output'] },
  { ...PROMPT, name: 'model never answers', word: 'soak-never', share: 20, faults: ['timeout'] },
  { ...AGENT, name: 'agent answers', word: 'soak-pass', share: 100, faults: [null] },
  { ...AGENT, name: 'agent never answers', word: 'soak-never', share: 10, faults: ['timeout'] },
  { ...BEHIND, name: 'in the background', word: 'soak-pass', share: 100, faults: ANY },
  { ...BEHIND, name: 'in the background, fails', word: 'soak-fail', share: 30, faults: ANY },
];
