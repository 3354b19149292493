import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageProblem } from '../contract/model.ts';
import { readMcpConfig } from './read-config.ts';
import { mcpTrust } from './trust.ts';

let home = '';
let project = '';
let folder = '';

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-mcp-trust-')));
  project = join(home, 'project');
  mkdirSync(project);
  folder = join(home, '.local/state/hookline/mcp-trust');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const ours = () => mcpTrust({ env: {}, home }, project);

test('trust is bound to the content and kept in one private file for each project', () => {
  expect(ours().isTrusted('a')).toBe(false);
  ours().trust('a');
  expect([ours().isTrusted('a'), ours().isTrusted('b')]).toEqual([true, false]);
  expect(readdirSync(folder)).toEqual([`${sha256(project)}.json`]);
  const file = join(folder, `${sha256(project)}.json`);
  expect(readFileSync(file, 'utf8')).toBe(`{"path":"${project}","digest":"a"}\n`);
  expect([statSync(file).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
});

test('any edit of the file needs trust again, and the former content is then no longer trusted', async () => {
  const digestOf = async (text: string): Promise<string> => {
    writeFileSync(join(project, '.mcp.json'), text);
    return (await readMcpConfig(project, {})).digest ?? '';
  };
  const before = await digestOf('{"mcpServers": {}}');
  ours().trust(before);
  expect(ours().isTrusted(await digestOf('{"mcpServers": {}}'))).toBe(true);
  const after = await digestOf('{"mcpServers": {} }');
  expect(ours().isTrusted(after)).toBe(false);
  ours().trust(after);
  expect([ours().isTrusted(before), ours().isTrusted(after)]).toEqual([false, true]);
});

test('a project is known by where it really is, and others are not trusted with it', () => {
  ours().trust('a');
  symlinkSync(project, join(home, 'link'));
  mkdirSync(join(home, 'other'));
  const trusted = ['link', 'other'].map((name) => mcpTrust({ env: {}, home }, join(home, name)).isTrusted('a'));
  expect(trusted).toEqual([true, false]);
});

test('the folder follows HOOKLINE_STATE_DIR, else XDG_STATE_HOME when it is absolute, else the home', () => {
  const at = (env: Record<string, string>): void => mcpTrust({ env, home }, project).trust('a');
  at({ HOOKLINE_STATE_DIR: join(home, 'own'), XDG_STATE_HOME: join(home, 'general') });
  at({ XDG_STATE_HOME: join(home, 'general') });
  at({ XDG_STATE_HOME: 'relative', HOOKLINE_STATE_DIR: '' });
  const name = `${sha256(project)}.json`;
  expect(readdirSync(join(home, 'own/mcp-trust'))).toEqual([name]);
  expect(readdirSync(join(home, 'general/hookline/mcp-trust'))).toEqual([name]);
  expect(readdirSync(folder)).toEqual([name]);
});

test('what others could have written, or what is damaged, is not believed', () => {
  ours().trust('a');
  const file = join(folder, `${sha256(project)}.json`);
  for (const text of ['', '{', '[]', '{"path":"/else","digest":"a"}', `{"path":"${project}","digest":["a"]}`]) {
    writeFileSync(file, text);
    expect(ours().isTrusted('a')).toBe(false);
  }
  ours().trust('a');
  chmodSync(folder, 0o777);
  expect(ours().isTrusted('a')).toBe(false);
  expect(() => ours().trust('a')).toThrow(
    new UsageProblem(`others can write to ${folder}; run: chmod go-w '${folder}'`),
  );
});

test('trust that cannot be kept is a problem in one line, and leaves nothing half done', () => {
  writeFileSync(join(home, 'file'), '');
  const elsewhere = mcpTrust({ env: { HOOKLINE_STATE_DIR: join(home, 'file') }, home }, project);
  expect(() => elsewhere.trust('a')).toThrow(UsageProblem);
  expect(elsewhere.isTrusted('a')).toBe(false);
});

test('a script of the project that a server is started with is covered, and no other file', async () => {
  const write = (name: string, text: string): void => writeFileSync(join(project, name), text);
  const digest = async (): Promise<string> => (await readMcpConfig(project, {})).digest ?? '';
  write('server.mjs', 'process.exit(0)');
  write('.mcp.json', JSON.stringify({ mcpServers: { own: { command: 'node', args: ['./server.mjs'] } } }));
  const before = await digest();
  write('notes.txt', 'other');
  expect(await digest()).toBe(before);
  write('server.mjs', 'process.exit(1)');
  expect(await digest()).not.toBe(before);
});
