// Every page in every size and colour: nothing serious for people who see or hear it otherwise, nothing that overflows.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openRecord } from '@hookline/core/internal';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { needs } from '../support/programs.ts';
import { LIMIT_MS, look, seriousIn, soon } from './browser.ts';
import { recordOf, slowRunOf } from './entries.ts';
import { startStudio } from './studio.ts';
import { fire, makeWorld } from './world.ts';

const PAGES = ['/', '/hooks', '/faults', '/latency', '/what-if', '/shadow', '/workbench'];

const WINDOWS = [
  { name: '1440 by 900, light', width: 1440, height: 900, scheme: 'light' },
  { name: '1024 by 700, dark', width: 1024, height: 700, scheme: 'dark' },
  // What a window of 1440 by 900 has room for when everything is twice as large.
  { name: '200 %, light', width: 720, height: 450, scale: 2, scheme: 'light' },
] as const;

const goTo = async (page: Page, path: string): Promise<void> => {
  await page.locator(`nav a[href="${path}"]`).click();
  await page
    .locator('nav a[aria-current=page]')
    .and(page.locator(`[href="${path}"]`))
    .waitFor();
  await page.locator('main h1, main .row').first().waitFor();
};

const isTooWide = (page: Page): Promise<boolean> => page.evaluate('document.documentElement.scrollWidth > innerWidth');

/** Whether a table can be seen only by scrolling sideways, or a cell has too little room for what it holds. */
const isCut = (page: Page): Promise<boolean> =>
  page.evaluate(
    `[...document.querySelectorAll('.scroll, .scroll th, .scroll td:not(.short)')].some((each) => each.scrollWidth > each.clientWidth)`,
  );

/** Texts that have no room to be read, and places that can be seen only by scrolling sideways. */
const unseenTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[
      ...[...document.querySelectorAll('.last-block .text > *, .row .about > *, .few .about')]
        .filter((each) => each.checkVisibility() && each.textContent !== '')
        .filter((each) => each.clientWidth < 40 && each.scrollWidth > each.clientWidth),
      ...[...document.querySelectorAll('.first, .panel, .page, .scroll')].filter((each) => each.scrollWidth > each.clientWidth),
    ].map((each) => each.className + ': ' + each.textContent.slice(0, 40))`,
  );

describe('the pages', { ...needs('chromium'), timeout: LIMIT_MS }, () => {
  test.each(WINDOWS)('are readable and operable at $name', async (size) => {
    const place = await makeWorld();
    for (const command of ['rm -rf build', 'crash', 'git status']) await fire(place, { command });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url, size);
    await page.getByRole('option').first().waitFor();
    const found: Record<string, readonly string[]> = {};
    for (const path of PAGES) {
      await goTo(page, path);
      found[path] = await seriousIn(page);
      if (await isTooWide(page)) found[path] = [...found[path], 'wider than the window'];
      if (await isCut(page)) found[path] = [...found[path], 'a table that is cut'];
    }
    await goTo(page, '/');
    await page.getByRole('option', { name: /rm -rf build/ }).click();
    await page.locator('.fold').waitFor();
    await page.keyboard.press('e');
    await page.locator('.others').waitFor();
    found['decision'] = await seriousIn(page);
    await goTo(page, '/hooks');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Definition' }).waitFor();
    found['hook'] = await seriousIn(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    found['help'] = await seriousIn(page);
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((key) => [key, []])));
    expectQuiet();
  });

  test('show slow and many runs at 200 % without a table that is cut', async () => {
    const place = await makeWorld();
    const writer = openRecord(recordOf(place));
    for (let count = 0; count < 1_100; count += 1) writer.append(...slowRunOf(place, 54_320 + count * 500));
    writer.close();
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url, WINDOWS[2]);
    await page.getByRole('option').first().waitFor();
    for (const path of ['/latency', '/faults', '/hooks']) {
      await goTo(page, path);
      expect([path, await isCut(page), await isTooWide(page)]).toEqual([path, false, false]);
    }
    expectQuiet();
  });

  test('say what was blocked last, by whom and why, and cut nothing off, where every name is long', async () => {
    const name = `a-${'very-'.repeat(20)}long-name`;
    const matcher = `Bash|mcp__${'server_'.repeat(8)}tool`;
    const place = await makeWorld({
      'project/.qoder/settings.json': {
        hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', name, command: './guards/no-rm.sh' }] }] },
      },
    });
    await fire(place, { command: `rm -rf ${'x'.repeat(300)}` });
    await fire(place, { file_path: `/${'folder/'.repeat(30)}` }, { tool: matcher.slice('Bash|'.length) });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option').nth(1).waitFor();
    const found: Record<string, readonly string[]> = {};
    for (const { name: size, width, height } of WINDOWS) {
      await page.setViewportSize({ width, height });
      await goTo(page, '/');
      await page.getByRole('option').first().waitFor();
      found[`${size}: Timeline`] = await unseenTexts(page);
      await goTo(page, '/hooks');
      await page.locator('[data-row]').first().click();
      await page.getByRole('heading', { name: 'Latest events' }).waitFor();
      found[`${size}: Hooks`] = await unseenTexts(page);
      await page.keyboard.press('Escape');
    }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((key) => [key, []])));
    expectQuiet();
  });

  test('leave the keys to a dialog that is open', async () => {
    const place = await makeWorld();
    for (const command of ['rm -rf build', 'git status']) await fire(place, { command });
    const file = join(recordOf(place), 'hookline.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replace('git status', 'git stash!'));
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option', { name: /rm -rf build/ }).click();
    await page.locator('.fold').waitFor();
    await page.getByRole('button', { name: 'check the chain' }).click();
    await page.getByRole('button', { name: 'what is wrong' }).click();
    await page.getByRole('dialog').waitFor();
    const { href } = new URL(page.url());
    for (const key of ['k', '2', 'e', 'Escape']) await page.keyboard.press(key);
    await soon(() => page.getByRole('dialog').count()).toBe(0);
    expect([page.url(), await page.locator('.fold').isVisible()]).toEqual([href, true]);
    expectQuiet();
  });

  test('tell times by one clock, and how long ago things were as long as they are shown', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf build' });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url, {
      timezone: 'Asia/Kolkata',
      prepare: (empty) => empty.clock.install(),
    });
    const line = page.getByRole('button', { name: /blocked last/ });
    await soon(() => line.innerText()).toMatch(/\d s ago/);
    const clock = await page.locator('.row time').first().innerText();
    await line.click();
    await soon(() => page.locator('.head .facts').innerText()).toContain(`${clock}+05:30 · `);
    await page.clock.fastForward('05:00');
    await soon(() => line.innerText()).toMatch(/5 min ago/);
    await soon(() => page.locator('.head .facts').innerText()).toMatch(/5 min ago/);
    expectQuiet();
  });

  test('can be used by keys alone', async () => {
    const place = await makeWorld();
    for (const command of ['rm -rf build', 'git status']) await fire(place, { command });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    const chosen = page.locator('[role=option][aria-selected=true]');
    await page.getByRole('option').first().waitFor();
    const press = async (...keys: readonly string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('j', 'j');
    await soon(() => chosen.innerText()).toContain('rm -rf build');
    await press('k');
    await soon(() => chosen.innerText()).toContain('git status');
    await page.getByRole('listbox', { name: 'decisions, newest first' }).focus();
    await press('ArrowDown');
    await soon(() => chosen.innerText()).toContain('rm -rf build');
    await press('ArrowUp');
    await soon(() => chosen.innerText()).toContain('git status');
    await press('j', '2');
    await page.getByRole('tab', { name: 'JSON', selected: true }).waitFor();
    await press('3');
    await page.getByRole('tab', { name: 'raw', selected: true }).waitFor();
    await press('1', 'Enter');
    await soon(() => page.url()).toMatch(/\/d\/[0-9a-z]+$/);
    await press('Escape', 'Escape', '/');
    await page.keyboard.type('is:block');
    await press('Enter');
    await soon(() => page.getByRole('option').count()).toBe(1);
    await press('g', 'f');
    await page.getByRole('heading', { name: 'Faults' }).waitFor();
    expect(page.url()).toContain('/faults?q=is%3Ablock');
    await page.goBack();
    await page.getByRole('option').first().waitFor();
    await press('?');
    await page.getByRole('dialog').waitFor();
    await press('Escape');
    await soon(() => page.getByRole('dialog').count()).toBe(0);
    expectQuiet();
  });

  test('keep the chosen decision while filters change, and open the same view from its address', async () => {
    const place = await makeWorld();
    for (const command of ['rm -rf build', 'git status']) await fire(place, { command });
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByRole('option', { name: /git status/ }).click();
    await page.locator('.fold').waitFor();
    await page.getByRole('button', { name: 'block', exact: true }).click();
    await soon(() => page.getByRole('option').count()).toBe(1);
    expect(await page.locator('.fold').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'remove is:block from the filter' }).click();
    await page.locator('[role=option][aria-selected=true]').filter({ hasText: 'git status' }).waitFor();
    await page.reload();
    await page.locator('[role=option][aria-selected=true]').filter({ hasText: 'git status' }).waitFor();
    await page.locator('.fold').waitFor();
    expectQuiet();
  });

  test('say what to do where there is nothing, nothing that fits, and a filter that is no filter', async () => {
    const place = await makeWorld();
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    await page.getByText(/^hookline fire --event PreToolUse/).waitFor();
    await page.getByText('hookline studio --demo').waitFor();
    await page.goto(`${studio.origin}/?q=is:block`);
    await page.getByText('The record is still empty').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await fire(place, { command: 'git status' });
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('is:block');
    await page.getByText('Nothing fits this filter').waitFor();
    await page.getByText('The record has other decisions').waitFor();
    await page.keyboard.type(' is:purple');
    await page.getByRole('status').filter({ hasText: 'is:purple expected one of' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('option').first().waitFor();
    expectQuiet();
    await page.goto(`${studio.origin}/d/00000000000000000000000000`);
    await page.getByText('there is no such decision in the record').waitFor();
    expect(page.url()).toContain('/d/');
  });

  test('do not move when reduced motion is asked for', async () => {
    const place = await makeWorld();
    const studio = await startStudio(place);
    const { page } = await look(studio.url);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByText('No hook has decided anything yet').waitFor();
    const longest = await page.evaluate<number>(
      `Math.max(0, ...[...document.querySelectorAll('*')].flatMap((each) =>
        getComputedStyle(each).transitionDuration.split(',').map((text) => parseFloat(text) * 1000)))`,
    );
    expect(longest).toBe(0);
  });
});
