#!/usr/bin/env node
// Draws docs/demo.svg from what the demo really prints.
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

const FOLDER = /\/\S*\/hookline-demo-\w+/g;
const lines = demo.stdout.split('\nAsk why')[0].replace(FOLDER, '/tmp/demo').trimEnd().split('\n');
const width = 8 * Math.max(...lines.map((line) => line.length)) + 32;
const height = 18 * lines.length + 32;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const COLOURS = [
  [/^ {2}✗|^ {4}\w+: |^ {7}error: /, '#ff7b72'],
  [/^ {2}✓/, '#7ee787'],
  [/^ {2}(info|warning): /, '#d29922'],
  [/^tool /, '#79c0ff'],
  [/^\S/, '#f0f6fc'],
];
const colour = (line) => COLOURS.find(([pattern]) => pattern.test(line))?.[1] ?? '#8b949e';

const text = lines.map(
  (line, index) =>
    `<text x="16" y="${30 + 18 * index}" fill="${colour(line)}" xml:space="preserve">${escaped(line)}</text>`,
);
writeFileSync(
  join(root, 'docs/demo.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, monospace" font-size="13">
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${text.join('\n')}
</svg>
`,
);
