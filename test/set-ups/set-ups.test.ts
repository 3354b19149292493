import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHooks, showTrust, trustProject } from '../../packages/core/src/internal.ts';
import { makeTree, putTree, removeTree } from '../support/tree.ts';
import { EVIL_PY, MARK, PROJECT } from './pieces.ts';
import type { SetUp } from './pieces.ts';
import { SET_UPS, tableOf } from './set-ups.ts';
import type { Result } from './set-ups.ts';

const results = new Map<SetUp, Result>();

/** A project, its user's home, and the file in which code leaves a mark when it runs. */
interface Site {
  readonly project: string;
  readonly home: string;
  readonly mark: string;
}

function siteOf({ command, files }: SetUp): Site {
  const root = makeTree({});
  onTestFinished(() => removeTree(root));
  const site = { project: join(root, 'p'), home: join(root, 'home'), mark: join(root, 'mark') };
  const hooks = { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: filled(command, site) }] }] };
  mkdirSync(site.home);
  mkdirSync(site.project);
  if (Object.values(files).some((text) => text.includes('git '))) execFileSync('git', ['init', '-q', site.project]);
  put(site, { '.kolega/hooks.json': JSON.stringify({ schema_version: 1, hooks }), ...files });
  return site;
}

const filled = (text: string, { mark, project }: Site): string =>
  text.replaceAll(MARK, mark).replaceAll(PROJECT, project);

function put(site: Site, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    if (text.startsWith('-> ')) rmSync(join(site.project, name), { force: true });
    putTree(site.project, { [name]: filled(text, site) });
  }
}

/** A file of bytecode that python takes without looking at the module beside it. */
function putBytecode(site: Site): void {
  const evil = join(site.home, 'evil.py');
  writeFileSync(evil, filled(EVIL_PY, site));
  const program = `import os, sys, py_compile as c
folder = sys.argv[2] + '/.kolega/hooks/__pycache__'
os.makedirs(folder, exist_ok=True)
c.compile(sys.argv[1], cfile=folder + '/rules.' + sys.implementation.cache_tag + '.pyc', dfile='rules.py', invalidation_mode=c.PycInvalidationMode.UNCHECKED_HASH)`;
  execFileSync('python3', ['-c', program, evil, site.project]);
}

const optionsOf = ({ project, home }: Site) => ({
  project,
  home,
  env: { ...process.env, HOME: home, HOOKLINE_STATE_DIR: join(home, 'state'), PYTHONPYCACHEPREFIX: undefined },
  dialects: ['kolega'],
});

/** Fires one event as a new process would, and tells what has left its mark. */
async function marksOf(site: Site): Promise<string> {
  rmSync(site.mark, { force: true });
  const hooks = await createHooks({ ...optionsOf(site), warm: false });
  await hooks.fire({
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    cwd: site.project,
  });
  await hooks.close();
  return existsSync(site.mark) ? readFileSync(site.mark, 'utf8') : '';
}

test.each(SET_UPS)('changed code does not run unnoticed: $title', { timeout: 60_000 }, async (setUp) => {
  const site = siteOf(setUp);
  const { problem, content } = await trustProject(optionsOf(site));
  expect(problem).toBeNull();
  const isNamed = content.files.some(({ note }) => note?.includes('not covered') === true);
  const before = await marksOf(site);
  expect(before).not.toContain('EVIL');
  if (setUp.change === 'bytecode') putBytecode(site);
  else put(site, setUp.change);
  const isSeen = (await showTrust(optionsOf(site))).content.digest !== content.digest;
  const after = await marksOf(site);
  if (!isNamed) expect(after).not.toContain('EVIL');
  // A hook that runs on although its data changed would be weaker than the one that was trusted.
  if (!isNamed) expect({ isSeen, after }).toEqual({ isSeen: true, after: '' });
  results.set(setUp, isSeen ? 'noticed' : after.includes('EVIL') ? 'named' : 'not used');
});

const PAGE = new URL('../../docs/operate/trust.md', import.meta.url);

/** What stands on the page behind its mark; with `HOOKLINE_WRITE_PAGES=1` it is put there. */
test('the page about trust shows what came of each set-up', () => {
  const [before = '', shown = ''] = readFileSync(PAGE, 'utf8').split(/<!-- set-ups -->\n+/);
  const table = `${tableOf(results)}\n`;
  if (process.env['HOOKLINE_WRITE_PAGES'] === '1')
    writeFileSync(PAGE, `${before.trimEnd()}\n\n<!-- set-ups -->\n\n${table}`);
  else expect(shown).toBe(table);
});
