// What a hook prints, is called, says and reads belongs to others: the page shows it as text and does nothing with it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePlace } from '../../packages/cli/src/testing/place.ts';
import { openRecord } from '../../packages/core/src/record/writer.ts';
import { needs } from '../support/programs.ts';
import { LIMIT_MS, look, openWith, soon } from './browser.ts';
import { entriesOf, hostileTexts } from './hostile-texts.ts';
import { startStudio } from './studio.ts';
import { fire, makeWorld } from './world.ts';

const COUNT = 10_000;

/** Runs in the page: scrolls through so many rows, so that each is drawn, and gives their ids. */
const drawRows = async (count: number): Promise<string[]> => {
  interface List {
    scrollTop: number;
    readonly clientHeight: number;
  }
  const { document, requestAnimationFrame } = globalThis as unknown as {
    readonly document: {
      readonly querySelector: (what: string) => List | null;
      readonly querySelectorAll: (what: string) => Iterable<{ readonly id: string }>;
    };
    readonly requestAnimationFrame: (next: () => void) => void;
  };
  const ids = new Set<string>();
  while (ids.size < count) {
    await new Promise<void>((drawn) => requestAnimationFrame(drawn));
    for (const { id } of document.querySelectorAll('.row')) ids.add(id);
    const list = document.querySelector('.rows');
    if (list !== null) list.scrollTop += list.clientHeight;
  }
  return [...ids];
};

describe('what others wrote', { ...needs('chromium'), timeout: LIMIT_MS }, () => {
  test('10,000 hostile strings in output, names, reasons and files open no dialog, ask no other address and report nothing', async () => {
    const place = makePlace();
    const record = openRecord(join(place.root, 'record'));
    const texts = hostileTexts(COUNT);
    const written = Date.now();
    for (const [at, text] of texts.entries()) record.append(...entriesOf(text, at, texts.length));
    record.close();
    const studio = await startStudio(place, '--record', join(place.root, 'record'));
    const { page, expectQuiet } = await look(studio.url);
    // The page keeps 5,000 rows: a decision a second was written, so these filters together hold all of them.
    const drawn = new Set<string>();
    for (const ago of [0, 4_990, 9_900]) {
      const until = new Date(written - ago * 1000).toISOString();
      if (ago > 0) await page.goto(`${studio.origin}/?q=until:${until}`);
      await page.getByRole('option').first().waitFor();
      const count = Math.min(5000, COUNT - ago);
      for (const id of await page.evaluate(drawRows, count)) drawn.add(id);
    }
    expect(drawn.size).toBe(COUNT);
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('j');
      await page.locator('.fold .leaf').first().waitFor();
      await page.locator('.leaf summary').first().click();
    }
    expect(await page.locator('.fold a, .fold img, .fold script, .fold iframe, .fold svg').count()).toBe(0);
    for (const path of ['/faults', '/latency', '/shadow', '/hooks']) {
      await page.locator(`nav a[href="${path}"]`).click();
      await page.locator('main h1').waitFor();
    }
    expect(await page.locator('main a, main img, main script, main iframe').count()).toBe(0);
    expect(await page.evaluate('globalThis.owned')).toBeUndefined();
    expectQuiet();
  });

  test('markup cannot be made of text at all', async () => {
    const place = await makeWorld();
    const studio = await startStudio(place);
    const { page } = await look(studio.url);
    await page.getByText('No hook has decided anything yet').waitFor();
    const tried = await page.evaluate<string>(
      `(() => { try { document.body.innerHTML = '<b>'; return 'done'; } catch (error) { return error.name; } })()`,
    );
    expect(tried).toBe('TypeError');
  });
});

/** A page of another site on this machine; gives its address. */
async function otherSite(html: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html>${html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('who is not the page', { ...needs('chromium'), timeout: LIMIT_MS }, () => {
  test('a page of another site reads nothing and changes nothing', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf build' });
    const studio = await startStudio(place);
    const page = await openWith();
    await page.goto(await otherSite('<title>other</title>'));
    const tried = await page.evaluate(async (origin) => {
      const attempt = (path: string, options: object): Promise<string> =>
        fetch(origin + path, options).then(
          (response) => `${response.type} ${response.status}`,
          () => 'refused',
        );
      return {
        read: await attempt('/api/decisions', {}),
        open: await attempt('/api/session', { method: 'POST', body: '{"code":"x"}' }),
        blind: await attempt('/api/meta', { mode: 'no-cors' }),
        page: await attempt('/', {}),
      };
    }, studio.origin);
    expect(tried).toEqual({ read: 'refused', open: 'refused', blind: 'refused', page: 'refused' });
  });

  test('a name that was pointed at this machine is misdirected', async () => {
    const place = await makeWorld();
    const studio = await startStudio(place);
    const page = await openWith('--host-resolver-rules=MAP evil.example 127.0.0.1');
    const answer = await page.goto(`http://evil.example:${studio.port}/`);
    expect(answer?.status()).toBe(421);
    const own = await page.goto(`${studio.origin}/`);
    expect(own?.headers()).toMatchObject({ 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' });
  });

  test('a frame of the studio in a page of another site, or in its own, stays empty', async () => {
    const place = await makeWorld();
    const studio = await startStudio(place);
    const page = await openWith();
    const framed = async (): Promise<string> => {
      const frame = page.frames().find((each) => each !== page.mainFrame());
      await frame?.waitForLoadState().catch(() => undefined);
      return (await frame?.content().catch(() => '')) ?? 'no frame';
    };
    await page.goto(await otherSite('<p>mine</p>'));
    await page.setContent(`<iframe src="${await otherSite('<p>mine</p>')}"></iframe>`);
    await soon(framed).toContain('mine');
    await page.setContent(`<iframe src="${studio.origin}/"></iframe>`);
    await soon(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    expect(await framed()).not.toContain('hookline');
    await page.goto(studio.origin);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '/what-if' })); undefined`,
    );
    await soon(() => page.frames().length).toBe(2);
    await soon(framed).not.toContain('id="page"');
  });

  test('the code leaves the address at once, works once, and a tab without key sees nothing', async () => {
    const place = await makeWorld();
    await fire(place, { command: 'rm -rf build' });
    const studio = await startStudio(place);
    const { page, context } = await look(studio.url);
    await page.getByRole('option').first().waitFor();
    expect(page.url()).toBe(`${studio.origin}/`);
    const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage }) + document.cookie');
    const key = await page.evaluate<string>(`sessionStorage.getItem('hookline-studio')`);
    expect(key.length).toBeGreaterThan(20);
    expect(kept).not.toContain(key);
    const second = await context.newPage();
    await second.goto(studio.url);
    await second.getByText('This link has been used, or is too old').waitFor();
    await second.goto(`${studio.origin}/`);
    await second.getByText('This tab has no key').waitFor();
    expect(await second.locator('body').innerText()).not.toContain('rm -rf');
  });
});
