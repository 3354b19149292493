import { build } from 'esbuild';
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** Folders with the built packages; a planted bug has its own. */
export interface BuiltPackages {
  readonly gateway: string;
  readonly fleet: string;
}

/** The programs that are killed, each in one file: they start five times as fast as from the packages. */
export interface KilledPrograms {
  readonly gateway: string;
  readonly shipper: string;
}

const FOLDER = join(import.meta.dirname, 'programs');

export async function bundlePrograms(folder: string, dist: BuiltPackages): Promise<KilledPrograms> {
  const alias = {
    '@hookline/gateway': join(dist.gateway, 'index.js'),
    '@hookline/fleet': join(dist.fleet, 'index.js'),
  };
  await build({
    entryPoints: ['gateway', 'shipper'].map((name) => join(FOLDER, `${name}-process.mjs`)),
    alias,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['pg-native'],
    // Under a name that no bundled file has.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
  });
  return { gateway: join(folder, 'gateway-process.mjs'), shipper: join(folder, 'shipper-process.mjs') };
}

/** A process that is there to be killed. */
export class KilledProcess {
  readonly #child: ChildProcess;
  readonly #isSaid: Promise<void>;
  /** It has begun its work: to kill it before that would prove nothing. */
  isAtWork = false;

  constructor(program: string, words: readonly string[]) {
    // What it leaves behind when it is killed goes with the folder of its program.
    const env = { ...process.env, TMPDIR: dirname(program) };
    this.#child = spawn(process.execPath, [program, ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    this.#isSaid = new Promise((resolve) => {
      this.#child.stdout?.once('data', () => {
        this.isAtWork = this.isAlive;
        resolve();
      });
      this.#child.once('exit', () => {
        this.isAtWork = false;
        resolve();
      });
    });
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Until it works or has ended. */
  readonly begun = (): Promise<void> => this.#isSaid;

  async kill(): Promise<void> {
    if (!this.isAlive) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGKILL');
    await ended;
  }
}
