import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { BUNDLE, type Place } from '../../packages/cli/src/testing/place.ts';

/** A real terminal is needed; where there is none, tests that use it are skipped with this as their reason. */
export const NO_TMUX: string | null =
  spawnSync('tmux', ['-V']).status === 0 ? null : 'tmux is not installed: chat cannot be driven in a real terminal';

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

/** Runs the command line in a terminal; when it has ended, the screen says so with its status. */
export function openPane(place: Place, words: readonly string[], options: PaneOptions = {}): Pane {
  const { columns = 80, rows = 24 } = options;
  count += 1;
  const socket = join(place.root, `tmux-${count}`);
  const env = { PATH: process.env['PATH'] ?? '', HOME: place.home, LANG: 'C.UTF-8', TMPDIR: join(place.root, 'tmp') };
  const tmux = (...args: readonly string[]): string => {
    const result = spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      cwd: place.project,
      env: { ...env, ...options.env, TERM: 'xterm-256color' },
      encoding: 'utf8',
    });
    return result.stdout;
  };
  const command = [process.execPath, BUNDLE, ...words].map(quote).join(' ');
  const line = `${command}; echo "[exit $?]"; stty -a | grep -ow -- '-\\?icanon\\|-\\?echo' | tr '\\n' ' '; sleep 600`;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), 'sh', '-c', line);
  const raw = join(place.root, `raw-${count}`);
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
