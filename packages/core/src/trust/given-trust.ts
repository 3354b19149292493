import { basename } from 'node:path';
import { ancestors, findProcess, type LineProcess } from '../process/process-line.ts';

/** How trust was given: when, by which programs, and whether a person had a terminal. */
export interface GivenTrust {
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** The program that was called, and its ancestors, nearest first. */
  readonly by: string;
  readonly terminal: boolean;
}

/** How trust is given now: by this process and its ancestors. */
export function givenNow(now: Date = new Date()): GivenTrust {
  const above = ancestors();
  return { at: now.toISOString(), by: programsOf(above), terminal: hasPerson(findProcess(process.pid), above) };
}

/** Whether a process has a terminal that a person may use. */
export function hasPerson(self: Pick<LineProcess, 'terminal'> | null, above: readonly LineProcess[]): boolean {
  if (self === null) return process.stdin.isTTY; // the system gives no information about processes
  if (self.terminal === '') return false;
  const opener = above.find(({ terminal, name }) => terminal !== self.terminal || LOGINS.test(name));
  // A terminal that all processes share was opened from outside a container.
  return opener === undefined || PEOPLES.test(opener.name);
}

/** Parses the result of `givenNow`; null when it is something else. */
export function parseGiven(value: unknown): GivenTrust | null {
  if (typeof value !== 'object' || value === null) return null;
  const { at, by, terminal }: { at?: unknown; by?: unknown; terminal?: unknown } = value;
  return typeof at === 'string' && typeof by === 'string' && typeof terminal === 'boolean'
    ? { at, by, terminal }
    : null;
}

/** Programs that ask for a password on an existing terminal. */
const LOGINS = /^(?:login|a?getty|su|sudo)$/;

/**
 * Programs whose terminals people use. Any program can open a terminal (`script`, `expect`, python), which proves
 * nothing about a person.
 */
const PEOPLES = new RegExp(
  `^(?:${[
    'sshd.*|login|a?getty|mosh-server|telnetd|su|sudo',
    'tmux: server|tmux|SCREEN|screen|zellij',
    'gnome-terminal.*|kgx|ptyxis.*|konsole|xfce4-terminal|mate-terminal|lxterminal|qterminal|terminator|tilix|guake|yakuake',
    'x?term|urxvt[dc]?|rxvt|st|foot(?:server)?|kitty|alacritty|wezterm.*|ghostty|rio|warp|contour|termite|cosmic-term',
    'Terminal|iTerm2|iTermServer.*|Hyper|Tabby',
    'code.*|Code.*|cursor|Cursor.*|codium|windsurf|zed.*|idea|pycharm|webstorm|goland|clion|rider|java|emacs',
    'docker|dockerd|containerd-shim.*|runc.*|podman|conmon|kubelet|crio|lxc-.*|machinectl|Relay\\(\\d+\\)|wslhost',
  ].join('|')})$`,
);

const MOST_NAMES = 8;

function programsOf(above: readonly LineProcess[]): string {
  const own = [basename(process.argv[1] ?? process.argv0), ...process.argv.slice(2, 3)].join(' ');
  const all = above.map(({ name }) => name);
  const names = all.filter((name, index) => name !== all[index - 1]).slice(0, MOST_NAMES);
  return names.length === 0 ? own : `${own}, started by ${names.join(' < ')}`;
}
