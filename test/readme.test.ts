import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The code blocks of a language in a text. */
const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1] ?? '');

const commands = blocks(readme, 'sh')
  .flatMap((block) => block.split('\n'))
  .map((line) => line.replace(/\s+#.*$/, ''))
  .filter((line) => line !== '');

let folder = '';
let project = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-readme-'));
  project = join(folder, 'project');
  mkdirSync(join(project, '.polytoken'), { recursive: true });
  const hook = { name: 'guard', event: 'pre_tool_use', handler: { bash: "grep -q 'rm -rf' && exit 2; exit 0" } };
  writeFileSync(join(project, '.polytoken/hooks.json'), JSON.stringify([hook]));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the README', () => {
  test('opens with the two commands of a fresh clone', () => {
    expect(commands.slice(0, 2)).toEqual(['npm run demo', 'npm test']);
  });

  test.each(commands.filter((line) => line.startsWith('npx hookline ')))('shows a command that works: %s', (line) => {
    const cli = `node '${join(root, 'packages/cli/dist/hookline.js')}'`;
    const env = { PATH: process.env['PATH'], HOME: folder };
    const result = spawnSync('bash', ['-c', line.replace('npx hookline', cli)], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    expect({ status: result.status, stderr: result.stderr }).toEqual({ status: 0, stderr: expect.any(String) });
    expect(result.stdout).not.toBe('');
  });

  test('knows no other command than those that are run here', () => {
    expect(commands.slice(2).filter((line) => !line.startsWith('npx hookline '))).toEqual([]);
  });

  test('has a library example that runs as it stands', () => {
    const [example = ''] = blocks(readme, 'js');
    const place = mkdtempSync(join(root, 'node_modules/.hookline-readme-'));
    try {
      writeFileSync(join(place, 'example.mjs'), example);
      const env = { PATH: process.env['PATH'], HOME: folder };
      const result = spawnSync(process.execPath, [join(place, 'example.mjs')], { cwd: project, env, encoding: 'utf8' });
      expect(result).toMatchObject({ status: 0, stdout: 'ran ls\nTool error: no sudo here\n' });
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  test('and the docs link only to files that exist', () => {
    const pages = ['README.md', 'CONTRIBUTING.md', 'docs/path-of-an-event.md'];
    const missing = pages.flatMap((page) => {
      const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!http)([^)#]+)/g)].map(
        (match) => match[1] ?? '',
      );
      return links.filter((link) => !existsSync(join(root, page, '..', link)));
    });
    expect(missing).toEqual([]);
  });
});

describe('npm run demo', () => {
  test('plays the session to its end and checks it', () => {
    const result = spawnSync(process.execPath, ['run.mjs', '--remove'], {
      cwd: join(root, 'examples/five-dialects'),
      encoding: 'utf8',
    });
    expect(result).toMatchObject({ status: 0, stderr: '' });
    expect(result.stdout).toContain('9 of 9 hooks armed');
    expect(result.stdout).toContain('BLOCKED          keep_working: Tests must pass before completing');
  });
});
