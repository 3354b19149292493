import { decodeEntities } from './entities.ts';
import { attributeOf, htmlTokens, type HtmlToken } from './html-tokens.ts';
import { createParagraphs, type Paragraphs } from './paragraphs.ts';

/** An HTML page as text to read: headings, lists, rows and code keep their shape, links tell where they lead. */
export function htmlToText(html: string, base: URL): string {
  const page: Page = { paragraphs: createParagraphs(), base, links: [], listDepth: 0, codeDepth: 0 };
  for (const token of htmlTokens(html)) {
    if (token.kind === 'text') page.paragraphs.add(decodeEntities(token.text), page.codeDepth > 0);
    else if (token.kind === 'open') open(page, token);
    else close(page, token.name);
  }
  while (page.links.length > 0) endLink(page);
  return page.paragraphs.text();
}

interface Page {
  readonly paragraphs: Paragraphs;
  readonly base: URL;
  readonly links: Link[];
  listDepth: number;
  codeDepth: number;
}

interface Link {
  readonly url: string | null;
  /** How much was written before its text. */
  readonly start: number;
}

/** Line ends before and after an element. */
const BREAKS: ReadonlyMap<string, number> = new Map([
  ...'p h1 h2 h3 h4 h5 h6 ul ol dl pre blockquote table figure title'.split(' ').map((name) => [name, 2] as const),
  ...(
    'div section article main header footer nav aside li dt dd tr caption form fieldset legend details summary ' +
    'address figcaption option br body head html hr'
  )
    .split(' ')
    .map((name) => [name, 1] as const),
]);

function open(page: Page, { name, attributes }: HtmlToken & { readonly kind: 'open' }): void {
  const { paragraphs } = page;
  const breaks = breaksOf(page, name);
  if (breaks > 0) paragraphs.breakLine(breaks);
  if (/^h[1-6]$/.test(name)) paragraphs.mark(`${'#'.repeat(Number(name.charAt(1)))} `);
  if (name === 'li') paragraphs.mark(`${'  '.repeat(Math.max(0, Math.min(page.listDepth, 20) - 1))}- `);
  if (name === 'td' || name === 'th') paragraphs.separate(' | ');
  if (name === 'ul' || name === 'ol') page.listDepth += 1;
  if (name === 'pre') page.codeDepth += 1;
  if (name === 'img') addImage(paragraphs, attributes);
  if (name === 'a') page.links.push({ url: targetOf(attributes, page.base), start: paragraphs.length() });
}

function close(page: Page, name: string): void {
  if (name === 'a' && page.links.length > 0) endLink(page);
  if (name === 'ul' || name === 'ol') page.listDepth = Math.max(0, page.listDepth - 1);
  if (name === 'pre') page.codeDepth = Math.max(0, page.codeDepth - 1);
  if (name === 'li' || /^h[1-6]$/.test(name)) page.paragraphs.mark('');
  const breaks = breaksOf(page, name);
  if (breaks > 0 && name !== 'br') page.paragraphs.breakLine(breaks);
}

/** A list has no empty lines inside. */
function breaksOf(page: Page, name: string): number {
  const breaks = BREAKS.get(name) ?? 0;
  return page.listDepth > 0 ? Math.min(breaks, 1) : breaks;
}

function addImage(paragraphs: Paragraphs, attributes: string): void {
  const text = decodeEntities(attributeOf(attributes, 'alt') ?? '').trim();
  if (text !== '') paragraphs.add(`[image: ${text}]`, false);
}

/** Null for a link that leads nowhere else. */
function targetOf(attributes: string, base: URL): string | null {
  const written = decodeEntities(attributeOf(attributes, 'href') ?? '').trim();
  if (written === '' || written.startsWith('#') || !URL.canParse(written, base.href)) return null;
  const target = new URL(written, base);
  return /^(?:https?|mailto|ftp):$/.test(target.protocol) ? target.href : null;
}

function endLink(page: Page): void {
  const link = page.links.pop();
  if (link === undefined || link.url === null || page.paragraphs.length() === link.start) return;
  if (!page.paragraphs.endsWith(link.url)) page.paragraphs.add(` (${link.url})`, false);
}
