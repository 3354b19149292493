import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '@hookline/core';
import { type SeenRequest, type ServerReply, startOpenAiServer } from '../support/openai-server.ts';
import type { Client, InputLine, Play, Run } from './client.ts';
import type { Place } from './place.ts';

/** A run that takes longer is killed. They take about a second, or as long as the agent waits for a hook that hangs. */
const LONGEST_MS = 240_000;

/**
 * Requests to the model beyond those that a play needs: an agent that a hook keeps working for ever has shown by then
 * what it does.
 */
const MOST_FURTHER_REQUESTS = 30;

/** The last words of the fake model. */
const LAST_WORDS = 'DONE';

/** Runs the program once in a place, against a model that plays its part. */
export async function runClient(
  { client, program }: { readonly client: Client; readonly program: readonly string[] },
  place: Place,
  play: Play,
  environment: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const askedAt: number[] = [];
  const model = modelOf(client, play);
  const enough = new AbortController();
  const server = await startOpenAiServer((request) => {
    askedAt.push(performance.timeOrigin + performance.now());
    if (askedAt.length > play.calls.length + MOST_FURTHER_REQUESTS) enough.abort();
    return model(request);
  });
  try {
    const home = { ...client.home, ...(play.isTrusted === false ? {} : client.trusting) };
    place.lay(Object.fromEntries(Object.entries(home).map(([name, content]) => [`home/${name}`, content])));
    place.lay(play.files ?? {});
    const modelUrl = server.url.replace(/\/v1$/, '');
    const env: Readonly<Record<string, string>> = {
      PATH: process.env['PATH'] ?? '',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      HOME: place.home,
      ...place.fill(client.environment(modelUrl, play)),
      ...environment,
    };
    if (client.settings !== undefined)
      completeSettings(client.settings, fileOf(client.settings, place, env), { place, play, modelUrl });
    const cwd = play.cwd === undefined ? place.project : join(place.root, play.cwd);
    mkdirSync(cwd, { recursive: true });
    const options = { cwd, env };
    const [command = '', ...words] = [...program, ...place.fill(client.words(play))];
    const ended = await start(command, words, client.input(play), { ...options, signal: enough.signal });
    return { ...ended, requests: server.requests, askedAt, root: place.root };
  } finally {
    await server.close();
  }
}

type Settings = NonNullable<Client['settings']>;

function fileOf(settings: Settings, { root }: Place, env: Readonly<Record<string, string>>): string {
  const folder = 'movedBy' in settings && settings.movedBy !== undefined ? env[settings.movedBy] : undefined;
  return folder === undefined ? join(root, settings.file) : join(folder, basename(settings.file));
}

function completeSettings(
  settings: Settings,
  file: string,
  { place, play, modelUrl }: { readonly place: Place; readonly play: Play; readonly modelUrl: string },
): void {
  if ('keys' in settings) return putKeys(file, settings.keys);
  const { head, tail } = place.fill(settings.around(modelUrl, play));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${head}${existsSync(file) ? readFileSync(file, 'utf8') : ''}${tail}`);
}

/** Puts keys at the beginning of a settings file; all else in it stays as it is written, comments too. */
function putKeys(file: string, keys: JsonObject): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const at = text.indexOf('{') + 1;
  const isBare = text.slice(at).trimStart().startsWith('}');
  const piece = JSON.stringify(keys).slice(1, -1);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text.slice(0, at)}${piece}${isBare ? '' : ','}${text.slice(at)}`);
}

/** A model that makes the calls of the play, one a turn, and then says that it is done. */
export function modelOf(client: Pick<Client, 'asker'>, play: Play): (request: SeenRequest) => ServerReply {
  let next = 0;
  return (request) => {
    const asker = client.asker(request);
    if (asker === 'hook') return { text: play.judgement ?? LAST_WORDS };
    if (asker === 'hook-agent') return { calls: [{ name: 'StructuredOutput', input: play.judgement ?? '{}' }] };
    if (asker === 'subagent') return { text: `SUB${LAST_WORDS}` };
    if (play.failure !== undefined) return failureOf(play.failure);
    const call = play.calls[next];
    next += 1;
    return call === undefined ? { text: LAST_WORDS } : { calls: [call] };
  };
}

function failureOf(failure: string): ServerReply {
  const [, status = '500', message = failure] = /^(\d{3}) (.*)$/.exec(failure) ?? [];
  return { status: Number(status), body: { error: { message, type: 'invalid_request_error' } } };
}

type Ended = Omit<Run, 'requests' | 'askedAt' | 'root'>;

interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Ends the program. */
  readonly signal: AbortSignal;
}

async function start(
  program: string,
  words: readonly string[],
  input: readonly InputLine[],
  { signal, ...options }: StartOptions,
): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(program, words, { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: JsonObject[] = [];
  const arrivals: number[] = [];
  let stdout = '';
  let stderr = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    stdout += `${line}\n`;
    const value = objectIn(line);
    if (value === undefined) return;
    lines.push(value);
    arrivals.push(performance.now() - startedAt);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  const end = (): void => killGroup(child.pid);
  const timer = setTimeout(end, LONGEST_MS);
  signal.addEventListener('abort', end);
  const closed = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  let isOver = false;
  const write = async (): Promise<void> => {
    for (const { line, until } of input) {
      child.stdin.write(`${JSON.stringify(line)}\n`);
      while (!isOver && lines.filter(({ type }) => type === until.type).length < until.count) await wait(20);
    }
    child.stdin.end();
  };
  const written = write();
  try {
    const status = await closed;
    return { status, tookMs: performance.now() - startedAt, lines, arrivals, stdout, stderr };
  } finally {
    isOver = true;
    clearTimeout(timer);
    await written;
  }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself.
  }
}

function objectIn(line: string): JsonObject | undefined {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
