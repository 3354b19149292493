import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { DIALECTS } from '../dialects/index.ts';
import type { Dialect, InternalOptions } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { stateFolder } from './state-folder.ts';
import { expandTilde } from '../text/expand-tilde.ts';

/** A host's options with every default filled in. */
export interface Settings {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stateDir: string | null;
  readonly plugins: readonly string[];
  readonly dialects: readonly Dialect[];
  /** Where hookline keeps trust and record. */
  readonly stateFolder: string;
}

/** Which hooks are meant: the options that say where they are looked for. */
export type Places = Pick<
  InternalOptions,
  'project' | 'home' | 'env' | 'platform' | 'stateDir' | 'plugins' | 'dialects'
>;

/** Fills in defaults; throws on a dialect that does not exist, which is the caller's mistake. */
export function settingsOf(options: Places): Settings {
  const env = options.env ?? process.env;
  const home = options.home ?? env['HOME'] ?? homedir();
  return {
    project: resolve(options.project ?? process.cwd()),
    home,
    env: options.home === undefined ? env : { ...env, HOME: options.home },
    platform: options.platform ?? process.platform,
    stateDir: options.stateDir === undefined ? null : resolve(expandTilde(options.stateDir, home)),
    plugins: (options.plugins ?? []).map((plugin) => resolve(plugin)),
    dialects: options.dialects === undefined ? DIALECTS : chosen(options.dialects),
    stateFolder: stateFolder(env, home),
  };
}

function chosen(ids: readonly string[]): readonly Dialect[] {
  const unknown = ids.find((id) => !DIALECTS.some((dialect) => dialect.id === id));
  if (unknown !== undefined) {
    const known = DIALECTS.map((dialect) => dialect.id);
    const meant = didYouMean(unknown, known);
    throw new TypeError(
      `unknown dialect "${unknown}"${meant === null ? `; known are ${known.join(', ')}` : `; did you mean "${meant}"?`}`,
    );
  }
  return DIALECTS.filter((dialect) => ids.includes(dialect.id));
}
