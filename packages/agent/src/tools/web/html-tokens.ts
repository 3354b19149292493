/** A piece of an HTML page; texts and attributes still hold their character references. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'open'; readonly name: string; readonly attributes: string }
  | { readonly kind: 'close'; readonly name: string };

/** Splits any text that is taken for HTML in one pass; comments and content that is not shown, such as scripts, are left out. */
export function* htmlTokens(html: string): Generator<HtmlToken, void> {
  const unclosed = new Set<string>();
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    const text = start === -1 ? html.slice(at) : html.slice(at, start);
    if (text !== '') yield { kind: 'text', text };
    if (start === -1) return;
    const tag = tagAt(html, start);
    at = tag.end;
    if (tag.token !== null) yield tag.token;
    if (tag.token?.kind === 'open' && UNREAD.has(tag.token.name)) at = endOf(html, at, tag.token.name, unclosed);
  }
}

/** The value of an attribute; null when there is none. */
export function attributeOf(attributes: string, name: string): string | null {
  for (const [, key = '', double, single, bare] of attributes.matchAll(ATTRIBUTE))
    if (key.toLowerCase() === name) return double ?? single ?? bare ?? '';
  return null;
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/** What is inside is not for readers. */
const UNREAD: ReadonlySet<string> = new Set(
  'script style noscript template svg math iframe object canvas audio video'.split(' '),
);

interface Tag {
  readonly token: HtmlToken | null;
  readonly end: number;
}

function tagAt(html: string, start: number): Tag {
  if (html.startsWith('<!--', start)) return { token: null, end: after(html, '-->', start + 4) };
  if (/[!?]/.test(html.charAt(start + 1))) return { token: null, end: after(html, '>', start + 2) };
  NAME.lastIndex = start;
  const [written, slash = '', name = ''] = NAME.exec(html) ?? [];
  if (written === undefined) return { token: { kind: 'text', text: '<' }, end: start + 1 };
  const inside = start + written.length;
  const end = endOfTag(html, inside);
  const attributes = html.slice(inside, end - 1);
  const lower = name.toLowerCase();
  return { token: slash === '' ? { kind: 'open', name: lower, attributes } : { kind: 'close', name: lower }, end };
}

const NAME = /<(\/?)([a-zA-Z][^\s/>]{0,60})/y;

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** Quoted values may hold the sign that ends a tag; a quote that is never closed is none. */
function endOfTag(html: string, from: number): number {
  for (let at = from; ;) {
    SIGN.lastIndex = at;
    const found = SIGN.exec(html);
    if (found === null) return html.length;
    if (found[0] === '>') return found.index + 1;
    const isValue =
      html.charAt(found.index - 1) === '=' ||
      html
        .slice(found.index - 5, found.index)
        .trimEnd()
        .endsWith('=');
    const closing = isValue ? html.indexOf(found[0], found.index + 1) : -1;
    at = (closing === -1 ? found.index : closing) + 1;
  }
}

const SIGN = /[>"']/g;

function endOf(html: string, from: number, name: string, unclosed: Set<string>): number {
  if (unclosed.has(name)) return from;
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  if (found !== null) return after(html, '>', found.index);
  unclosed.add(name);
  return HOLDS_CODE.has(name) ? html.length : from;
}

const HOLDS_CODE: ReadonlySet<string> = new Set(['script', 'style']);
