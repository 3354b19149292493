// What happens while the page is open.
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDecisionId, openRecord } from '@hookline/core/internal';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { needs } from '../support/programs.ts';
import { LIMIT_MS, look, soon } from './browser.ts';
import { endOf, passOf, recordOf, startOf } from './entries.ts';
import { startStudio } from './studio.ts';
import { fire, makeWorld } from './world.ts';

const SCRIPT = [
  { text: 'First.', calls: [{ name: 'Bash', input: { command: 'echo one' } }] },
  { text: 'Then.', calls: [{ name: 'Bash', input: { command: 'rm -rf build' } }] },
  { text: 'Done.' },
];

describe('the timeline', { ...needs('chromium'), timeout: LIMIT_MS }, () => {
  test('holds every decision of an agent that runs beside it, in the order and words of the log', async () => {
    const place = await makeWorld({ 'script.json': SCRIPT });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByText('No hook has decided anything yet').waitFor();
    const ran = await place.run(['ask', 'go on', '--script', '../script.json', '--permission-mode', 'bypass']);
    expect(ran.stderr).not.toMatch(/wrong|unknown option/);
    const log = (await place.run(['log', '--json', '--limit', '200'])).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; outcome: { block: { reason: string } | null } });
    expect(log.length).toBeGreaterThan(4);
    const events = page.locator('.row .event');
    await soon(() => events.count()).toBe(log.length);
    expect((await events.allInnerTexts()).toReversed()).toEqual(log.map(({ event }) => event));
    const reasons = log.flatMap(({ outcome }) => outcome.block?.reason ?? []);
    expect(await page.locator('.row.looks-block .reason').allInnerTexts()).toEqual(reasons);
    expectQuiet();
  });

  test('stands still while somebody reads, counts what is new, and goes on when asked to', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'first' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    const row = page.getByRole('option', { name: /first/ });
    await row.click();
    await page.locator('.fold').waitFor();
    const before = await row.boundingBox();
    await fire(place, { command: 'second' });
    await page.getByRole('button', { name: '1 new' }).waitFor();
    expect(await row.boundingBox()).toEqual(before);
    expect(await row.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('l');
    await page.getByRole('option', { name: /second/ }).waitFor();
    expect(await row.getAttribute('aria-selected')).toBe('true');
    expectQuiet();
  });

  test('draws nothing while it is out of sight, and has all of it as soon as somebody looks', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'first' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option', { name: /first/ }).waitFor();
    await page.locator('.live.is-on').waitFor();
    await setHidden(page, true);
    await fire(place, { command: 'second' });
    await fire(place, { command: 'rm -rf third' });
    // Another page sees them: they have come.
    const other = await page.context().newPage();
    await copySession(page, other);
    await other.goto(studio.origin);
    await other.getByRole('option', { name: /rm -rf third/ }).waitFor();
    expect(await page.getByRole('option').count()).toBe(1);
    await setHidden(page, false);
    await page.getByRole('option', { name: /rm -rf third/ }).waitFor();
    expect(await page.getByRole('option').count()).toBe(3);
    await soon(() => page.locator('.toolbar .count').innerText()).toBe('3 decisions');
    expectQuiet();
  });

  test('misses nothing that is decided after its rows were read and before it follows', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'first' });
    const studio = await startStudio(place);
    const prepare = async (page: Page): Promise<void> => {
      await page.route('**/api/live', async (route) => {
        await page.getByRole('option', { name: /first/ }).waitFor();
        await fire(place, { command: 'between' });
        await route.continue();
      });
    };
    const { page, expectQuiet } = await look(studio.url, { prepare });
    await page.getByRole('option', { name: /between/ }).waitFor();
    await soon(() => page.locator('.count').innerText()).toBe('2 decisions');
    expectQuiet();
  });

  test('lets new rows in only when they fit the filter', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf one' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url.replace('/#', '/?q=is%3Ablock#'));
    await page.getByRole('option', { name: /rm -rf one/ }).waitFor();
    await fire(place, { command: 'git status' });
    await fire(place, { command: 'rm -rf two' });
    await page.getByRole('option', { name: /rm -rf two/ }).waitFor();
    expect(await page.getByRole('option').count()).toBe(2);
    expectQuiet();
  });

  test('says what keeps rows from it as long as it does, and counts a search that is not gone through', async () => {
    const place = await makeWorld();
    const record = recordOf(place);
    for (const command of Array.from({ length: 3 }, (_, at) => `echo ${at}`)) await fire(place, { command });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').nth(2).waitFor();
    const [file, aside] = ['hookline.jsonl', 'moved'].map((name) => join(record, name)) as [string, string];
    renameSync(file, aside);
    symlinkSync(aside, file);
    await page.getByRole('alert').filter({ hasText: 'hookline.jsonl cannot be read' }).waitFor();
    rmSync(file);
    renameSync(aside, file);
    await soon(() => page.getByRole('alert').count()).toBe(0);
    const writer = openRecord(record);
    for (let count = 0; count < 250; count += 1) writer.append(...passOf(place, 'find the needle'));
    writer.close();
    // A search that is asked for meanwhile would find some of them, and be told of the others.
    await soon(() => page.locator('.toolbar .count').innerText()).toBe('253 decisions');
    await page.keyboard.press('/');
    await page.keyboard.type('text:needle');
    await page.keyboard.press('Enter');
    await page.getByText('more than 100').waitFor();
    expectQuiet();
  });

  test('counts all decisions, however many more there are than the page keeps', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'first' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option', { name: /first/ }).waitFor();
    const writer = openRecord(recordOf(place));
    for (let count = 0; count < 5_400; count += 1) {
      writer.append(...passOf(place, 'find the needle'));
      // Rows come in many messages, as beside an agent: the last of them to a page that is full.
      const written = (count + 2).toLocaleString('en-US');
      if (count % 900 === 0) await soon(() => page.locator('.index').innerText()).toContain(`${written} decisions`);
    }
    writer.close();
    await soon(() => page.locator('.count').innerText()).toBe('5,401 decisions');
    expectQuiet();
  });

  test('shows decisions that are older than those that it keeps, when asked to', async () => {
    const place = await makeWorld();
    const writer = openRecord(recordOf(place));
    const [count, kept] = [5_040, 5_000];
    const first = Date.now() - count * 1000;
    for (let at = 0; at < count; at += 1) writer.append(...passOf(place, `number ${at}`, first + at * 1000));
    writer.close();
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').first().waitFor();
    await page.getByRole('button', { name: 'lanes' }).click();
    await page.getByText('These are the newest 100.').waitFor();
    await page.getByRole('button', { name: 'Read older ones too' }).click();
    await page.getByText('These are the newest 200.').waitFor();
    await page.getByRole('button', { name: 'lanes' }).click();
    const scroll = `(() => { const list = document.querySelector('.rows'); list.scrollTop = list.scrollHeight; })()`;
    const older = page.getByRole('button', { name: 'Show older ones' });
    await soon(async () => {
      await page.evaluate(scroll);
      return older.count();
    }).toBe(1);
    await older.click();
    await page.getByRole('option', { name: `number ${count - kept}` }).waitFor();
    await soon(() => page.getByRole('option').first().innerText()).toContain(`number ${count - kept}`);
    await soon(() => page.locator('.toolbar .count').innerText()).toBe(`${count - kept + 1} decisions`);
    expectQuiet();
  });

  test('follows again when what was chosen is closed, where the newest rows are in sight', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'first' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option', { name: /first/ }).click();
    await page.getByRole('button', { name: 'paused' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.live.is-on').waitFor();
    await fire(place, { command: 'second' });
    await page.getByRole('option', { name: /second/ }).waitFor();
    expectQuiet();
  });

  test('shows the end of a decision that ran, however slowly the server answers', async () => {
    const place = await makeWorld();
    const writer = openRecord(recordOf(place));
    const id = newDecisionId();
    writer.append(startOf(id, place, { command: 'slow' }));
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url, {
      prepare: async (empty) => {
        await empty.route(`**/api/decisions/${id}`, async (route) => {
          await sleep(1_000);
          await route.continue().catch(() => undefined); // it was called off
        });
      },
    });
    await page.getByRole('option').first().click();
    await page.locator('.root .state', { hasText: 'running' }).waitFor();
    writer.append(endOf(id));
    writer.close();
    await page.locator('.root .state', { hasText: 'pass' }).waitFor();
    expectQuiet();
  });

  test('connects again after the server was away, and says so meanwhile; a new server has a new key', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'first' });
    const studio = await startStudio(place);
    const { page } = await look(studio.url);
    await page.getByRole('option', { name: /first/ }).waitFor();
    await studio.stop();
    await page.getByText('The studio does not answer').waitFor();
    expect(await page.getByRole('option', { name: /first/ }).isVisible()).toBe(true);
    await startStudio(place, '--port', String(studio.port));
    await page.getByText('This studio has ended').waitFor({ timeout: 20_000 });
  });
});

/** As the browser does when another tab is in front. */
const setHidden = (page: Page, isHidden: boolean): Promise<unknown> =>
  page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
    document.dispatchEvent(new Event('visibilitychange'));`,
  );

/** The key of one tab, for another one. */
async function copySession(from: Page, to: Page): Promise<void> {
  const key = await from.evaluate<string>(`sessionStorage.getItem('hookline-studio')`);
  await to.addInitScript({ content: `sessionStorage.setItem('hookline-studio', ${JSON.stringify(key)})` });
}
