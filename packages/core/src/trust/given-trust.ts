import { basename } from 'node:path';
import { ancestors, findProcess, type LineProcess } from '../process/process-line.ts';

/** Who gave trust: when, by which programs, and whether a person had a terminal for it. */
export interface GivenTrust {
  /** ISO 8601, in UTC. */
  readonly at: string;
  /** The program that was called, and those that started it, nearest first. */
  readonly by: string;
  readonly terminal: boolean;
}

/** Who gives trust now: this process, and those above it. */
export function givenNow(now: Date = new Date()): GivenTrust {
  const above = ancestors();
  return { at: now.toISOString(), by: programsOf(above), terminal: hasPerson(findProcess(process.pid), above) };
}

/** Whether a process answers to a terminal that a person may sit at. */
export function hasPerson(self: Pick<LineProcess, 'terminal'> | null, above: readonly LineProcess[]): boolean {
  if (self === null) return process.stdin.isTTY; // the system tells nothing about processes
  if (self.terminal === '') return false;
  const opener = above.find(({ terminal, name }) => terminal !== self.terminal || LOGINS.test(name));
  // A terminal that all share was opened from outside of a container.
  return opener === undefined || PEOPLES.test(opener.name);
}

/** Reads what `givenNow` gave; null when it is something else. */
export function parseGiven(value: unknown): GivenTrust | null {
  if (typeof value !== 'object' || value === null) return null;
  const { at, by, terminal }: { at?: unknown; by?: unknown; terminal?: unknown } = value;
  return typeof at === 'string' && typeof by === 'string' && typeof terminal === 'boolean'
    ? { at, by, terminal }
    : null;
}

/** Those that ask for a password on a terminal that was there before. */
const LOGINS = /^(?:login|a?getty|su|sudo)$/;

/** Programs whose terminals people sit at. Any program can open one (`script`, `expect`, python): that says nothing about a person. */
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
