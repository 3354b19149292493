// A real browser, and what a page in it tells about itself.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

export async function openBrowser() {
  const executablePath = process.env.PATH.split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find(isProgram);
  if (executablePath === undefined)
    throw new Error(
      'chromium is not on the PATH: these figures are taken in a real browser (apt-get install chromium)',
    );
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath, headless: true, args });
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a page that notes when each row of the timeline is first in a frame: `seenAt` by the id of its decision, on the
 * wall clock.
 */
export async function openPage(browser) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    globalThis.seenAt = new Map();
    const note = (row) => {
      const id = row.id.slice('row-'.length);
      if (!globalThis.seenAt.has(id)) requestAnimationFrame(() => globalThis.seenAt.set(id, Date.now()));
    };
    const look = (node) => {
      if (!(node instanceof Element)) return;
      for (const row of [node, ...node.querySelectorAll('.row')]) if (row.classList.contains('row')) note(row);
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) look(node);
    }).observe(document, { childList: true, subtree: true });
  });
  return page;
}

/** When the first row was there, on the wall clock. */
export async function firstRowAt(page) {
  await page.waitForFunction(() => globalThis.seenAt.size > 0, undefined, { timeout: 600_000 });
  return page.evaluate(() => Math.min(...globalThis.seenAt.values()));
}

/** What the page holds when its garbage is gone: megabytes of heap, and nodes of the DOM. */
export async function weightOf(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { heapMb: usedSize / 1e6, nodes };
}
