// What happens while the page is open.
import { describe, expect, test } from 'vitest';
import { needs } from '../support/programs.ts';
import { LIMIT_MS, look, soon } from './browser.ts';
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
    expect(await page.locator('.row.looks-block .reason').allInnerTexts()).toEqual(
      reasons.map((reason) => ` ${reason}`),
    );
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
