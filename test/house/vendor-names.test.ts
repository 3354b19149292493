import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DIALECTS } from '@hookline/core/internal';
import { expect, test } from 'vitest';
import { PACKAGES, sourcesOf } from '../../scripts/import-graph.mjs';

/** Agents that have no dialect yet, under words that mean nothing else. */
const OTHER_AGENTS = ['codex', 'gemini', 'kimi', 'qwen', 'cline'];

/** Where a vendor's name is right: each says why. */
const EXCEPTIONS: readonly { readonly line: RegExp; readonly because: string }[] = [
  { line: /^core\/dialects\/index\.ts:/, because: 'the list of dialects' },
  { line: /^core\/agents\/index\.ts:/, because: 'the list of agents' },
  { line: /\bline: ['"`]hookline /, because: 'an example of a command' },
  { line: /\banthropic\b.*\bclaude-/, because: 'the name of a model' },
  { line: /^guards\/commands\/.*\b(?:serverless|eksctl)\b/, because: 'a program of a cloud with the same name' },
  {
    line: /^guards\/files\/protected-globs\.ts:.* '\.\w+\/.*',$/,
    because: 'the files of other agents are protected too',
  },
  {
    line: /about: .*(?:state folder|plugin|edits wait for it)/,
    because: 'an option or command for what one system has',
  },
  { line: /^core\/trust\/given-trust\.ts: 'code\.\*\|/, because: 'the programs in which people give trust' },
  { line: /a hook for Kolega Code, in Python/, because: 'the title of an example' },
  { line: /ConfigChange: .*\.qoder\/settings\.json/, because: 'the example of an event that one system has' },
];

const root = fileURLToPath(new URL('../../packages/', import.meta.url));
/** Names that are words of the language too: only with a capital letter do they mean the vendor. */
const COMMON_WORDS = ['cursor'];

const names = [...DIALECTS.map(({ id }) => id), ...OTHER_AGENTS];
const vendors = names.filter((name) => !COMMON_WORDS.includes(name));
const NAME = new RegExp(String.raw`\b(?:${vendors.join('|')})\b`, 'i');
const CAPITAL = new RegExp(
  String.raw`\b(?:${COMMON_WORDS.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('|')})\b`,
);

const isInOwnFolder = (file: string): boolean => /^core\/(?:dialects|agents)\/[^/]+\//.test(file);

const lines = PACKAGES.flatMap((name) =>
  sourcesOf(name)
    .map((file) => `${name}/${file}`)
    .filter((file) => !isInOwnFolder(file))
    .flatMap((file) =>
      readFileSync(`${root}${file.replace('/', '/src/')}`, 'utf8')
        .split('\n')
        .map((line) => `${file}: ${line.trim()}`)
        .filter((line) => [NAME, CAPITAL].some((name) => name.test(line.slice(file.length)))),
    ),
);

test('no source outside the folder of a dialect or agent names its vendor', () => {
  expect(lines.filter((line) => !EXCEPTIONS.some((exception) => exception.line.test(line)))).toEqual([]);
});

test.each(EXCEPTIONS)('there still is a line with $because', ({ line }) => {
  expect(lines.filter((each) => line.test(each))).not.toEqual([]);
});
