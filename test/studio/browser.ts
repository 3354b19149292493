import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, expect, onTestFinished } from 'vitest';

/** A test with a browser takes seconds; on a machine that does much else, many. */
export const LIMIT_MS = 180_000;

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What a page must not do: each list stays empty. */
interface Seen {
  readonly dialogs: string[];
  readonly console: string[];
  readonly errors: string[];
  readonly violations: string[];
  /** Requests to any other address than the studio's. */
  readonly elsewhere: string[];
}

export interface Looking {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly seen: Seen;
  /** Fails when the page did anything that it must not do. */
  readonly expectQuiet: () => void;
}

interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly scale?: number;
  readonly timezone?: string;
  /** Called with the empty page. */
  readonly prepare?: (page: Page) => Promise<void>;
}

let browser: Promise<Browser> | null = null;

/** A browser with a profile of its own; one for each file of tests. */
function theBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

afterAll(async () => {
  await (await browser)?.close();
  browser = null;
});

const launch = (...flags: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: programIn('chromium'), headless: true, args: [...FLAGS, ...flags] });

/** A window without anything of other tests in it. */
async function openWindow(options: BrowserOptions): Promise<BrowserContext> {
  const { width = 1440, height = 900, scheme = 'light', scale = 1 } = options;
  const context = await (
    await theBrowser()
  ).newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: scheme,
    acceptDownloads: true,
    ...(options.timezone === undefined ? {} : { timezoneId: options.timezone }),
  });
  onTestFinished(() => context.close());
  return context;
}

/** Opens an address and watches what the page does. */
export async function look(url: string, options: BrowserOptions = {}): Promise<Looking> {
  const context = await openWindow(options);
  const page = await context.newPage();
  await options.prepare?.(page);
  const seen = watch(page, new URL(url).origin);
  await page.goto(url);
  return { page, context, seen, expectQuiet: () => expect(seen).toEqual(NOTHING) };
}

/** An empty page in a browser that was started with other flags too. */
export async function openWith(...flags: readonly string[]): Promise<Page> {
  const own = await launch(...flags);
  onTestFinished(() => own.close());
  return own.newPage();
}

const NOTHING: Seen = { dialogs: [], console: [], errors: [], violations: [], elsewhere: [] };

function watch(page: Page, origin: string): Seen {
  const seen: Seen = { dialogs: [], console: [], errors: [], violations: [], elsewhere: [] };
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message());
    dialog.dismiss().catch(() => undefined);
  });
  page.on('console', (message) => {
    const list = /Content Security Policy|Trusted ?Type/i.test(message.text()) ? seen.violations : seen.console;
    list.push(message.text());
  });
  page.on('pageerror', (error) => seen.errors.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(?:data|blob|about):/.test(url)) seen.elsewhere.push(url);
  });
  return seen;
}

function programIn(name: string): string {
  const found = (process.env['PATH'] ?? '').split(delimiter).find((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new Error(`${name} is not on the PATH`);
  return join(found, name);
}

/** Expects of something that it comes to be so. */
export const soon = <Value>(value: () => Promise<Value> | Value): ReturnType<typeof expect.poll<Value>> =>
  expect.poll(value, { timeout: 30_000 });

/** The colour in which a text is drawn. */
export const colourOf = (text: Locator): Promise<string> =>
  text.evaluate((element) => {
    const page = globalThis as unknown as { getComputedStyle: (of: unknown) => { readonly color: string } };
    return page.getComputedStyle(element).color;
  });

/** What axe finds in the page: only what it calls serious or critical. */
export async function seriousIn(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) {
    // The policy of the page lets no script in, not even this one: it goes in by the browser's own debugging.
    const session = await page.context().newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axe.source });
  }
  const { violations } = await page.evaluate<{
    violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
  }>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
