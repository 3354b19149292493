import { locate } from '@hookline/toolbox';

/** Those of the programs that are not on PATH, each once. */
export const missingPrograms = (
  needs: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] => [...new Set(needs)].filter((name) => locate(name, env['PATH']) === null);

/** A warning for each program without which a hook that was just written cannot work. */
export const missingLines = (missing: readonly string[]): string =>
  missing
    .map(
      (name) =>
        `warning: the hook needs ${name}, which is not on PATH: install it, or write the hook in another --language\n`,
    )
    .join('');
