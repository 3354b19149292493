import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Places } from '../settings/settings.ts';
import { readHooks } from './read-hooks.ts';

function places(files: Readonly<Record<string, unknown>>): Places {
  const root = mkdtempSync(join(tmpdir(), 'hookline-read-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return { project: join(root, 'project'), home: join(root, 'home'), env: {} };
}

const polytoken = (name: string): object => ({ name, event: 'stop', handler: { bash: 'true' } });

test('hooks of the user and of the project are told apart, and those that the project switches off are named', async () => {
  const read = await readHooks(
    'polytoken',
    places({
      'home/.config/polytoken/hooks.json': [polytoken('a'), polytoken('b')],
      'project/.polytoken/hooks.json': ['!a', polytoken('c')],
    }),
  );
  const names = (hooks: readonly { readonly name: string }[]): readonly string[] => hooks.map(({ name }) => name);
  expect([names(read.user), names(read.project), names(read.switchedOff)]).toEqual([['a', 'b'], ['c'], ['a']]);
  expect(read.rejected).toBe(false);
});

test('hooks come in the order in which they run', async () => {
  const hook = (name: string, priority: number): string =>
    `---\nname: ${name}\ndescription: d\ntrigger: before_stop\npriority: ${priority}\n---\n`;
  const { project } = await readHooks(
    'agent-hooks',
    places({
      'project/.agents/hooks/a/HOOK.md': hook('a', 1),
      'project/.agents/hooks/b/HOOK.md': hook('b', 900),
    }),
  );
  expect(project.map(({ name }) => name)).toEqual(['b', 'a']);
});

test('files that a dialect rejects whole are told as such', async () => {
  const read = await readHooks('polytoken', places({ 'project/.polytoken/hooks.json': [{ name: 'a' }] }));
  expect([read.rejected, read.project, read.diagnostics.length > 0]).toEqual([true, [], true]);
});

test('an unknown dialect is a mistake of the caller', async () => {
  await expect(readHooks('koala', {})).rejects.toThrow('unknown dialect "koala"');
});
