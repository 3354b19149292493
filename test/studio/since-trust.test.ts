// What the pane of a hook shows of trust: each file that is covered, and what has become of it since.
import { appendFileSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../support/programs.ts';
import { LIMIT_MS, look } from './browser.ts';
import { startStudio } from './studio.ts';
import { makeWorld } from './world.ts';
import { GUARD, GUARD_ID, type Loose, openTestStudio, testPlace, type TestPlace } from './support.ts';

const SETTINGS = '.qoder/settings.json';

/** What trust covers of the guard, as the pane shows it. */
async function trustOf(place: TestPlace): Promise<Loose> {
  const { get } = await openTestStudio(place);
  return (await get(`/api/hooks/${encodeURIComponent(GUARD_ID)}`)).body['trust'];
}

function editSettings({ project }: TestPlace, edit: (text: string) => string): void {
  const file = join(project, SETTINGS);
  writeFileSync(file, edit(readFileSync(file, 'utf8')));
}

describe('since trust was given', () => {
  test('nothing has changed', async () => {
    const place = await testPlace();
    const { at, definition, files } = await trustOf(place);
    expect(Math.abs(Date.now() - at)).toBeLessThan(600_000);
    expect(definition).toEqual({ path: SETTINGS, state: 'same', difference: null });
    expect(files).toMatchObject([{ path: 'guards/no-rm.sh', state: 'same', bytes: GUARD.length }]);
    expect(files[0].was).toBe(files[0].digest);
  });

  test('a definition that was edited is shown line by line', async () => {
    const place = await testPlace();
    editSettings(place, (text) => text.replace('"Bash"', '"Bash|Write"'));
    const { definition, files } = await trustOf(place);
    expect(definition).toMatchObject({ path: SETTINGS, state: 'changed', difference: { added: 1, removed: 1 } });
    expect(definition.difference.text).toMatch(/^- +"matcher": "Bash",\n\+ +"matcher": "Bash\|Write",$/m);
    expect(files).toMatchObject([{ state: 'same' }]);
  });

  test('a script that was edited is shown with both digests and its size', async () => {
    const place = await testPlace();
    const [before] = (await trustOf(place)).files;
    appendFileSync(join(place.project, 'guards/no-rm.sh'), '# more\n');
    const [file] = (await trustOf(place)).files;
    expect(file).toMatchObject({ state: 'changed', was: before.digest });
    expect(file.digest).toMatch(/^[0-9a-f]{64}(?:\+x)?$/);
    expect(file.digest).not.toBe(file.was);
    expect(file.bytes).toBe(statSync(join(place.project, 'guards/no-rm.sh')).size);
  });

  test('a script that is gone is shown as that', async () => {
    const place = await testPlace();
    rmSync(join(place.project, 'guards/no-rm.sh'));
    expect((await trustOf(place)).files).toMatchObject([{ path: 'guards/no-rm.sh', state: 'gone', bytes: null }]);
  });

  test('a script that became a link to itself, or whose folder became a file, is shown as no file', async () => {
    const place = await testPlace();
    const script = join(place.project, 'guards/no-rm.sh');
    rmSync(script);
    symlinkSync('no-rm.sh', script);
    expect((await trustOf(place)).files).toMatchObject([{ path: 'guards/no-rm.sh', bytes: null }]);
    rmSync(join(place.project, 'guards'), { recursive: true });
    writeFileSync(join(place.project, 'guards'), 'no folder');
    expect((await trustOf(place)).files).toMatchObject([{ path: 'guards/no-rm.sh', bytes: null }]);
  });

  test('another hook that takes its place in the file is not mistaken for it', async () => {
    const place = await testPlace();
    writeFileSync(join(place.project, 'guards/other.sh'), 'exit 0\n');
    const other = { matcher: 'Bash', hooks: [{ type: 'command', command: 'bash guards/other.sh' }] };
    editSettings(place, (text) => {
      const settings = JSON.parse(text);
      return JSON.stringify({ hooks: { PreToolUse: [other, ...settings.hooks.PreToolUse] } }, null, 2);
    });
    const { definition, files } = await trustOf(place);
    expect(files).toMatchObject([{ path: 'guards/no-rm.sh', state: 'same' }]);
    expect(definition.difference.text).toContain('guards/other.sh');
  });

  test('the files of a hook file that is gone or no text are compared all the same', async () => {
    const place = await testPlace();
    rmSync(join(place.project, SETTINGS));
    expect(await trustOf(place)).toMatchObject({
      definition: { state: 'gone', difference: null },
      files: [{ path: 'guards/no-rm.sh', state: 'same' }],
    });
  });

  test('what was never trusted has nothing to be compared with', async () => {
    const { at, definition, files } = await trustOf(await testPlace(false));
    expect([at, definition]).toEqual([null, null]);
    expect(files).toMatchObject([{ path: 'guards/no-rm.sh', state: 'new', was: null }]);
  });
});

test(
  'the page shows it as lines that went and lines that came',
  { ...needs('chromium'), timeout: LIMIT_MS },
  async () => {
    const place = await makeWorld();
    const file = join(place.project, SETTINGS);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Write"', '"Write|Edit <b>"'));
    appendFileSync(join(place.project, 'guards/rewriter.sh'), '# more\n');
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.locator('nav a[href="/hooks"]').click();
    await page.getByRole('button', { name: 'rewriter', exact: true }).click();
    const covered = page.locator('.covered');
    await covered.getByText('≠ changed').first().waitFor();
    expect(await covered.locator('del').allInnerTexts()).toEqual([expect.stringContaining('Write')]);
    expect(await covered.locator('ins').allInnerTexts()).toEqual([expect.stringContaining('Write|Edit <b>')]);
    expect(await covered.innerText()).toMatch(/\+1 −1[^]*guards\/rewriter\.sh[^]*≠ changed[^]*then[^]*now/);
    expectQuiet();
  },
);
