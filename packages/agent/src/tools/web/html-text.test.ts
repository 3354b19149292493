import { describe, expect, test } from 'vitest';
import { decodeEntities } from './entities.ts';
import { htmlToText } from './html-text.ts';

const read = (html: string): string => htmlToText(html, new URL('http://site.test/docs/page'));

describe('an HTML page becomes text to read', () => {
  test('with its title, headings, paragraphs, lists, rows and code in shape', () => {
    const html = `<!DOCTYPE html>
      <html><head><title>A &amp; B</title><meta charset="utf-8"><style>p { color: red }</style></head>
      <body><h1>Big  <em>news</em></h1><p>First
      line.<br>Second <b>line</b>, still.</p>
      <ul><li><p>one</p></li><li>two<ul><li>deep</li></ul></li><li></li></ul>
      <table><tr><th>k</th><th>v</th></tr><tr><td>a</td><td>1</td></tr></table>
      <pre>if (a) {
  b();
}</pre><div>end</div></body></html>`;
    expect(read(html)).toBe(`A & B

# Big news

First line.
Second line, still.

- one
- two
  - deep

k | v
a | 1

if (a) {
  b();
}

end`);
  });

  test('with the addresses of its links', () => {
    expect(read('See <a href="../x?a=1&amp;b=2">the x</a>, <a href=//other.test/>there</a>.')).toBe(
      'See the x (http://site.test/x?a=1&b=2), there (http://other.test/).',
    );
    expect(
      read('<a href="http://a.test/">http://a.test/</a> <a href="#top">up</a> <a href="javascript:x()">no</a>'),
    ).toBe('http://a.test/ up no');
    expect(read('<a href="/b"><img alt="logo" src=x></a><a href="/c"></a><a href="/d">open')).toBe(
      '[image: logo] (http://site.test/b)open (http://site.test/d)',
    );
  });

  test('without scripts, styles, comments and other content that is not shown', () => {
    expect(
      read(
        'a<script>if (x < "</p>") y()</script> b<!-- c > --><STYLE>d</Style ><svg><text>e</text></svg><noscript>f</noscript> g',
      ),
    ).toBe('a b g');
    expect(read('a<script>never closed')).toBe('a');
    expect(read('a<svg>never closed')).toBe('anever closed');
    expect(read('a<!-- never closed')).toBe('a');
  });

  test('however broken it is', () => {
    expect(read('1 < 2 && 3 > 2 <b>x</i></b> <')).toBe('1 < 2 && 3 > 2 x <');
    expect(read('<p title="a > b" data-x=\'>\'>inside</p>')).toBe('inside');
    expect(read("<p it's>inside</p>")).toBe('inside');
    expect(read('x<a href="never closed')).toBe('x');
    expect(read('</p></ul></a></li>x')).toBe('x');
    expect(read('')).toBe('');
  });

  test.each([
    ['open tags', '<a href="'],
    ['quotes', '<a ="'],
    ['signs', '<'],
    ['closing tags', '<script></script '],
    ['comments', '<!--'],
    ['spaces', '<p>          '],
    ['nested lists', '<ul><li>x'],
    ['references', '&amp&#'],
    ['code', '<pre> '],
    ['drawings', '<svg>'],
  ])('in time that grows with its length only: %s', (_name, piece) => {
    const time = (count: number): number => {
      const html = piece.repeat(count);
      const start = process.cpuUsage();
      read(html);
      return process.cpuUsage(start).user / 1000;
    };
    time(1000);
    expect(time(200_000)).toBeLessThan(5000);
  });
});

test.each([
  ['&lt;&gt;&quot;&apos;&hellip;&euro;', '<>"\'…€'],
  ['&#65;&#x1F600;&#X41;', 'A😀A'],
  ['&#150;&#128;', '–€'],
  ['&#0;&#xD800;&#99999999;', '\ufffd\ufffd\ufffd'],
  ['&nope; &amp R&D &;', '&nope; &amp R&D &;'],
  ['&amp;lt;', '&lt;'],
  ['&equals;&lowbar;&rarr;', '=_→'],
])('%s is %s', (written, meant) => {
  expect(decodeEntities(written)).toBe(meant);
});
