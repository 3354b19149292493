import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createHooks, type Hooks, type HooksOptions } from '../../packages/core/src/internal.ts';

/** A folder with a project, a home and a state folder, as new for each test. */
export interface HooksProject {
  readonly folder: string;
  readonly project: string;
  /** Where everything is, with nothing of the machine but `PATH`. */
  readonly place: () => HooksOptions & { readonly project: string };
  /** The hooks of the project; they are closed after the test. */
  readonly open: (options?: HooksOptions) => Promise<Hooks>;
  /** Writes a file below the folder: a text as it is, else JSON. A script that begins with `#!` may be executed. */
  readonly write: (path: string, content: unknown) => void;
}

/** Makes the folder before each test of the file and removes it afterwards; `defaults` are the options of `open`. */
export function hooksProject(defaults: HooksOptions = {}): HooksProject {
  let folder = '';
  let opened: Hooks[] = [];

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-project-')));
    mkdirSync(join(folder, 'project'));
  });
  afterEach(async () => {
    await Promise.all(opened.map((hooks) => hooks.close()));
    opened = [];
    rmSync(folder, { recursive: true, force: true });
  });

  const place = () => ({
    project: join(folder, 'project'),
    home: join(folder, 'home'),
    env: {
      PATH: process.env['PATH'],
      HOOKLINE_STATE_DIR: join(folder, 'state'),
      HOOKLINE_CONFIG_DIR: join(folder, 'config'),
    },
  });
  return {
    get folder() {
      return folder;
    },
    get project() {
      return join(folder, 'project');
    },
    place,
    open: async (options = {}) => {
      const hooks = await createHooks({ ...place(), ...defaults, ...options });
      opened.push(hooks);
      return hooks;
    },
    write: (path, content) => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      writeFileSync(file, text);
      if (text.startsWith('#!')) chmodSync(file, 0o755);
    },
  };
}
