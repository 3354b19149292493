import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CommandRow } from '../../packages/cli/src/call/arguments.ts';
import { loadCommands } from '../../packages/cli/src/commands/index.ts';
import { type ProgramName, programsIn } from '../../scripts/programs.mjs';
import { needs } from '../support/programs.ts';
import { CONSOLE_PAGES } from './all-pages.mjs';

const root = join(import.meta.dirname, '../..');
const folder = 'docs/reference/commands';
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Commands that share a page with another one. */
const SHARED: Readonly<Record<string, string>> = {
  ask: 'ask-and-chat',
  chat: 'ask-and-chat',
  untrust: 'trust',
  client: 'serve',
  disconnect: 'connect',
  ship: 'join',
};
const pageOf = (name: string): string => `${folder}/${SHARED[name] ?? name}.md`;

const commands: readonly CommandRow[] = await loadCommands();
const shown = commands.filter(({ hidden }) => hidden !== true);

describe('a page about a command', () => {
  it.each(shown.map(({ name }) => name))('is there for %s, and names all its options', (name) => {
    const page = pageOf(name);
    expect(existsSync(join(root, page)), page).toBe(true);
    const text = textOf(page);
    const row = shown.find((command) => command.name === name);
    const options = row?.options.map((option) => `--${option.name}`).filter((option) => option !== '--help') ?? [];
    expect(options.filter((option) => !new RegExp(`${option}(?![\\w-])`).test(text))).toEqual([]);
  });

  it('is linked from the list of commands', () => {
    const list = textOf(`${folder}/README.md`);
    const missing = shown.filter(({ name }) => !list.includes(`(${SHARED[name] ?? name}.md)`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });
});

/** What the commands of a page need: its own blocks and the files of its project tell. */
function programsOf(page: string): readonly ProgramName[] {
  const blocks = [...textOf(page).matchAll(/^```[\s\S]*?^```/gm)].map(([block]) => block);
  const project = join(root, 'examples/toolbox', basename(page, '.md'));
  const files = existsSync(project)
    ? readdirSync(project, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    : [];
  const texts = [...blocks, ...files].join('\n');
  // The templates of bash guards use jq.
  return [...new Set([...programsIn(texts), ...(/hookline (?:new|init)\b/.test(texts) ? (['jq'] as const) : [])])];
}

describe('a page with commands', () => {
  for (const page of CONSOLE_PAGES) {
    it(`${page} shows what they print`, { ...needs(...programsOf(page)), timeout: 300_000 }, async () => {
      expect(await check(join(root, page))).toEqual({ status: 0, said: '' });
    });
  }
});

const scratch = mkdtempSync(join(tmpdir(), 'hookline-pages-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** Checks a page of these lines. */
async function checkLines(...lines: readonly string[]): Promise<Checked> {
  const page = join(scratch, 'page.md');
  writeFileSync(page, [...lines, ''].join('\n'));
  return check(page);
}

describe('a page that is not true', () => {
  const told = async (...lines: readonly string[]): Promise<string> => {
    const { status, said } = await checkLines('# Page', '', '```console', ...lines, '```');
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
    expect(await checkLines('```console', ...lines, '```')).toEqual({ status: 0, said: '' });
  });

  it('has the files that it shows, and those with a first line for the system can be run', async () => {
    const file = ['`bin/greet`', '', '```bash', '#!/bin/sh', 'echo hello', '```', ''];
    expect(await checkLines(...file, '```console', '$ bin/greet', 'hello', '```')).toEqual({ status: 0, said: '' });
  });

  it('may give each section a project of its own', async () => {
    const section = ['```console', '$ ls', '$ touch a', '```'];
    const page = ['<!-- Each section has a project of its own. -->', '## One', ...section, '## Two', ...section];
    expect(await checkLines(...page)).toEqual({ status: 0, said: '' });
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
