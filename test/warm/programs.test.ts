import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../../packages/core/src/handlers/command.ts';
import type { CommandRequest } from '../../packages/core/src/model/index.ts';
import { openLaunching, type Launching, type Way } from './launch.ts';
import { comparable, programRequest, shell } from './program-request.ts';
import { skipWithout } from '../support/skip-without.ts';

const FACTS = 'tr "\\0" "\\n" < /proc/$$/cmdline; pwd; env | sort; cat; echo "$0 $# $*"; echo problem >&2; exit 3';

const FILES = {
  'bash.sh': `#!/bin/bash\n${FACTS}\n`,
  'env-bash.sh': `#!/usr/bin/env bash\n${FACTS}\n`,
  'sh.sh': `#!/bin/sh\n${FACTS}\n`,
  'options.sh': `#!/bin/bash -u\n${FACTS}\n`,
  'die.sh': '#!/bin/bash\necho last words\nkill -SEGV $$\n',
  'parent.sh': '#!/bin/bash\necho "my parent is $PPID"\n',
  'plain.sh': 'echo "no first line: $0 $*"\n',
  'prog.py':
    '#!/usr/bin/env python3\nimport os, sys\nprint(sys.argv, sys.orig_argv[1:], __file__, os.getcwd(), sys.path[0])\n',
} as const;

const ENVIRONMENTS = {
  exact: { PATH: '/usr/bin:/bin', ONLY: "it's\nthis" },
  counted: { PATH: '/usr/bin:/bin', SHLVL: '1', PWD: '/tmp', OLDPWD: '/no/such/folder' },
  inherited: { PATH: '/usr/bin:/bin', SHLVL: '2', PWD: '/somewhere/else', OLDPWD: '/usr', _: '/usr/bin/node' },
} as const;

let launching: Launching;
let folder: string;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-programs-')));
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  launching = openLaunching();
});

afterAll(async () => {
  await launching.close();
  rmSync(folder, { recursive: true, force: true });
});

const requestOf = (words: readonly string[], env: Readonly<Record<string, string>>): CommandRequest =>
  programRequest(words, folder, env);

/** Numbers of processes. */
const NUMBERS = /\b\d{3,7}\b/g;

const CASES: readonly (readonly [readonly string[], Record<'exact' | 'counted', Way>])[] = [
  [['{folder}/bash.sh', 'a b', "c'd", ''], { exact: 'shell', counted: 'shell' }],
  [['{folder}/env-bash.sh', '-x', '--', '$HOME'], { exact: 'shell', counted: 'shell' }],
  // A SHLVL would be left in an environment that has none.
  [['{folder}/sh.sh', 'a'], { exact: 'helper', counted: 'shell' }],
  [['{folder}/options.sh'], { exact: 'helper', counted: 'shell' }],
  [['{folder}/die.sh'], { exact: 'shell', counted: 'shell' }],
  [['{folder}/prog.py', 'a'], { exact: 'helper', counted: 'shell' }],
  [['python3', '{folder}/prog.py', 'a'], { exact: 'helper', counted: 'shell' }],
  [['env', 'X=1', '/usr/bin/env'], { exact: 'helper', counted: 'shell' }],
  [['{folder}/parent.sh'], { exact: 'host', counted: 'host' }],
  [shell('{folder}/bash.sh "a b" c\\ d'), { exact: 'shell', counted: 'shell' }],
  [shell('./env-bash.sh $ONLY_NOT_SET'), { exact: 'helper', counted: 'helper' }],
  [shell('./env-bash.sh x'), { exact: 'shell', counted: 'shell' }],
  [shell(' {folder}/sh.sh\n'), { exact: 'shell', counted: 'shell' }],
  [shell('{folder}/die.sh'), { exact: 'shell', counted: 'shell' }],
  [shell('{folder}/plain.sh a'), { exact: 'helper', counted: 'helper' }],
  [shell('{folder}/parent.sh'), { exact: 'host', counted: 'host' }],
  [shell('python3 prog.py a'), { exact: 'shell', counted: 'shell' }],
  [shell('env'), { exact: 'shell', counted: 'shell' }],
  [shell('sh -c "kill -9 \\$\\$"'), { exact: 'shell', counted: 'shell' }],
  [shell('cat > /dev/stderr'), { exact: 'helper', counted: 'helper' }],
  [shell('sleep 0.01'), { exact: 'shell', counted: 'shell' }],
];

describe.each(Object.keys(ENVIRONMENTS) as (keyof typeof ENVIRONMENTS)[])('in an environment that is %s', (name) => {
  test.each(
    CASES.map(([words, ways]) => [words.join(' '), words, ways[name === 'exact' ? 'exact' : 'counted']] as const),
  )('%s is the same, however it was started', async (title, words, expected) => {
    if (/python3|prog\.py/.test(title)) skipWithout('python3');
    const request = (): CommandRequest => requestOf(words, ENVIRONMENTS[name]);
    const cold = await runCommand(request());
    const { way, report } = expected === 'shell' ? await launching.launchWarm(request) : await warmed(request);
    if (expected !== 'host') expect(comparable(report, NUMBERS)).toEqual(comparable(cold, NUMBERS));
    expect(report.ending).toEqual(cold.ending);
    expect(way).toBe(expected);
  });
});

/** After the helper has come up. */
async function warmed(request: () => CommandRequest): ReturnType<Launching['launch']> {
  await launching.launchWarm(() => requestOf(shell('sleep 0'), ENVIRONMENTS.exact));
  return launching.launch(request());
}
