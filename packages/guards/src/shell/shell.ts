import type { Bash } from '@hookline/core/internal';

/** Where a command takes effect: on this machine, on another one, or in a container. */
export type Site = 'here' | 'remote' | 'container';

/** A file that a redirection opens. */
export interface Opened {
  readonly operator: string;
  readonly path: string;
}

/**
 * One program with its arguments as the shell would start it, quotes, variables and wrappers resolved as far as
 * possible.
 */
export interface Invocation {
  /** The first word is the bare name of the program. */
  readonly words: readonly string[];
  readonly stdin: string;
  readonly opened: readonly Opened[];
  /** The working folder; null when it is not known. */
  readonly cwd: string | null;
  readonly site: Site;
  /** An argument names a file into which the line has put a secret. */
  readonly namesSecret: boolean;
  /** The programs that it was unwrapped from, outermost first. */
  readonly through: readonly string[];
  /** What it prints is shown, and not only passed on to a file, a variable or a program that keeps it. */
  readonly isSeen: boolean;
}

/** Where a script comes from that cannot be read beforehand, or is written so that a person does not read it. */
type BlindSource = 'network' | 'hidden' | 'encoding' | 'program' | 'variable' | 'shared-folder' | 'login-script';

/** Something that a line of Bash would do. */
export type Act =
  | { readonly act: 'run'; readonly invocation: Invocation }
  /** A shell reads its script from a source that cannot be read beforehand. */
  | { readonly act: 'blind-script'; readonly from: BlindSource; readonly by: string }
  /** A variable is set, for this shell or for one command. */
  | { readonly act: 'set'; readonly name: string; readonly value: string }
  /** The value of a variable whose name says that it is a secret is printed. */
  | { readonly act: 'show-secret'; readonly name: string }
  /** The value of such a variable is a part of an address that is asked for. */
  | { readonly act: 'send-variable'; readonly name: string }
  | { readonly act: 'fork-bomb'; readonly name: string }
  /** A shell that takes its commands from whoever types them. */
  | { readonly act: 'open-shell'; readonly by: string }
  | { readonly act: 'unparsable'; readonly why: string };

/** The ways in which one part of a line runs another; each returns the output. */
export interface Runner {
  readonly text: (text: string, shell: Shell) => string;
  readonly words: (words: readonly string[], shell: Shell) => string;
  readonly node: (node: Bash.PipelineNode | Bash.AndOr | Bash.CompoundList, shell: Shell) => string;
  /** The content of `$(…)` and the like, in a subshell. */
  readonly inside: (script: Bash.ParsedScript | undefined, shell: Shell) => string;
}

/** The state of evaluating one line, and its limits. */
interface Session {
  readonly acts: Act[];
  readonly runner: Runner;
  /** The commands that were evaluated at least once. */
  readonly seen: WeakSet<Bash.Command>;
  readonly home: string;
  /** Archives from the network that were unpacked: where, and what their names begin with. */
  readonly unpacked: { readonly folder: string; readonly stem: string }[];
  steps: number;
  depth: number;
}

/** The state of one shell; a subshell works on a copy. */
export interface Shell {
  readonly session: Session;
  readonly variables: Map<string, string>;
  readonly functions: Map<string, Bash.SyntaxNode>;
  readonly aliases: Map<string, string>;
  /** The known content of files that the line itself has written. */
  readonly files: Map<string, string>;
  cwd: string | null;
  site: Site;
  through: readonly string[];
  stdin: string;
  isSeen: boolean;
}

/** A line beyond this counts as one that cannot be parsed. */
export const LIMITS = { steps: 4000, depth: 24, fields: 256, text: 65_536 } as const;

/** Records that a part of the line cannot be followed, and returns what is known of its output. */
export function giveUp({ session }: Pick<Shell, 'session'>, why: string): string {
  session.acts.push({ act: 'unparsable', why });
  return '';
}

/** As many of these as a line may have; more than that count as a line that cannot be parsed. */
export function followed(texts: readonly string[], shell: Pick<Shell, 'session'>): readonly string[] {
  if (texts.length > LIMITS.fields) giveUp(shell, 'it names more than can be followed');
  return texts.slice(0, LIMITS.fields);
}

/** A shell at the beginning of a line. */
export function newShell({ home, cwd }: { readonly home: string; readonly cwd: string }, runner: Runner): Shell {
  return {
    session: { acts: [], runner, seen: new WeakSet(), home, unpacked: [], steps: 0, depth: 0 },
    variables: new Map([
      ['HOME', home],
      ['PWD', cwd],
      ['IFS', ' \t\n'],
      ['0', 'bash'],
      ['SHELL', '/bin/bash'],
      ['BASH', '/bin/bash'],
      ['TMPDIR', '/tmp'],
    ]),
    functions: new Map(),
    aliases: new Map(),
    files: new Map(),
    cwd,
    site: 'here',
    through: [],
    stdin: '',
    isSeen: true,
  };
}

/** A copy whose variables, functions and folder can change independently; files are shared by all. */
export const subshell = (
  shell: Shell,
  changes: Partial<Pick<Shell, 'site' | 'through' | 'stdin' | 'cwd' | 'isSeen'>> = {},
): Shell => ({
  ...shell,
  variables: new Map(shell.variables),
  functions: new Map(shell.functions),
  aliases: new Map(shell.aliases),
  ...changes,
});
