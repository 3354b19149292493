/** A project with one hook, and a change of a file that the hook loads, starts or reads. */
export interface SetUp {
  readonly title: string;
  /** The command of the hook. */
  readonly command: string;
  /** `-> x` is a link to x. */
  readonly files: Readonly<Record<string, string>>;
  /** What a pull request changes; `bytecode`: it adds what python would run instead of a module. */
  readonly change: Readonly<Record<string, string>> | 'bytecode';
}

/** Stand for the file that hooks leave marks in, and for the project, until a set-up is written to disk. */
export const MARK = '@MARK@';
export const PROJECT = '@PROJECT@';

export const NOTHING = 'x=1\n';

const inShell = (word: string): string => `echo ${word} >> ${MARK}\n`;
const inPython = (word: string): string => `open('${MARK}','a').write('${word}\\n')\n`;
const inNode = (word: string): string => `require('fs').appendFileSync('${MARK}','${word}\\n');\n`;
const inModule = (word: string, name: string): string =>
  `import {appendFileSync as ${name}} from 'node:fs'; ${name}('${MARK}','${word}\\n');\n`;

/** What the hook leaves when it runs. */
export const RAN_SH = inShell('RAN');
export const RAN_PY = inPython('RAN');
export const RAN_JS = inNode('RAN');
export const RAN_MJS = inModule('RAN', '_b');

/** What the changed file leaves when it is run. */
export const EVIL_SH = inShell('EVIL');
export const EVIL_PY = inPython('EVIL');
export const EVIL_JS = inNode('EVIL');
export const EVIL_MJS = inModule('EVIL', '_a');

export const GUARD_SH = 'bash .kolega/hooks/guard.sh';
export const GUARD_PY = 'python3 .kolega/hooks/guard.py';
export const GUARD_MJS = 'node .kolega/hooks/guard.mjs';
