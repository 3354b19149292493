import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { GUARDS, PACKS } from '../../packages/guards/src/index.ts';
import { needs } from '../support/programs.ts';
import { layHostileClone } from './hostile-clone.ts';
import { traced, type Trace, whyUntraceable } from './traced.ts';

const HOOKLINE = fileURLToPath(new URL('../../packages/cli/dist/hookline.js', import.meta.url));
const untraceable = whyUntraceable();

interface Clone {
  readonly project: string;
  readonly mark: string;
  readonly run: (...commands: readonly string[]) => Promise<Trace>;
}

/** A clone whose formatter, tests and repository leave a mark, and a user who has every guard. */
async function aClone(): Promise<Clone> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-untrusted-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const [project, mark] = [join(root, 'clone'), join(root, 'mark')];
  mkdirSync(join(root, 'tmp'), { recursive: true });
  layHostileClone(project, 'qoder', { mark, url: 'http://127.0.0.1:9/' });
  const script = `#!/bin/sh\necho "$0" >> '${mark}'\n`;
  const files = {
    'package.json': JSON.stringify({ scripts: { test: './hooks/evil.sh' }, prettier: {} }),
    '.prettierrc': '{}',
    'node_modules/.bin/prettier': script,
    'node_modules/.bin/biome': script,
    'biome.json': '{}',
    'conftest.py': `open(${JSON.stringify(mark)}, "a").write("conftest")\n`,
    'src/a.js': 'x',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(root, 'home'), LANG: 'C.UTF-8', TMPDIR: join(root, 'tmp') };
  const line = (words: string): string => `'${process.execPath}' '${HOOKLINE}' ${words} </dev/null || true`;
  const run = (...commands: readonly string[]): Promise<Trace> =>
    traced(commands.map(line).join('\n'), { cwd: project, env });
  const packs = `--with ${Object.keys(PACKS).join(',')}`;
  const { output } = await run(
    ...GUARDS.map(
      ({ name }) => `add ${name} --dialect qoder --user --yes --no-input ${name === 'dangerous-commands' ? packs : ''}`,
    ),
    'list --json',
  );
  for (const { name } of GUARDS) expect(output).toContain(`"name":"${name}`);
  return { project, mark, run };
}

const EVENTS = (project: string): readonly string[] => [
  `fire --dialect qoder --event PreToolUse --tool Bash --input '{"command":"ls"}'`,
  `fire --dialect qoder --event PostToolUse --tool Write --input '{"file_path":"${project}/src/a.js","content":"x"}'`,
  'fire --dialect qoder --event Stop',
  'fire --dialect qoder --event UserPromptSubmit --prompt hi',
  'fire --dialect qoder --event Notification --set message=hi',
];

test.skipIf(untraceable !== null)(
  `every guard of the user starts nothing of an untrusted clone and connects to nothing${untraceable === null ? '' : ` (skipped: ${untraceable})`}`,
  { ...needs('strace'), timeout: 300_000 },
  async () => {
    const { project, mark, run } = await aClone();
    const { started, reached, output, written } = await run(...EVENTS(project));
    expect({ started: started.filter((line) => line.startsWith(project)), reached, written: written(project) }).toEqual(
      {
        started: [],
        reached: [],
        written: [],
      },
    );
    expect(existsSync(mark) ? readFileSync(mark, 'utf8') : '').toBe('');
    // The guards did run, and said why they do nothing.
    expect(started.filter((line) => line.includes('guards.mjs')).length).toBeGreaterThan(4);
    expect(output).toMatch(/format-after-edit: it starts nothing here/);
    expect(output).toMatch(/tests-before-stop: it starts nothing here/);
  },
);
