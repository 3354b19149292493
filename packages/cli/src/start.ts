import { mkdirSync, writeSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { failureStatus } from './process/failure-status.ts';

// A file of its own that needs no other: it still answers when the rest of the command cannot be loaded.
const words = process.argv.slice(2);
process.exitCode = failureStatus(words, process.env); // for a call that comes to no end at all
keepCompiledCode();
import('./main.ts').then(({ start }) => start(words), endUnloaded);

function endUnloaded(error: unknown): void {
  writeSync(2, `hookline: internal error: the command cannot be loaded: ${String(error)}\n${ADVICE}\n`);
  process.exit();
}

const ADVICE =
  'hookline: nothing could be checked; install hookline again (HOOKLINE_ON_ERROR=proceed lets actions go on meanwhile)';

/** Node keeps what it has compiled of this command, where it can (22.8 on): the next call starts sooner. */
function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined) return;
  const general = process.env['XDG_CACHE_HOME'] ?? '';
  // The folder must be the user's own: code is run from it.
  const folder = join(isAbsolute(general) ? general : join(homedir(), '.cache'), 'hookline', 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {
    // Without it the command starts slower, and works the same.
  }
}
