// What runs hooks for real: only in a studio that a person started to edit, in a terminal.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { trustAsPerson } from '../../packages/cli/src/testing/place.ts';
import { needs } from '../support/programs.ts';
import { LIMIT_MS, look, seriousIn, soon } from './browser.ts';
import { startEditing, startStudio } from './studio.ts';
import { fire, makeWorld } from './world.ts';

const LOOSE = '#!/bin/sh\nexit 0\n';

/** What stands outside its place in a list of flips and in the folds beside each other, or is cut short there. */
const hiddenTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll('.few .about, .panel:has(.both), .both .name')]
      .filter((each) => each.checkVisibility() && (each.scrollWidth > each.clientWidth || each.clientWidth === 0))
      .map((each) => each.className + ': ' + each.textContent)`,
  );

describe('a studio that edits', { ...needs('chromium', 'tmux'), timeout: LIMIT_MS }, () => {
  test('runs a guard on real events while it is typed, and says after saving that it must be trusted again', async () => {
    const place = await makeWorld();
    for (const command of ['rm -rf build', 'git status', 'rm -rf dist']) await fire(place, { command });
    const { url } = await startEditing(place);
    const { page, expectQuiet } = await look(url);
    await page.getByRole('option').nth(2).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('button', { name: 'no-rm', exact: true }).click();
    await page.getByRole('button', { name: 'edit in the workbench' }).click();
    const editor = page.locator('.cm-content');
    await editor.waitFor();
    await soon(() => page.locator('.results .few li').count()).toBe(3);
    await page.setViewportSize({ width: 1024, height: 700 });
    expect(await seriousIn(page)).toEqual([]);
    expect(await page.locator('.results .differs').count()).toBe(0);
    await editor.click();
    await page.keyboard.press('Control+A');
    // Typing over several lines lets the browser itself try an inline style, which the policy forbids and reports.
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(LOOSE);
    await soon(() => page.locator('.results .differs').count()).toBe(2);
    const isInEditor = (): Promise<boolean> => page.evaluate(`document.activeElement.matches('.editor')`);
    await page.keyboard.press('Tab');
    expect(await isInEditor()).toBe(true);
    await page.keyboard.press('Control+z');
    for (const key of ['Escape', 'Tab']) await page.keyboard.press(key);
    expect(await isInEditor()).toBe(false);
    await page.getByText('2 of 3 events otherwise').waitFor();
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText(/It is now changed: .*trust again/).waitFor();
    expect(await page.locator('.script .diff').innerText()).toContain('+exit 0');
    await page.getByText('nothing changes').waitFor();
    expect((await fire(place, { command: 'rm -rf build' })).stderr).toMatch(/trust/);
    expectQuiet();
  });

  test('says what the hooks of now would decide otherwise, with both folds', async () => {
    const place = await makeWorld();
    for (const command of ['rm -rf build', 'git status', 'rm -rf dist']) await fire(place, { command });
    place.write({ 'project/guards/no-rm.sh': LOOSE });
    await trustAsPerson(place);
    const { url } = await startEditing(place);
    const { page, expectQuiet } = await look(url);
    await page.getByRole('option').nth(2).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    expect(await page.getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true);
    await page.getByLabel(/Hooks run for real/).check();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('heading', { name: /loosened/ }).waitFor();
    await soon(() => page.locator('.figures').innerText()).toMatch(/loosened\s+2[^]*tightened\s+0/);
    await page.locator('.few button').first().click();
    await soon(() => page.locator('.both .root').allInnerTexts()).toEqual([
      expect.stringMatching(/block/),
      expect.stringMatching(/pass/),
    ]);
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect([width, await hiddenTexts(page)]).toEqual([width, []]);
    }
    expectQuiet();
  });
});

test(
  'a studio that only looks runs nothing, and says how to get one that does',
  { ...needs('chromium'), timeout: LIMIT_MS },
  async () => {
    const place = await makeWorld();
    const studio = await startStudio(place);
    const { page, expectQuiet } = await look(studio.url);
    for (const path of ['/what-if', '/workbench']) {
      await page.locator(`nav a[href="${path}"]`).click();
      await page.getByText('hookline studio --edit').waitFor();
    }
    expectQuiet();
  },
);
