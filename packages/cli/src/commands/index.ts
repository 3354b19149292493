import { FIRE, LAST, PLACE } from '../call/fire-row.ts';
import type { CommandRow } from '../call/command-row.ts';
import { OPTIONS } from '../call/options.ts';
import { ADD } from '../call/rows/add.ts';
import { CONVERT } from '../call/rows/convert.ts';
import { DOCTOR } from '../call/rows/doctor.ts';
import { EXPLAIN } from '../call/rows/explain.ts';
import { INIT } from '../call/rows/init.ts';
import { NEW } from '../call/rows/new.ts';
import { PROVE } from '../call/rows/prove.ts';
import { REMOVE } from '../call/rows/remove.ts';
import { REPLAY } from '../call/rows/replay.ts';
import { SHADOW } from '../call/rows/shadow.ts';
import { TEST } from '../call/rows/test.ts';

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

/** Every command, in the order of the help. */
export const COMMANDS = [
  FIRE,
  {
    name: 'ask',
    about: 'Let the reference agent carry out one prompt, with the hooks of the project.',
    words: { usage: 'PROMPT|-', min: 1, max: 1, completes: 'nothing', advice: 'put the prompt in quotes' },
    options: [...AGENT, OPTIONS.jsonLines, OPTIONS.help],
    examples: [
      {
        does: 'one task for a model of a provider',
        line: `hookline ask --model anthropic/claude-sonnet-4-5 'Fix the failing test'`,
      },
      {
        does: 'a model on this machine',
        line: `hookline ask --model openai-compatible/qwen3 --base-url http://localhost:11434/v1 'What is in here?'`,
      },
      {
        does: 'offline, with the steps of a file, and JSON for a program',
        line: `hookline ask --script steps.json --json 'Go'`,
      },
      { does: 'a long prompt', line: 'cat prompt.md | hookline ask --model openai/gpt-5 -' },
    ],
    exits: {
      0: 'done',
      1: 'an error: a wrong call, a failed turn, too many turns, or a hook that did not let the session start',
      2: 'a hook rejected the prompt; the reason is on stderr',
      130: 'interrupted',
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
  EXPLAIN,
  {
    name: 'list',
    about: 'Show every hook that is configured here, and whether it is armed.',
    options: [...PLACE, { ...OPTIONS.debug, about: 'Without effect: listing runs no hook.' }, ...LAST],
    examples: [
      { does: 'what would run here', line: 'hookline list' },
      { does: 'only the hooks of one system', line: 'hookline list --dialect qoder' },
    ],
  },
  {
    name: 'validate',
    about: 'Check hook files, the scripts that they name and their matchers; show each problem with its place.',
    words: { usage: '[FILE...]', min: 0, max: Number.POSITIVE_INFINITY, completes: 'files' },
    options: [...PLACE, OPTIONS.reporter, ...LAST],
    examples: [
      { does: 'every hook file of this project and of the user', line: 'hookline validate' },
      { does: 'annotate a pull request', line: 'hookline validate --reporter github' },
    ],
    exits: {
      0: 'no problem; notes do not count',
      1: 'an error (also a script that is missing or cannot be run) or a warning (a program not on PATH, a matcher that names no known tool)',
    },
  },
  {
    name: 'trust',
    about: 'Trust the hooks of the project as they are now, or show what is trusted.',
    options: [OPTIONS.project, OPTIONS.home, OPTIONS.show, OPTIONS.list, OPTIONS.also, OPTIONS.unattended, ...LAST],
    examples: [
      { does: 'look first: every file with its digest, and what it would switch off', line: 'hookline trust --show' },
      { does: 'trust the project in the working directory', line: 'hookline trust' },
      { does: 'trust a branch beside the one that was trusted before', line: 'hookline trust --also' },
      { does: 'what is trusted, and what has changed since', line: 'hookline trust --list' },
    ],
  },
  {
    name: 'untrust',
    about: 'Stop trusting the project.',
    options: [OPTIONS.project, OPTIONS.home, OPTIONS.unattended, ...LAST],
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
    options: [
      OPTIONS.follow,
      OPTIONS.since,
      OPTIONS.ofSession,
      OPTIONS.ofEvent,
      OPTIONS.limit,
      OPTIONS.verify,
      OPTIONS.home,
      ...LAST,
    ],
    examples: [
      { does: 'the last hour', line: 'hookline log --since 1h' },
      { does: 'watch a session', line: 'hookline log --follow --session s-1' },
      { does: 'was the record changed?', line: 'hookline log --verify' },
    ],
    exits: { 0: 'shown; with --verify: the record is whole', 1: 'with --verify: something is wrong with it' },
  },
  NEW,
  INIT,
  ADD,
  REMOVE,
  TEST,
  PROVE,
  DOCTOR,
  REPLAY,
  SHADOW,
  CONVERT,
  {
    name: 'serve',
    about: 'Stay ready to fire events, for hosts that start one command per event.',
    words: { usage: '[PATH]', min: 0, max: 1, completes: 'files' },
    options: [OPTIONS.socket, OPTIONS.idle, OPTIONS.background, OPTIONS.help],
    examples: [
      {
        does: 'a server for all your projects, until it has been idle for 15 minutes',
        line: 'hookline serve --socket',
      },
      { does: 'the same, in the background', line: 'hookline serve --socket --background' },
    ],
    exits: {
      0: 'ended: idle for long enough, stopped by a signal, or another server is running already',
      1: 'the socket cannot be used',
    },
  },
  {
    name: 'client',
    about: 'Print a shell script that works as hookline does, and fires events through the server when one is running.',
    options: [OPTIONS.output, OPTIONS.help],
    examples: [{ does: 'put it where hosts find it', line: 'hookline client --output /usr/local/bin/hookline-client' }],
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
