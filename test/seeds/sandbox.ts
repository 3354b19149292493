import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EventName, FireOptions, Hooks, HooksOptions, Json, Outcome } from '@hookline/core/internal';
import { createHooks } from '@hookline/core/internal';
import type { ProgramName } from '../../scripts/programs.mjs';
import { skipWithout } from '../support/skip-without.ts';

/** A home and a project of their own for one test; both are gone when it ends, with all that was opened in them. */
export interface Sandbox {
  readonly root: string;
  readonly home: string;
  readonly project: string;
  /** First on the PATH of every hook. */
  readonly bin: string;
  readonly env: Readonly<Record<string, string>>;
  /** Writes a file below the root; a text that begins with `#!` gets its executable bit. */
  readonly write: (path: string, text: string) => string;
  readonly read: (path: string) => string;
  readonly lines: (path: string) => readonly string[];
  readonly json: (path: string) => unknown;
  readonly has: (path: string) => boolean;
  /** Loads the hooks as they lie there now, trusted unless the test says otherwise. */
  readonly open: (options?: HooksOptions) => Promise<Hooks>;
  /** Fires at the hooks that were opened last, or at freshly opened ones. */
  readonly fire: (name: EventName, fields?: Fields, options?: FireOptions) => Promise<Outcome>;
}

type Fields = Readonly<Record<string, Json>>;

/** Lays out an empty home and project for the hooks of one dialect; without the programs that they need, the test is left out. */
export function sandbox(dialect: string, ...programs: readonly ProgramName[]): Sandbox {
  skipWithout(...programs);
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-seed-')));
  const [home, project, bin] = [join(root, 'home'), join(root, 'project'), join(root, 'bin')];
  for (const folder of [home, project, bin]) mkdirSync(folder);
  const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: home, LANG: 'C.UTF-8' };
  const opened: Hooks[] = [];
  const open = async (options: HooksOptions = {}): Promise<Hooks> => {
    const hooks = await createHooks({ project, env, dialects: [dialect], trust: 'all', record: false, ...options });
    opened.push(hooks);
    return hooks;
  };
  onTestFinished(async () => {
    for (const hooks of opened) await hooks.close();
    rmSync(root, { recursive: true, force: true });
  });
  return {
    ...files(root),
    root,
    home,
    project,
    bin,
    env,
    open,
    fire: async (name, fields = {}, options = {}) => {
      const hooks = opened.at(-1) ?? (await open());
      return hooks.fire({ hook_event_name: name, session_id: 's-1', cwd: project, ...fields }, options);
    },
  };
}

function files(root: string): Pick<Sandbox, 'write' | 'read' | 'lines' | 'json' | 'has'> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  return {
    write: (path, text) => {
      const whole = join(root, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, text);
      if (text.startsWith('#!')) chmodSync(whole, 0o755);
      return whole;
    },
    read,
    lines: (path) => read(path).split('\n').slice(0, -1),
    json: (path) => JSON.parse(read(path)),
    has: (path) => existsSync(join(root, path)),
  };
}

/** A hook that keeps what it gets on standard input in a file. */
export const keepsInput = (file: string): string => `#!/bin/sh\ncat > '${file}'\n`;

/** A hook that prints a text as it is and ends with a status. */
export const prints = (stdout: string, exit = 0): string => `#!/bin/sh\ncat <<'END'\n${stdout}\nEND\nexit ${exit}\n`;

/** A hook that ends with 2 and this reason. */
export const refuses = (reason: string): string => `#!/bin/sh\necho '${reason}' >&2\nexit 2\n`;
