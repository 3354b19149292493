import { readFlags, valuesOf } from './flags.ts';
import type { Invocation } from './shell.ts';

/** The lines of shell that a program runs because an option, or what it reads, tells it to in a way of its own. */
export function ownScripts({ words: [program = '', ...args], stdin }: Invocation): readonly string[] {
  const way = Object.hasOwn(WAYS, program) ? WAYS[program] : undefined;
  return way === undefined ? [] : way(args, stdin).filter((text) => text.trim() !== '');
}

type Way = (args: readonly string[], stdin: string) => readonly string[];

/** Settings for one call: an alias that begins with `!`, and the programs that git starts. */
const git: Way = (args) =>
  valuesOf(readFlags(args, { valued: ['c', 'C'], stopsAtOperand: true }), ['c']).flatMap((setting) => {
    const [, alias, program] =
      /^alias\.[^=]+=!(.*)$|^(?:core\.(?:pager|editor|sshCommand|fsmonitor)|sequence\.editor|diff\.external|[\w.]+\.(?:cmd|helper|command))=!?(.*)$/is.exec(
        setting,
      ) ?? [];
    return [alias ?? program ?? ''];
  });

const tar: Way = (args) =>
  args.flatMap((word) => /^--(?:checkpoint-action=exec|to-command|use-compress-program)=(.*)$/s.exec(word)?.[1] ?? []);

const editor: Way = (args) =>
  [
    ...valuesOf(readFlags(args, { valued: ['c', 'cmd'] }), ['c', 'cmd']),
    ...args.filter((word) => word.startsWith('+')),
  ].map((order) => /^[+:]*!(.*)$/s.exec(order)?.[1] ?? '');

/** The recipes of a makefile that is read from the input. */
const make: Way = (args, stdin) =>
  valuesOf(readFlags(args, { valued: ['f', 'file', 'makefile', 'C'] }), ['f', 'file', 'makefile']).some((file) =>
    /^-$|^\/dev\//.test(file),
  )
    ? stdin.split('\n').flatMap((line) => /^(?:\t|[^#:=\s]+:[^=;]*;)[@+-]*(.*)$/.exec(line)?.[1] ?? [])
    : [];

/** The commands of a table of jobs that is read from the input, after five fields of time. */
const crontab: Way = (args, stdin) =>
  args.includes('-')
    ? stdin.split('\n').flatMap((line) => /^\s*(?:@\w+|(?:[\d*,/-]\S*\s+){5})\s*(.*)$/.exec(line)?.[1] ?? [])
    : [];

/** What is typed into, or started in, another terminal. */
const terminal: Way = (args) => args.filter((word) => /\s/.test(word));

const WAYS: Readonly<Record<string, Way>> = {
  git,
  tar,
  vim: editor,
  vi: editor,
  nvim: editor,
  ex: editor,
  make,
  gmake: make,
  crontab,
  tmux: terminal,
  screen: terminal,
};
