#!/usr/bin/env node
// Draws docs/demo.svg from what the demo really prints: the parts in which hooks of different systems step in.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const demo = spawnSync(process.execPath, ['run.mjs', '--remove'], {
  cwd: join(root, 'examples/five-dialects'),
  encoding: 'utf8',
});
if (demo.status !== 0) throw new Error(demo.stderr);

const CAPTION =
  'One session of an agent under hooks of five systems. Below each step stand its hooks: ✓ let it pass, ✗ blocked it.';
const SHOWN = [/^user/m, /"rm -rf \/"/, /CHANGELOG\.md"/, /tests-before-stop.*\n.*Tests must pass/, /^turn/m];
const UNWANTED = /^session |^ {2}info: trusted|^ {7}error: /;

const parts = demo.stdout.split('\n\n');
const lines = SHOWN.flatMap((pattern) => {
  const part = parts.find((text) => pattern.test(text));
  if (part === undefined)
    throw new Error(`the demo prints nothing like ${pattern}: choose other parts in scripts/picture.mjs`);
  return [...part.split('\n').filter((line) => line !== '' && !UNWANTED.test(line)), ''];
}).slice(0, -1);

const width = Math.max(8 * Math.max(...lines.map((line) => line.length)), 7 * CAPTION.length) + 32;
const height = 18 * lines.length + 72;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const COLOURS = [
  [/^ {2}✗|^ {4}\w+: /, '#ff7b72'],
  [/^ {2}✓/, '#7ee787'],
  [/^ {2}(info|warning): /, '#d29922'],
  [/^tool /, '#79c0ff'],
  [/^\S/, '#f0f6fc'],
];
const colour = (line) => COLOURS.find(([pattern]) => pattern.test(line))?.[1] ?? '#8b949e';

const text = lines.map(
  (line, index) =>
    `<text x="16" y="${70 + 18 * index}" fill="${colour(line)}" xml:space="preserve">${escaped(line)}</text>`,
);
writeFileSync(
  join(root, 'docs/demo.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, monospace" font-size="13" role="img" aria-labelledby="caption">
<title id="caption">${escaped(CAPTION)}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<text x="16" y="30" fill="#8b949e" font-family="system-ui, sans-serif">${escaped(CAPTION)}</text>
${text.join('\n')}
</svg>
`,
);
