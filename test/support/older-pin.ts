import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePin, pinDigest, pinText } from '../../packages/core/src/trust/pin.ts';

/** Writes the pins in a state folder anew, as a version would have written them that did not count a file. */
export function unpin(file: string, stateFolder: string): void {
  for (const project of readdirSync(join(stateFolder, 'trust'))) {
    const folder = join(stateFolder, 'trust', project);
    for (const name of readdirSync(folder)) {
      const pin = name.endsWith('.json') ? parsePin(readFileSync(join(folder, name), 'utf8')) : null;
      if (pin === null) continue;
      const hooks = pin.hooks.map((hook) => ({ ...hook, files: hook.files.filter(({ path }) => path !== file) }));
      const older = { ...pin, digest: pinDigest([], hooks), rules: pin.rules - 1, hooks };
      rmSync(join(folder, name));
      writeFileSync(join(folder, `${older.digest}.json`), pinText(older), { mode: 0o600 });
    }
  }
}
