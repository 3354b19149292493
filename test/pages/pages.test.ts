import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CommandRow } from '../../packages/cli/src/call/command-row.ts';
import { COMMANDS } from '../../packages/cli/src/call/command-table.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/reference/commands');
const pages = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];

/** The commands for hook authors: those whose rows have files of their own, and explain, which answers for them. */
const rows = readdirSync(join(root, 'packages/cli/src/call/rows')).map((name) => name.replace(/\.ts$/, ''));
const authors = COMMANDS.filter(({ name }) => name === 'explain' || rows.includes(name));

describe('a page about a command', () => {
  it.each(authors.map(({ name }) => name))('is there for %s, and names all its options', (name) => {
    const page = join(folder, `${name}.md`);
    expect(existsSync(page), `docs/reference/commands/${name}.md`).toBe(true);
    const text = readFileSync(page, 'utf8');
    const row: CommandRow | undefined = authors.find((command) => command.name === name);
    const options = row?.options.map((option) => `--${option.name}`).filter((option) => option !== '--help') ?? [];
    expect(options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(text))).toEqual([]);
  });

  it.each(pages)('%s shows what its commands print', { timeout: 300_000 }, async (name) => {
    expect(await check(join(folder, name))).toEqual({ status: 0, said: '' });
  });
});

const scratch = mkdtempSync(join(tmpdir(), 'hookline-pages-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('a page that is not true', () => {
  const told = async (...lines: readonly string[]): Promise<string> => {
    const page = join(scratch, 'page.md');
    writeFileSync(page, ['# Page', '', '```console', ...lines, '```', ''].join('\n'));
    const { status, said } = await check(page);
    expect(status).toBe(1);
    return said;
  };

  it('fails where the output is another', async () => {
    expect(await told('$ echo one', 'two')).toContain('line 4: "echo one" prints something else\n  - two\n  + one');
  });

  it('fails where a command fails and the page does not say so', async () => {
    expect(await told('$ ls nowhere 2>/dev/null', '$ echo on', 'on')).toContain(
      'line 4: "ls nowhere 2>/dev/null" ends',
    );
    expect(await told('$ hookline unknown-command', 'hookline: ...')).toContain('ends with status 1');
  });

  it('fails where a block does not begin with a command', async () => {
    expect(await told('hookline list')).toContain('a console block begins with a command');
  });
});

describe('a page that is true', () => {
  it('may differ in times, durations, digests, ids and left-out lines', async () => {
    const page = join(scratch, 'true.md');
    const lines = [
      '$ echo "2026-01-02 03:04:05  passed   12.5 ms  x"; echo 0123456789abcdef0123; echo a; echo b; echo c',
      '2025-02-03 04:05:06  passed  7 ms  x',
      'fedcba98765432100123',
      '...',
      'c',
      '$ (exit 3)',
      '$ echo $?',
      '3',
      '$ cat <<END',
      'in the document',
      'END',
      'in the document',
      '$ mkdir deep && cd deep',
      '$ pwd',
      '/home/you/project/deep',
    ];
    writeFileSync(page, ['```console', ...lines, '```', ''].join('\n'));
    expect(await check(page)).toEqual({ status: 0, said: '' });
  });
});

interface Checked {
  readonly status: number | null;
  readonly said: string;
}

function check(page: string): Promise<Checked> {
  const words = [join(import.meta.dirname, 'refresh.mjs'), '--check', page];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, said }));
  });
}
