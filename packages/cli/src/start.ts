import { mkdirSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { endWith } from './process/end-with.ts';

keepCompiledCode();
endWith(import('./main.ts').then(({ main }) => main(process.argv.slice(2))));

/** Node keeps what it has compiled of this command, where it can (22.8 on); the next call starts sooner. */
function keepCompiledCode(): void {
  const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (folder: string) => unknown };
  if (enableCompileCache === undefined) return;
  const { XDG_CACHE_HOME: general = '' } = process.env;
  // The folder must be the user's own: code is run from it.
  const folder = join(isAbsolute(general) ? general : join(homedir(), '.cache'), 'hookline', 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    enableCompileCache(folder);
  } catch {
    // Without it the command starts slower, and works the same.
  }
}
