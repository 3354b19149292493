import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePin, pinDigest, pinText } from '../../packages/core/src/trust/pin.ts';
import type { Pin, PinnedHook } from '../../packages/core/src/trust/pin.ts';
import { fingerprint } from '../../packages/core/src/trust/stamps/fingerprint.ts';

/** Writes the pins in a state folder anew, as a version would have written them that did not count a file. */
export function unpin(file: string, stateFolder: string): void {
  rewrite(stateFolder, ({ files, id }) => ({ id, files: files.filter(({ path }) => path !== file) }));
}

/** The same, as a version would have written them that counted one file more, as it is now. */
export function repin(stateFolder: string, file: string): void {
  rewrite(stateFolder, ({ files, id }, { path }) => {
    const { digest } = fingerprint(join(path, file), path);
    return { id, files: [...files, { path: file, digest }] };
  });
}

function rewrite(stateFolder: string, change: (hook: PinnedHook, pin: Pin) => PinnedHook): void {
  for (const project of readdirSync(join(stateFolder, 'trust'))) {
    const folder = join(stateFolder, 'trust', project);
    for (const name of readdirSync(folder)) {
      const pin = name.endsWith('.json') ? parsePin(readFileSync(join(folder, name), 'utf8')) : null;
      if (pin === null) continue;
      const hooks = pin.hooks.map((hook) => change(hook, pin));
      const older = { ...pin, digest: pinDigest([], hooks), rules: pin.rules - 1, hooks };
      rmSync(join(folder, name));
      writeFileSync(join(folder, `${older.digest}.json`), pinText(older), { mode: 0o600 });
    }
  }
}
