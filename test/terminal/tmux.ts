import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { BUNDLE, type Place } from '../../packages/cli/src/testing/place.ts';

/** A program in a terminal of its own, as a person has it before them. */
export interface Pane {
  /** Types a text as it is. */
  readonly type: (text: string) => void;
  /** Presses keys by their names in tmux: Enter, C-c, Up. */
  readonly press: (...names: readonly string[]) => void;
  /** Pastes as a terminal does. */
  readonly paste: (text: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** The lines that can be seen, and those that have scrolled away. */
  readonly lines: () => readonly string[];
  /** Every byte that was written to the terminal. */
  readonly raw: () => string;
  /** Something that tmux knows about the pane, such as its title. */
  readonly ask: (format: string) => string;
  /** Waits until the screen shows it; says what it showed instead when it never does. */
  readonly until: (expected: RegExp | ((lines: readonly string[]) => boolean)) => Promise<void>;
  /** Closes the terminal, as a person closes a window. */
  readonly close: () => void;
}

interface PaneOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const LIMIT_MS = 25_000;
let count = 0;

/** Runs the command line in a terminal; when it has ended, the screen says so with its status and the terminal's modes. */
export function openPane(place: Place, words: readonly string[], options: PaneOptions = {}): Pane {
  const modes = String.raw`stty -a | grep -ow -- '-\?icanon\|-\?echo' | tr '\n' ' '`;
  // Ctrl-C is meant for the command: the shell around it has to live on and say how that ended.
  return open(place, ['sh', '-c', `trap : INT; ${commandLine(words)}; echo "[exit $?]"; ${modes}; sleep 600`], options);
}

/** A shell that controls jobs; its prompt is `$`. */
export const openShell = (place: Place): Pane =>
  open(place, ['bash', '--norc', '--noprofile', '-i'], { env: { PS1: '$ ' } });

/** The words of a call, for a shell. */
export const commandLine = (words: readonly string[]): string =>
  [process.execPath, BUNDLE, ...words].map(quote).join(' ');

function open(place: Place, argv: readonly string[], { columns = 80, rows = 24, env = {} }: PaneOptions): Pane {
  count += 1;
  const tmux = tmuxOf(place, `tmux-${count}`, env);
  const raw = join(place.root, `raw-${count}`);
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), ...argv);
  tmux('pipe-pane', '-o', `cat >> ${quote(raw)}`);
  const close = (): void => void tmux('kill-server');
  onTestFinished(close);
  const lines = (): readonly string[] => tmux('capture-pane', '-p', '-S', '-').trimEnd().split('\n');
  return {
    type: (text) => void tmux('send-keys', '-l', '--', text),
    press: (...names) => void tmux('send-keys', ...names),
    paste: (text) => {
      tmux('set-buffer', '--', text);
      tmux('paste-buffer', '-p');
    },
    resize: (wide, high) => void tmux('resize-window', '-x', String(wide), '-y', String(high)),
    lines,
    raw: () => readFileSync(raw, 'utf8'),
    ask: (format) => tmux('display-message', '-p', format).trimEnd(),
    until: (expected) => waitUntil(lines, expected),
    close,
  };
}

// A server of its own for each pane: nothing of the user's is read or touched.
function tmuxOf(place: Place, socket: string, more: Readonly<Record<string, string>>): (...args: string[]) => string {
  const base = { PATH: process.env['PATH'] ?? '', HOME: place.home, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  const env = { ...base, TMPDIR: join(place.root, 'tmp'), ...more };
  return (...args) =>
    spawnSync('tmux', ['-S', join(place.root, socket), '-f', '/dev/null', ...args], {
      cwd: place.project,
      env,
      encoding: 'utf8',
    }).stdout;
}

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

async function waitUntil(
  lines: () => readonly string[],
  expected: RegExp | ((lines: readonly string[]) => boolean),
): Promise<void> {
  const startedAt = performance.now();
  const isThere = (seen: readonly string[]): boolean =>
    expected instanceof RegExp ? expected.test(seen.join('\n')) : expected(seen);
  for (;;) {
    const seen = lines();
    if (isThere(seen)) return;
    if (performance.now() - startedAt > LIMIT_MS)
      throw new Error(`waited for ${String(expected)}, but saw:\n${seen.join('\n')}`);
    await wait(40);
  }
}
