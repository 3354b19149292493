// The pictures of the documentation, from the demo: they show what the page really looks like. HOOKLINE_PICTURES=write
// puts the new ones into docs/operate/pictures.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { makePlace } from '../../packages/cli/src/testing/place.ts';
import { needs } from '../support/programs.ts';
import { LIMIT_MS, look } from './browser.ts';
import { startStudio } from './studio.ts';

const FOLDER = join(import.meta.dirname, '../../docs/operate/pictures');

/** What is done on the page before each picture. */
const PICTURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'studio-decision': async (page) => {
    await page.locator('.row.looks-block').first().click();
    await page.locator('.fold .leaf').first().waitFor();
    await page.keyboard.press('e');
    await page.locator('.others').waitFor();
  },
  'studio-hooks': async (page) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByRole('row').nth(1).waitFor();
  },
  'studio-latency': async (page) => {
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.locator('.plot canvas').waitFor();
  },
  'studio-shadow': async (page) => {
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.locator('.card').waitFor();
  },
};

describe('the pictures of the documentation', { ...needs('chromium'), timeout: LIMIT_MS }, () => {
  test('are made from the demo, and each stands on the page that explains it', async () => {
    const studio = await startStudio(makePlace({}), '--demo');
    const { page, expectQuiet } = await look(studio.url, { width: 1200, height: 720 });
    await page.getByRole('option').first().waitFor();
    const made = new Map<string, Buffer>();
    for (const [name, prepare] of Object.entries(PICTURES)) {
      await prepare(page);
      made.set(`${name}.png`, await page.screenshot({ animations: 'disabled' }));
    }
    expectQuiet();
    if (process.env['HOOKLINE_PICTURES'] === 'write') {
      mkdirSync(FOLDER, { recursive: true });
      for (const [name, bytes] of made) writeFileSync(join(FOLDER, name), bytes);
    }
    expect(readdirSync(FOLDER).toSorted()).toEqual([...made.keys()].toSorted());
    const text = readFileSync(join(FOLDER, '../studio.md'), 'utf8');
    for (const [name, bytes] of made) {
      expect(sizeOf(bytes)).toEqual(sizeOf(readFileSync(join(FOLDER, name))));
      expect(text).toContain(`](pictures/${name})`);
    }
  });
});

/** Width and height of a PNG. */
const sizeOf = (bytes: Buffer): readonly [number, number] => [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
