import { basename, join } from 'node:path';
import type { Expected } from '../expectation.ts';
import type { Cell, Program, Row } from '../row.ts';
import { REASON, SHORT_MS, THE_REASON } from '../row.ts';

const SECTION = 'Network, models, workers';
const SILENCE = { is: 'silence' } as const;
const REFUSAL = { is: 'refusal', reason: THE_REASON } as const;
const TIMEOUT = { is: 'fault', code: 'timeout', says: /did not finish within 700 ms and was stopped/ } as const;

const raised = (says: RegExp): Expected => ({ is: 'fault', code: 'exit', says });
const garbled = (says: RegExp): Expected => ({ is: 'fault', code: 'bad_output', says });
const notStarted = (says: RegExp): Expected => ({ is: 'fault', code: 'not_started', says });

interface Code extends Pick<Row, 'fault' | 'expected' | 'timeoutMs' | 'truncated'> {
  readonly id: string;
  readonly text: string;
  /** What is called, where it is not what the text defines. */
  readonly calls?: string;
}

const moduleName = ({ path }: Cell): string => basename(path).replace(/\W/g, '_');

/** A callable of Python as a hook. */
export const python =
  (text: string, calls = 'hook') =>
  (cell: Cell): Program => ({
    content: null,
    entry: { type: 'python', callable: calls.includes(':') ? calls : `${moduleName(cell)}:${calls}` },
    code: { [join(cell.library, `${moduleName(cell)}.py`)]: text },
  });

/** A callable with this body. */
export const calling = (body: string): string =>
  `import os, sys, time\n\ndef hook(event):\n${body.replace(/^/gm, '    ')}\n`;

const PYTHON: readonly Code[] = [
  {
    id: 'refuses',
    fault: 'refuses',
    text: calling(`return {"blocked": True, "reason": "${REASON}"}`),
    expected: REFUSAL,
  },
  {
    id: 'exits',
    fault: 'ends the interpreter at once with 0',
    text: calling('os._exit(0)'),
    expected: raised(/raised an error: .*(?:exit|ended)/),
  },
  {
    id: 'sys-exits',
    fault: 'calls sys.exit(0)',
    text: calling('sys.exit(0)'),
    expected: raised(/raised an error: SystemExit/),
  },
  {
    id: 'is-killed',
    fault: 'kills its own interpreter',
    text: calling('os.kill(os.getpid(), 9)'),
    expected: raised(/raised an error: .*SIGKILL/),
  },
  { id: 'hangs', fault: 'hangs', text: calling('time.sleep(1000)'), expected: TIMEOUT, timeoutMs: SHORT_MS },
  {
    id: 'loops',
    fault: 'loops for ever with every signal ignored',
    text: calling(
      'import signal\nfor each in (1, 2, 15):\n    signal.signal(each, signal.SIG_IGN)\nwhile True:\n    pass',
    ),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'leaves-a-child',
    fault: 'starts a process in a group of its own, then hangs',
    text: calling('import subprocess\nsubprocess.Popen(["sleep", "1000"], start_new_session=True)\ntime.sleep(1000)'),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'prints',
    fault: 'prints what looks like a refusal, to every stream, and returns nothing',
    text: calling(
      'said = \'{"blocked": true, "reason": "printed"}\\n\'\nprint(said)\nos.write(1, said.encode())\nos.write(2, said.encode())',
    ),
    expected: SILENCE,
  },
  {
    id: 'floods',
    fault: 'prints 64 MB and returns nothing',
    text: calling('for _ in range(64):\n    os.write(1, b"x" * (1 << 20))'),
    expected: SILENCE,
    truncated: 'stdout',
  },
  {
    id: 'raises',
    fault: 'raises an error',
    text: calling('raise ValueError("no luck")'),
    expected: raised(/raised an error: ValueError: no luck/),
  },
  {
    id: 'raises-on-import',
    fault: 'raises an error when its module is imported',
    text: 'raise RuntimeError("no luck")\n',
    expected: raised(/raised an error: importing guard_\w+ raised RuntimeError: no luck/),
  },
  {
    id: 'no-module',
    fault: 'names a module that does not exist',
    text: '',
    calls: 'no_such_module:hook',
    expected: notStarted(/there is no module no_such_module/),
  },
  {
    id: 'no-function',
    fault: 'names a function that does not exist',
    text: calling('pass'),
    calls: 'absent',
    expected: notStarted(/has no function absent/),
  },
  {
    id: 'returns-true',
    fault: 'returns True, which is no outcome',
    text: calling('return True'),
    expected: garbled(/returned a value of type bool/),
  },
  {
    id: 'wrong-types',
    fault: 'returns "yes" for blocked, which is true in Python',
    text: calling('return {"blocked": "yes"}'),
    expected: { is: 'refusal', reason: 'default' },
  },
];

/** Hooks that are functions of Python. */
export const PYTHON_ROWS: readonly Row[] = PYTHON.map(({ id, text, calls, ...more }) => ({
  id: `python-${id}`,
  section: SECTION,
  program: python(text, calls),
  handler: 'python',
  ...more,
  fault: `${more.fault} (Python)`,
}));

/** An export of a module as a hook. */
export const module =
  (text: string | null, calls = '') =>
  (cell: Cell): Program => {
    const file = join(cell.library, `${moduleName(cell)}.mjs`);
    return {
      content: null,
      entry: { type: 'module', module: `${file}${calls}` },
      code: text === null ? {} : { [file]: text },
    };
  };

const exporting = (body: string): string => `export default async (event) => {\n${body}\n};\n`;

const MODULES: readonly (Omit<Code, 'text'> & { readonly text: string | null })[] = [
  {
    id: 'refuses',
    fault: 'refuses',
    text: exporting(`return { blocked: true, reason: '${REASON}' };`),
    expected: REFUSAL,
  },
  {
    id: 'throws',
    fault: 'throws',
    text: exporting(`throw new TypeError('no luck');`),
    expected: raised(/raised an error: TypeError: no luck/),
  },
  {
    id: 'throws-no-error',
    fault: 'throws something that has no text',
    text: exporting(`throw Object.create(null);`),
    expected: raised(/raised an error/),
  },
  {
    id: 'throws-on-import',
    fault: 'throws when it is imported',
    text: `throw new Error('no luck');\n`,
    expected: raised(/raised an error: .*no luck/),
  },
  {
    id: 'throws-elsewhere',
    fault: 'throws outside any try block',
    text: exporting(`setTimeout(() => { throw new Error('no luck'); }); return new Promise(() => {});`),
    expected: raised(/raised an error: .*no luck/),
  },
  {
    id: 'never-settles',
    fault: 'never settles',
    text: exporting(`return new Promise(() => {});`),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'loops',
    fault: 'loops for ever',
    text: exporting(`for (;;);`),
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'exits',
    fault: 'calls process.exit(0)',
    text: exporting(`process.exit(0);`),
    expected: raised(/raised an error: .*process\.exit\(0\)/),
  },
  {
    id: 'leaves-a-child',
    fault: 'starts a process in a group of its own, then never settles',
    text: `import { spawn } from 'node:child_process';\n${exporting(`spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' }); return new Promise(() => {});`)}`,
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
  {
    id: 'prints',
    fault: 'prints what looks like a refusal, and returns nothing',
    text: exporting(`console.log('{"blocked":true}'); process.stdout.write('{"blocked":true}');`),
    expected: SILENCE,
  },
  {
    id: 'no-file',
    fault: 'does not exist',
    text: null,
    expected: notStarted(/could not be started/),
  },
  {
    id: 'no-export',
    fault: 'has no such export',
    text: exporting(''),
    calls: '#absent',
    expected: notStarted(/could not be started: .*absent/),
  },
  {
    id: 'no-javascript',
    fault: 'is no JavaScript',
    text: 'export default (event => {\n',
    expected: raised(/raised an error/),
  },
  {
    id: 'returns-true',
    fault: 'returns true, which is no outcome',
    text: exporting('return true;'),
    expected: garbled(/gave no answer that can be read/),
  },
  {
    id: 'wrong-types',
    fault: 'returns "yes" for blocked',
    text: exporting(`return { blocked: 'yes' };`),
    expected: garbled(/blocked is not true or false/),
  },
];

/** Hooks that are exports of a JavaScript module. */
export const MODULE_ROWS: readonly Row[] = MODULES.map(({ id, text, calls, ...more }) => ({
  id: `module-${id}`,
  section: SECTION,
  program: module(text, calls),
  handler: 'module',
  ...more,
  fault: `${more.fault} (JavaScript)`,
}));
