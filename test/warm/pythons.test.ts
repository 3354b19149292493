import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import type { CommandRequest, Report } from '../../packages/core/src/model/index.ts';
import { processesWith } from '../support/processes.ts';
import { openLaunching, type Launching } from './launch.ts';
import { comparable, programRequest, shell } from './program-request.ts';
import { needs } from '../support/programs.ts';

const PYTHON = '/usr/bin/python3';

/** Says last of all, to a file, whether it was started ahead: nothing else could tell. */
const TELL = `
import os as _os
with open(_os.environ["TOLD"], "w") as _told:
    _told.write("ahead" if b"python-ahead" in open("/proc/self/environ", "rb").read() else "new")
`;

const FILES = {
  'facts.py': `#!/usr/bin/env python3
import os, site, sys
main = sys.modules["__main__"]
for fact in [sys.argv, sys.orig_argv, sys.path, sys.flags, sorted(sys.modules), sorted(os.environ.items()), os.getcwd(),
             sorted(vars(main)), __file__, main.__spec__, type(main.__loader__), sys.executable, sys.prefix, sys.excepthook,
             len(sys.meta_path), len(sys.path_hooks), sorted(sys.path_importer_cache), sys.stdin.encoding, sys.stdin.errors,
             sys.stdin.seekable(), sys.stdout.encoding, sys.stdout.line_buffering, sorted(os.listdir("/proc/self/fd")),
             open("/proc/self/cmdline", "rb").read(), site.ENABLE_USER_SITE, os.getsid(0) == os.getpid(), sys.warnoptions,
             sys.dont_write_bytecode, sys.gettrace(), sys.getrecursionlimit(), os.umask(0o22)]:
    print(fact)
print(repr(sys.stdin.read()))
print("problem", file=sys.stderr)
${TELL}`,
  'absolute.py': `#!${PYTHON}\nimport sys\nprint(sys.argv, sys.orig_argv)\n${TELL}`,
  'reads.py': `import json, sys\nevent = json.load(sys.stdin)\nprint(event)\n${TELL}\nsys.exit(2 if event["word"] == "hello" else 0)\n`,
  'raises.py': `def fails():\n    raise ValueError("no " + "é")\n${TELL}\nfails()\n`,
  'exits.py': `import sys\n${TELL}\nsys.exit("said at the end")\n`,
  'wrong.py': 'def (:\n',
  'dies.py': `import os, sys\nprint("last words", flush=True)\n${TELL}\nos.kill(os.getpid(), 9)\n`,
  'children.py': `import subprocess, sys\n${TELL}\nsys.stdout.flush()\nsubprocess.run(["env"])\nsubprocess.run([sys.executable, "-c", "import sys; print(sys.path[1:], sys.stdin.read())"])\n`,
  'neighbour.py': `import helper_module\nprint(helper_module.WORD, helper_module.__file__)\n${TELL}`,
  'helper_module.py': 'WORD = "beside"\n',
  'package/__main__.py': `import sys\nprint(sys.argv, __package__, __spec__ is None, sys.path[0])\n${TELL}`,
  'late.py': `import atexit, os, threading\natexit.register(lambda: print("at the end", os.environ.get("OF_THE_EVENT")))\nthreading.Thread(target=lambda: print("thread")).start()\n${TELL}`,
} as const;

let launching: Launching;
let folder: string;
let count = 0;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-pythons-')));
  mkdirSync(join(folder, 'package'));
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  symlinkSync(folder, join(folder, 'link'));
  launching = openLaunching();
});

afterAll(async () => {
  await launching.close();
  rmSync(folder, { recursive: true, force: true });
});

const told = (): string => join(folder, 'told');

function requestOf(words: readonly string[], more: Partial<CommandRequest> = {}): CommandRequest {
  count += 1;
  const constant = { PATH: '/usr/bin:/bin', HOME: folder, SHLVL: '1', LANG: 'C.UTF-8', TOLD: told() };
  return { ...programRequest(words, folder, { ...constant, OF_THE_EVENT: `é ${count}`, HOOKLINE_RUN: 'r' }), ...more };
}

/** Numbers of events, and addresses in memory. */
const NUMBERS = /(?<=é )\d+|0x[0-9a-f]+/g;

async function launchAhead(request: () => CommandRequest): Promise<Report | null> {
  for (let tries = 0; tries < 100; tries += 1) {
    rmSync(told(), { force: true });
    const { report } = await launching.launch(request());
    if (existsSync(told()) && readFileSync(told(), 'utf8') === 'ahead') return report;
    await wait(30);
  }
  return null;
}

const CASES: readonly (readonly string[])[] = [
  ['python3', '{folder}/facts.py', 'a b', '-x'],
  ['python3', 'facts.py'],
  [PYTHON, 'reads.py'],
  ['{folder}/facts.py', 'a'],
  ['{folder}/absolute.py', 'a'],
  ['python3', 'raises.py'],
  ['python3', 'exits.py'],
  ['python3', 'dies.py'],
  ['python3', 'children.py'],
  ['python3', 'neighbour.py'],
  ['python3', 'package', 'x'],
  ['python3', 'late.py'],
  shell('python3 {folder}/facts.py "a b"'),
  shell('python3 reads.py'),
  shell('./facts.py x'),
  shell('./absolute.py x'),
  shell('python3 children.py'),
];

const canStartAhead = process.platform === 'linux' && existsSync(PYTHON);

describe.runIf(canStartAhead)('a Python that was started ahead', needs('python3'), () => {
  test.each(CASES.map((words) => [words.join(' '), words] as const))('%s is the same', async (_title, words) => {
    const cold = await runCommand(requestOf(words));
    const report = await launchAhead(() => requestOf(words));
    expect(report === null ? null : comparable(report, NUMBERS)).toEqual(comparable(cold, NUMBERS));
  });

  test.each([
    ['an option before the script', ['python3', '-u', 'facts.py'], '.'],
    ['a folder that is called by a link', ['python3', 'facts.py'], 'link'],
  ])('%s is the same, however it was started', async (_title, words, name) => {
    const place = { cwd: join(folder, name) };
    const cold = await runCommand(requestOf(words, place));
    for (let tries = 0; tries < 4; tries += 1) {
      const { report } = await launching.launch(requestOf(words, place));
      expect(comparable(report, NUMBERS)).toEqual(comparable(cold, NUMBERS));
      await wait(150);
    }
  });

  test('what is called python3 and does not wait is never started ahead', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    symlinkSync('/bin/bash', join(bin, 'python3'));
    writeFileSync(join(folder, 'counts.sh'), `echo ran >> ${folder}/ran\n`);
    const env = { ...requestOf([]).env, PATH: `${bin}:/usr/bin:/bin` };
    for (let runs = 1; runs <= 4; runs += 1) {
      await launching.launch(requestOf(['python3', 'counts.sh'], { env }));
      await wait(150);
      expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('ran\n'.repeat(runs));
    }
  });

  test('what ran once is not waited for, what ran twice is', async () => {
    writeFileSync(join(folder, 'seldom.py'), 'pass\n');
    const waiting = (): number => processesWith(`python3\0${folder}/seldom.py`).length;
    await launchAhead(() => requestOf(['python3', 'facts.py'])); // the interpreter is known by now
    await launching.launch(requestOf(['python3', '{folder}/seldom.py']));
    await wait(300);
    expect(waiting()).toBe(0);
    await launching.launch(requestOf(['python3', '{folder}/seldom.py']));
    await vi.waitFor(() => expect(waiting()).toBe(1), { timeout: 10_000 });
  });

  test('a mistake in the script is told as ever', async () => {
    const words = ['python3', 'wrong.py'];
    const cold = await runCommand(requestOf(words));
    for (let tries = 0; tries < 4; tries += 1) {
      const { report } = await launching.launch(requestOf(words));
      expect([report.ending, report.stderr]).toEqual([cold.ending, cold.stderr]);
      await wait(150);
    }
  });

  test('what is installed while it waits is seen', async () => {
    const packages = join(folder, 'packages');
    mkdirSync(packages);
    writeFileSync(
      join(folder, 'imports.py'),
      `try:\n    import later\nexcept ImportError:\n    later = None\nprint(later is not None)\n${TELL}`,
    );
    const env = { ...requestOf([]).env, PYTHONPATH: packages };
    const request = (): CommandRequest => requestOf(['python3', 'imports.py'], { env });
    expect((await launchAhead(request))?.stdout).toBe('False\n');
    await wait(400); // the next one waits by now
    writeFileSync(join(packages, 'later.py'), '');
    expect((await launching.launch(request())).report.stdout).toBe('True\n');
    expect((await launchAhead(request))?.stdout).toBe('True\n');
  });
});
