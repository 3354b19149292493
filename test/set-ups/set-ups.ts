import { DEFINITIONS } from './definitions.ts';
import { JAVASCRIPT } from './javascript.ts';
import type { SetUp } from './pieces.ts';
import { PYTHON } from './python.ts';
import { SHELL } from './shell.ts';

/** Every way in which a changed file could become code of a trusted hook, one project each. */
export const SET_UPS: readonly SetUp[] = [...SHELL, ...PYTHON, ...JAVASCRIPT, ...DEFINITIONS];

/** `noticed`: the hook was not started; `named`: it ran what trust had named as not covered; `not used`: the changed file was not run. */
export type Result = 'noticed' | 'named' | 'not used';

/** The rows of docs/operate/trust.md. */
export const tableOf = (results: ReadonlyMap<SetUp, Result>): string =>
  [
    '| the hook is | and a pull request changes | result |',
    '|---|---|---|',
    ...[...results].map(([{ title, change }, result]) => {
      const changed =
        change === 'bytecode' ? ['a `.pyc` in `__pycache__`'] : Object.keys(change).map((name) => `\`${name}\``);
      return `| ${title.replaceAll('|', '\\|')} | ${changed.join(', ')} | ${result} |`;
    }),
  ].join('\n');
