// What people want from the studio, played in a real browser with the real server and real hooks.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePlace } from '../../packages/cli/src/testing/place.ts';
import { needs } from '../support/programs.ts';
import { colourOf, LIMIT_MS, look, soon } from './browser.ts';
import { startStudio } from './studio.ts';
import { fire, makeWorld } from './world.ts';

describe('the studio', { ...needs('chromium'), timeout: LIMIT_MS }, () => {
  test('shows a block as soon as an agent meets it, with the hook, its reason and the rule', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'git status' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option', { name: /git status/ }).waitFor();
    const blocked = fire(place, { command: 'rm -rf build' });
    const row = page.getByRole('option', { name: /block.*rm -rf build/ });
    await row.waitFor();
    expect((await blocked).status).toBe(2);
    expect(await colourOf(row.locator('.state'))).toBe('rgb(176, 31, 31)');
    await row.click();
    const root = page.locator('.fold .root');
    expect(await root.innerText()).toMatch(
      /block\s+deny_tool\s+rm -rf is not allowed here; move the files[^]*by no-rm/,
    );
    expect(await root.locator('.rules').innerText()).toContain('one-block');
    expect(new URL(page.url()).hash).toBe('');
    expectQuiet();
  });

  test('says in one line what was blocked last, by whom and why, however many rows came after it', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf build' });
    await fire(place, { command: 'git status' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    const line = page.getByRole('button', { name: /^✕? ?blocked last/ });
    await soon(() => line.innerText()).toMatch(/blocked last[^]*no-rm[^]*rm -rf build[^]*rm -rf is not allowed here/);
    await fire(place, { command: 'rm -rf dist' });
    await soon(() => line.innerText()).toMatch(/rm -rf dist/);
    await line.click();
    await soon(() => page.locator('.fold .root .by').innerText()).toContain('by no-rm');
    await page.getByRole('button', { name: 'block', exact: true }).click();
    await soon(() => line.count()).toBe(0);
    expectQuiet();
  });

  test('says by the key e why other hooks did not run, and whether another order would decide otherwise', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf build' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.fold').waitFor();
    await page.keyboard.press('e');
    await page.getByText('matcher "Write" does not accept "Bash"').waitFor();
    await page.getByRole('button', { name: /another order/ }).click();
    await page.getByText(/No other order of finishing changes the outcome/).waitFor();
    expect(page.url()).toContain('why=1');
    expectQuiet();
  });

  test('finds by project, state and time, and saves one decision as one file without script', async () => {
    const place = await makeWorld();
    for (const command of ['rm -rf build', 'git status', 'npm test']) await fire(place, { command });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').nth(2).waitFor();
    await page.getByRole('button', { name: 'block', exact: true }).click();
    await soon(() => page.getByRole('option').count()).toBe(1);
    await page.keyboard.press('/');
    await page.keyboard.type(' project:project');
    await page.keyboard.press('Enter');
    await soon(() => page.url()).toContain('q=is%3Ablock+project%3Aproject');
    const canvas = (await page.locator('.histogram').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(canvas.x + 1, canvas.y + 10);
    await page.mouse.down();
    await page.mouse.move(canvas.x + canvas.width - 1, canvas.y + 10, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: /^remove since:\d{4}-/ }).waitFor();
    await page.getByRole('option').first().click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'save as HTML' }).click(),
    ]);
    const file = join(place.root, 'decision.html');
    await download.saveAs(file);
    const html = readFileSync(file, 'utf8');
    expect(html).toContain('rm -rf is not allowed here');
    expect(html).not.toMatch(/<script/i);
    expectQuiet();
  });

  test('makes a test of a decision: shown with where it belongs, and nothing is written', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf build' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Make a test of it' }).click();
    const made = page.getByRole('region', { name: 'test of this decision' });
    expect(await made.innerText()).toMatch(/belongs into \.qoder\/recorded\.hooktest\.yaml[^]*is blocked[^]*deny_tool/);
    expect(await made.getByRole('button', { name: 'Add it to the file' }).count()).toBe(0);
    expect(existsSync(join(place.project, '.qoder/recorded.hooktest.yaml'))).toBe(false);
    expectQuiet();
  });

  test('shows which hooks agents wait for', async () => {
    const place = await makeWorld();
    for (const command of ['git status', 'npm test']) await fire(place, { command });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    const table = page.getByRole('table');
    await table.waitFor();
    expect(await table.innerText()).toMatch(/no-rm[^]*%/);
    await page.locator('.plot canvas').waitFor();
    expect(await page.locator('.figures').innerText()).toMatch(/p50[^]*p95[^]*p99/);
    expectQuiet();
  });

  test('shows what a hook in shadow would have done, what differs first', async () => {
    const place = await makeWorld();
    const shadowed = await place.run(['shadow', 'no-rm', '--unattended']);
    expect(shadowed.stderr + shadowed.stdout).toMatch(/shadow/);
    for (const command of ['rm -rf build', 'rm -rf dist', 'git status']) await fire(place, { command });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page
      .getByRole('option', { name: /would block/ })
      .first()
      .waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    const card = page.locator('.card');
    await card.waitFor();
    expect(await card.innerText()).toMatch(/no-rm[^]*Would have blocked 2/);
    expect(await card.locator('.few li').count()).toBe(2);
    expect(await card.innerText()).toMatch(/hookline shadow .*--off/);
    expectQuiet();
  });

  test('says of every hook whether it is armed, and of one that never ran why', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf build' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    const line = (name: string) => page.getByRole('row').filter({ hasText: name });
    await line('never-seen').waitFor();
    expect(await line('never-seen').innerText()).toMatch(/armed[^]*SessionEnd/);
    expect(await line('no-rm').innerText()).toMatch(/armed[^]*1 run[^]*1 blocked/);
    await page.getByRole('button', { name: 'no-rm', exact: true }).click();
    const pane = page.getByRole('article', { name: 'hook' });
    await pane.getByText('guards/no-rm.sh', { exact: true }).waitFor();
    expect(await pane.innerText()).toMatch(/Latest events[^]*rm -rf build/);
    expectQuiet();
  });

  test('says once why a hook of a project that is not trusted does not run, also beside its decision', async () => {
    const hook = { type: 'command', name: 'no-rm', command: 'exit 2' };
    const place = makePlace({
      'project/.qoder/settings.json': { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }] } },
    });
    await fire(place, { command: 'git status' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().click();
    const skipped = page.locator('.leaf.looks-skipped summary');
    expect(await skipped.innerText()).toMatch(/skipped[^]*no-rm[^]*did not run: .*not trusted/);
    await page.keyboard.press('e');
    await page.getByText('There is no other hook now.').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByText('1 hook · 0 armed · 1 not trusted').waitFor();
    await page.getByRole('button', { name: 'no-rm', exact: true }).click();
    await page.getByRole('heading', { name: 'Latest events' }).waitFor();
    expect(await page.locator('.panel .notice').allInnerTexts()).toEqual([expect.stringContaining('not trusted')]);
    expectQuiet();
  });

  test('groups the faults of hooks, with what their system made of them', async () => {
    const place = await makeWorld();
    for (const command of ['crash one', 'crash two']) await fire(place, { command });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    const card = page.locator('.card');
    await card.waitFor();
    expect(await card.count()).toBe(1);
    expect(await card.innerText()).toMatch(
      /exit[^]*crasher[^]*2 ×[^]*(?:proceeded|refused) 2 ×[^]*the guard lost its way/,
    );
    await card.getByRole('button', { name: 'all of them' }).click();
    await soon(() => page.getByRole('option').count()).toBe(2);
    expectQuiet();
  });

  test('shows a rewrite as the words that went and those that came', async () => {
    const place = await makeWorld();
    await fire(place, { file_path: 'notes.txt', content: 'something secret' }, { tool: 'Write' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().click();
    await page.locator('.leaf summary').filter({ hasText: 'rewriter' }).click();
    expect(await page.locator('del').allInnerTexts()).toEqual(['something']);
    expect(await page.locator('ins').allInnerTexts()).toEqual(['nothing']);
    expectQuiet();
  });

  test('shows what a hook printed as text, whatever it is', async () => {
    const noise = `<script>alert(1)</script><img src=x onerror=alert(2)> \u001b]0;owned\u0007\u001b[31mred \u202egnp.exe`;
    const place = await makeWorld({
      'project/guards/no-rm.sh': `#!/bin/sh\ncat "$(dirname "$0")/noise" >&2; exit 2\n`,
      'project/guards/noise': noise,
    });
    await fire(place, { command: 'rm -rf "<b>bold</b>"' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().click();
    await page.locator('.fold').waitFor();
    const shown = await page.locator('.leaf.looks-block pre').first().innerText();
    expect(shown).toContain('<script>alert(1)</script><img src=x onerror=alert(2)>');
    expect(shown).toContain('␛');
    expect(shown).toContain('‹U+202E›');
    expect(await page.locator('.fold script, .fold img, .fold b, .fold a').count()).toBe(0);
    expectQuiet();
  });
});
