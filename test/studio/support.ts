import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AnyEvent, createHooks, recordFolder, stateFolder, trustProject } from '@hookline/core/internal';
import { onTestFinished } from 'vitest';
import { openStudio, readPageFiles, type Studio, type StudioOptions } from '@hookline/studio/open';

/** A project with a guard, in a home of its own. */
export interface TestPlace {
  readonly project: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly record: string;
  readonly state: string;
}

/** A guard that blocks `rm -rf`, asks about `git push`, and fails on `crash`. */
export const GUARD = [
  'input=$(cat)',
  'case "$input" in',
  '  *"rm -rf"*) echo "rm -rf is not allowed here" >&2; exit 2 ;;',
  '  *crash*) echo "the guard broke" >&2; exit 1 ;;',
  'esac',
  '',
].join('\n');

export async function testPlace(isTrusted = true): Promise<TestPlace> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-studio-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [project, home] = [join(folder, 'project'), join(folder, 'home')];
  for (const each of [join(project, '.qoder'), join(project, 'guards'), home]) mkdirSync(each, { recursive: true });
  writeFileSync(join(project, 'guards/no-rm.sh'), GUARD, { mode: 0o755 });
  const command = { type: 'command', name: 'no-rm', command: 'bash guards/no-rm.sh' };
  const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command] }] } };
  writeFileSync(join(project, '.qoder/settings.json'), JSON.stringify(settings, null, 2));
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
  if (isTrusted) await trustProject({ project, home, env });
  return { project, home, env, record: recordFolder(env, home), state: stateFolder(env, home) };
}

export const GUARD_ID = 'qoder:project:PreToolUse[0].hooks[0]';

/** Lets the project's hooks decide about commands, as an agent would, and gives the ids of the decisions. */
export async function fireCommands(
  { project, home, env }: TestPlace,
  ...commands: readonly string[]
): Promise<readonly string[]> {
  const ids: string[] = [];
  const hooks = await createHooks({ project, home, env, warm: false });
  for (const command of commands) {
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 's-1',
      cwd: project,
      tool_name: 'Bash',
      tool_input: { command },
    };
    await hooks.fire(event as AnyEvent, { notesOn: (_outcome, id) => (ids.push(id), []) });
  }
  await hooks.close();
  return ids;
}

/** A page's folder, since the real page is built elsewhere. */
function pageFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(folder, 'page.js'), 'export {};');
  writeFileSync(join(folder, 'secret.key'), 'no file of the page');
  return folder;
}

/** JSON of any shape: tests look at what they expect in it. */
export type Loose = Record<string, ReturnType<typeof JSON.parse>>;

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** The JSON in it; an empty object where it is none. */
  readonly body: Loose;
}

export interface Asked {
  readonly method?: string;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks the server as a program does: exactly these headers, and no others but the host. */
export const ask = (
  port: number,
  path: string,
  { method = 'GET', json, text, headers = {} }: Asked = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const body = json === undefined ? text : JSON.stringify(json);
    const type = json === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port, path, method, agent: false, headers: { ...type, ...headers } });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const whole = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: whole, body: parsed(whole) });
      });
    });
    sent.end(body);
  });

function parsed(text: string): Loose {
  try {
    return JSON.parse(text) as Loose;
  } catch {
    return {};
  }
}

/** A studio that runs, asked with its token. */
export interface OpenedStudio {
  readonly studio: Studio;
  readonly port: number;
  readonly token: string;
  readonly code: string;
  readonly bearer: { readonly Authorization: string };
  readonly failures: readonly string[];
  readonly get: (path: string) => Promise<Answer>;
  readonly send: (method: string, path: string, json?: unknown) => Promise<Answer>;
}

export async function openTestStudio(place: TestPlace, options: Partial<StudioOptions> = {}): Promise<OpenedStudio> {
  const failures: string[] = [];
  const { project, home, env, record, state } = place;
  const studio = await openStudio({
    place: { project, home, env },
    record,
    state,
    mode: 'look',
    demo: false,
    port: 0,
    idleMs: 60_000,
    files: readPageFiles(pageFolder()),
    version: '0.0.0',
    socket: join(state, 'no.sock'),
    person: null,
    onFailure: (text) => void failures.push(text),
    ...options,
  });
  onTestFinished(() => studio.close());
  const { port } = studio;
  const code = codeOf(studio);
  const { body } = await ask(port, '/api/session', { method: 'POST', json: { code } });
  const token = String(body['token']);
  const bearer = { Authorization: `Bearer ${token}` };
  return {
    studio,
    port,
    token,
    code,
    bearer,
    failures,
    get: (path) => ask(port, path, { headers: bearer }),
    send: (method, path, json = {}) =>
      ask(port, path, { method, headers: bearer, ...(method === 'DELETE' ? {} : { json }) }),
  };
}

export const codeOf = (studio: Studio): string => new URL(studio.newAddress()).hash.slice(1);

/** Waits until something is so; the test's own limit ends it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

/** Reads messages of a stream until it is closed. */
export function readStream(port: number, path: string, headers: Readonly<Record<string, string>>): TestStream {
  const messages: Loose[] = [];
  const ids: string[] = [];
  let isOpen = false;
  let isEnded = false;
  let rest = '';
  const sent = request({ host: '127.0.0.1', port, path, agent: false, headers });
  sent.on('error', () => (isEnded = true));
  sent.on('response', (response) => {
    isOpen = true;
    response.on('error', () => (isEnded = true));
    response.on('close', () => (isEnded = true));
    response.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n\n');
      rest = parts.pop() ?? '';
      for (const line of parts.flatMap((part) => part.split('\n'))) {
        if (line.startsWith('data: ')) messages.push(JSON.parse(line.slice(6)) as Loose);
        if (line.startsWith('id: ')) ids.push(line.slice(4));
      }
    });
  });
  sent.end();
  onTestFinished(() => void sent.destroy());
  return { messages, ids, isOpen: () => isOpen, isEnded: () => isEnded, close: () => void sent.destroy() };
}

export interface TestStream {
  readonly messages: readonly Loose[];
  readonly ids: readonly string[];
  readonly isOpen: () => boolean;
  readonly isEnded: () => boolean;
  readonly close: () => void;
}
