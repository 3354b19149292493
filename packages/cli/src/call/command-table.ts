import { OPTIONS, type Completion, type OptionRow } from './options.ts';

/** The plain words that a command takes. */
interface WordsRow {
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  /** What to do about a word too many; without it the help is named. */
  readonly advice?: string;
  readonly completes: Completion;
}

interface Example {
  readonly does: string;
  readonly line: string;
}

/** One command of the command line, as help, parser and completion know it. */
export interface CommandRow {
  readonly name: string;
  readonly about: string;
  readonly words?: WordsRow;
  readonly options: readonly OptionRow[];
  readonly examples: readonly Example[];
  readonly exits?: Readonly<Record<number, string>>;
  /** Left out of help and completion. */
  readonly hidden?: true;
}

const EVENT = [OPTIONS.event, OPTIONS.tool, OPTIONS.input, OPTIONS.prompt, OPTIONS.session, OPTIONS.set];
const PLACE = [OPTIONS.project, OPTIONS.dialect, OPTIONS.home, OPTIONS.stateDir, OPTIONS.plugin];
const AGENT = [
  OPTIONS.model,
  OPTIONS.baseUrl,
  OPTIONS.script,
  OPTIONS.slot,
  OPTIONS.permissionMode,
  OPTIONS.maxTurns,
  OPTIONS.contextLength,
  OPTIONS.resume,
  OPTIONS.workIn,
  OPTIONS.dialect,
  OPTIONS.home,
  OPTIONS.stateDir,
  OPTIONS.plugin,
  OPTIONS.trustProject,
  OPTIONS.debugAgent,
];
const LAST = [OPTIONS.json, OPTIONS.help];
const EVENT_FILE: WordsRow = { usage: '[FILE|-]', min: 0, max: 1, completes: 'files' };

/** Every command, in the order of the help. */
export const COMMANDS = [
  {
    name: 'fire',
    about: 'Run the hooks of one event and print the outcome.',
    words: EVENT_FILE,
    options: [...EVENT, ...PLACE, OPTIONS.trustHooks, OPTIONS.wait, OPTIONS.debug, ...LAST],
    examples: [
      {
        does: 'ask the hooks of this project about a command',
        line: `hookline fire --event PreToolUse --tool Bash --input '{"command":"ls"}'`,
      },
      { does: 'take the event from a program', line: 'agent-event | hookline fire - --json' },
      { does: 'also wait for background hooks', line: 'hookline fire event.json --wait' },
    ],
    exits: {
      0: 'nothing blocked',
      1: 'the call could not be carried out: bad event, bad option, or a hook file that its system rejects whole',
      2: 'blocked; the reason is on stderr',
    },
  },
  {
    name: 'ask',
    about: 'Let the reference agent carry out one prompt, with the hooks of the project.',
    words: { usage: 'PROMPT|-', min: 1, max: 1, completes: 'nothing', advice: 'put the prompt in quotes' },
    options: [...AGENT, OPTIONS.jsonLines, OPTIONS.help],
    examples: [
      {
        does: 'one task for a model of a provider',
        line: `hookline ask --model anthropic/claude-sonnet-4-5 'Mend the test'`,
      },
      {
        does: 'a model on this machine',
        line: `hookline ask --model openai-compatible/qwen3 --base-url http://localhost:11434/v1 'What is in here?'`,
      },
      {
        does: 'offline, with the steps of a file, for a program',
        line: `hookline ask --script steps.json --json 'Go'`,
      },
      { does: 'a long prompt', line: 'cat prompt.md | hookline ask --model openai/gpt-5 -' },
    ],
    exits: {
      0: 'done',
      1: 'an error: bad call, failed turn, a session that a hook did not let start, or too many turns',
      2: 'a hook rejected the prompt; the reason is on stderr',
    },
  },
  {
    name: 'chat',
    about: 'Talk to the reference agent in the terminal.',
    options: [...AGENT, OPTIONS.help],
    examples: [
      { does: 'a conversation about this project', line: 'hookline chat --model anthropic/claude-sonnet-4-5' },
      { does: 'look, but change nothing', line: 'hookline chat --model openai/gpt-5 --permission-mode plan' },
      { does: 'go on with a session', line: 'hookline chat --model openai/gpt-5 --resume ID' },
    ],
  },
  {
    name: 'explain',
    about: 'Say which hooks an event would run, in which order, and why; run nothing.',
    words: EVENT_FILE,
    options: [...EVENT, ...PLACE, OPTIONS.debug, ...LAST],
    examples: [
      {
        does: 'see why a hook does not run',
        line: `hookline explain --event PreToolUse --tool Write --input '{"file_path":"a.md"}'`,
      },
    ],
  },
  {
    name: 'list',
    about: 'Show every hook that is configured here, and whether it is armed.',
    options: [...PLACE, OPTIONS.debug, ...LAST],
    examples: [
      { does: 'what would run here', line: 'hookline list' },
      { does: 'only the hooks of one system', line: 'hookline list --dialect qoder' },
    ],
  },
  {
    name: 'validate',
    about: 'Check hook files and show each problem with its place.',
    words: { usage: '[FILE...]', min: 0, max: Number.POSITIVE_INFINITY, completes: 'files' },
    options: [...PLACE, OPTIONS.reporter, ...LAST],
    examples: [
      { does: 'every hook file of this project and of the user', line: 'hookline validate' },
      { does: 'annotate a pull request', line: 'hookline validate --reporter github' },
    ],
    exits: { 0: 'no problem', 1: 'an error or a warning was found' },
  },
  {
    name: 'trust',
    about: 'Trust the hooks of the project as they are now, or show what is trusted.',
    options: [OPTIONS.project, OPTIONS.home, OPTIONS.list, ...LAST],
    examples: [
      { does: 'trust the project in the working directory', line: 'hookline trust' },
      { does: 'what is trusted, and what has changed since', line: 'hookline trust --list' },
    ],
  },
  {
    name: 'untrust',
    about: 'Take the trust in the project back.',
    options: [OPTIONS.project, OPTIONS.home, ...LAST],
    examples: [{ does: 'the project in the working directory', line: 'hookline untrust' }],
  },
  {
    name: 'events',
    about: 'Show every event, its name in each system, and what a block does.',
    options: [...LAST],
    examples: [{ does: 'the table', line: 'hookline events' }],
  },
  {
    name: 'log',
    about: 'Show what was decided, by which hooks, newest last.',
    options: [OPTIONS.follow, OPTIONS.since, OPTIONS.ofSession, OPTIONS.ofEvent, OPTIONS.limit, OPTIONS.home, ...LAST],
    examples: [
      { does: 'the last hour', line: 'hookline log --since 1h' },
      { does: 'watch a session', line: 'hookline log --follow --session s-1' },
    ],
  },
  {
    name: 'completion',
    about: 'Print a completion script for a shell.',
    words: { usage: 'bash|zsh|fish', min: 1, max: 1, completes: 'shells' },
    options: [OPTIONS.help],
    examples: [
      { does: 'bash, in ~/.bashrc', line: 'source <(hookline completion bash)' },
      { does: 'fish', line: 'hookline completion fish > ~/.config/fish/completions/hookline.fish' },
    ],
  },
  { name: '__background', about: 'Run the jobs on stdin.', options: [], examples: [], hidden: true },
] as const satisfies readonly CommandRow[];

export type CommandName = (typeof COMMANDS)[number]['name'];
