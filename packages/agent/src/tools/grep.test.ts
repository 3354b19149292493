import { spawnSync } from 'node:child_process';
import { truncateSync } from 'node:fs';
import type { JsonObject } from '@hookline/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWorkbench, type Workbench } from '../../../../test/support/workbench.ts';
import { grepTool } from './grep.ts';

let bench: Workbench;

beforeEach(() => (bench = createWorkbench()));
afterEach(() => bench.remove());

async function grep(pattern: string, more: JsonObject = {}): Promise<string> {
  const end = await bench.run(grepTool, { pattern, ...more });
  return end.ok ? end.text : `${end.errorType}: ${end.error.replace(bench.folder, '…')}`;
}

function makeStory(): void {
  bench.write('b.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\ntwo and two\n');
  bench.write('a/c.md', 'Two\r\nzwei\r\n');
  bench.write('none.txt', 'nothing\n');
}

describe('lines are found', () => {
  beforeEach(makeStory);

  test('and the files that hold them are named, sorted by path', async () => {
    bench.write('a.txt', 'two');
    expect(await bench.run(grepTool, { pattern: 'tw[o]', '-i': true })).toEqual({
      ok: true,
      text: 'a.txt\na/c.md\nb.txt',
    });
  });

  test('and counted', async () => {
    expect(await grep('two', { output_mode: 'count', '-i': true })).toBe('a/c.md:1\nb.txt:2');
  });

  test('and shown, with or without numbers', async () => {
    expect(await grep('^two|zwei$', { output_mode: 'content' })).toBe(
      'a/c.md:2:zwei\nb.txt:2:two\nb.txt:8:two and two',
    );
    expect(await grep('(?i)^two', { output_mode: 'content', '-n': false })).toBe(
      'a/c.md:Two\nb.txt:two\nb.txt:two and two',
    );
  });

  test.each([1, 2, 3, 9])('and shown with %d lines around them, exactly as grep does', async (around) => {
    const arguments_ = ['-rnE', '-C', String(around), 't(wo|hree)|zwei', 'a/c.md', 'b.txt'];
    const expected = spawnSync('grep', arguments_, { cwd: bench.folder, encoding: 'utf8' }).stdout;
    expect(`${await grep('t(wo|hree)|zwei', { output_mode: 'content', '-C': around })}\n`).toBe(
      expected.replaceAll('\r', ''),
    );
  });

  test('only in the files that are wanted', async () => {
    const list = { '-i': true };
    expect(await grep('two', { ...list, glob: '*.md' })).toBe('a/c.md');
    expect(await grep('two', { ...list, glob: 'a/**' })).toBe('a/c.md');
    expect(await grep('two', { ...list, path: 'a' })).toBe('a/c.md');
    expect(await grep('two', { ...list, path: 'b.txt' })).toBe('b.txt');
    expect(await grep('two', { ...list, path: bench.path('a'), glob: '*.txt' })).toBe('(no matches)');
    expect(await grep('two', { path: 'nowhere' })).toBe('not_found: …/nowhere: there is no such file');
  });

  test('not in .git, node_modules, binary files and files over 5 MB', async () => {
    for (const name of ['.git/x', 'node_modules/x/y.js']) bench.write(name, 'two');
    bench.write('image', 'two\0');
    truncateSync(bench.write('large', 'two'), 5 * 1024 * 1024 + 1);
    spawnSync('mkfifo', [bench.path('pipe')]);
    expect(await grep('two')).toBe('b.txt');
    expect(await grep('two', { glob: 'node_modules/**' })).toBe('node_modules/x/y.js');
    expect(await grep('two', { path: 'pipe' })).toBe('not_a_file: …/pipe: this is neither a file nor a folder');
  });

  test('up to the limit that is asked for, or 30,000 characters, and says when there is more', async () => {
    const more = '[there is more: search for less, or in fewer files]';
    expect(await grep('.', { output_mode: 'content', path: 'b.txt', head_limit: 2 })).toBe(
      `b.txt:1:one\nb.txt:2:two\n${more}`,
    );
    expect(await grep('.', { output_mode: 'content', path: 'b.txt', head_limit: 8 })).not.toContain('there is more');
    bench.write('wide.txt', `${'x'.repeat(5000)}\n`.repeat(1000));
    const wide = await grep('x', { output_mode: 'content', path: 'wide.txt' });
    expect(wide.length).toBeLessThan(31_000);
    expect(wide).toMatch(new RegExp(`^wide.txt:1:x{500}…\n[^]*${more.replaceAll(/[[\]]/g, '\\$&')}$`));
  });
});

describe('a pattern', () => {
  test('that is none is an error', async () => {
    expect(await grep('(')).toMatch(
      /^invalid_input: the pattern is not a JavaScript regular expression: .*Unterminated/,
    );
    expect(await grep('x'.repeat(2001))).toBe('invalid_input: the pattern is longer than 2000 characters');
  });

  test.each(['(a+)+$', '(a|a)*b', '(a|aa)+$', '(.*a){20}b', `${'a?'.repeat(16)}(a+)+b`])(
    '%s cannot hang the search',
    async (pattern) => {
      bench.write('a.txt', `${'a'.repeat(80)}!`);
      expect(await grep(pattern)).toBe(`timeout: the pattern "${pattern}" takes too long to match; write it simpler`);
    },
  );

  test('that takes too long says so within a second of the processor, and the next one works', async () => {
    bench.write('a.txt', `${'a'.repeat(60)}!`);
    const start = process.cpuUsage();
    expect(await grep('^(a+)+$')).toBe('timeout: the pattern "^(a+)+$" takes too long to match; write it simpler');
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1500);
    expect(await grep('^a+!$')).toBe('a.txt');
  });

  test.each(['a?'.repeat(40) + 'a'.repeat(40), '(?:a|)'.repeat(40) + 'a'.repeat(40)])(
    '%s is refused, because making it ready would take ages',
    async (pattern) => {
      bench.write('a.txt', 'b'.repeat(80));
      expect(await grep(pattern)).toBe('invalid_input: the pattern has more than 16 optional parts in a row');
    },
  );
});
