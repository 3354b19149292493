import { errorText, signalGroup, startInGroup } from '@hookline/core/internal';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { MessageLines } from './message-lines.ts';
import type { StdioServerConfig } from './server-config.ts';

/** Turns a line into a message; throws for anything else. */
type ReadMessage = (line: string) => JSONRPCMessage;

/** Speaks MCP with a child process over its standard streams; after `close` nothing of its process group is left. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #config: StdioServerConfig;
  readonly #env: Readonly<Record<string, string>>;
  readonly #readMessage: ReadMessage;
  readonly #lines = new MessageLines();
  #child: ChildProcessWithoutNullStreams | null = null;
  #gone: Promise<void> = Promise.resolve();
  #ending: string | null = null;
  #fault: string | null = null;
  #errors = Buffer.alloc(0);
  #strayLine: string | null = null;

  constructor(config: StdioServerConfig, env: Readonly<Record<string, string>>, readMessage: ReadMessage) {
    this.#config = config;
    this.#env = env;
    this.#readMessage = readMessage;
  }

  /** How the program ended, such as `exited with code 3`; null while it runs. */
  get ending(): string | null {
    return this.#ending;
  }

  /** The last line that it wrote to standard error; empty when there is none. */
  get lastErrorLine(): string {
    return this.#errors.toString('utf8').trim().split('\n').at(-1)?.trim() ?? '';
  }

  /** The first line on standard output that was no message. */
  get strayLine(): string | null {
    return this.#strayLine;
  }

  async start(): Promise<void> {
    const { command, args, cwd } = this.#config;
    const child = startInGroup(command, args, { cwd, env: { ...this.#env }, tag: TAG });
    this.#child = child;
    const started = new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    this.#gone = this.#follow(child);
    child.stdout.on('data', (piece: Buffer) => this.#take(piece));
    child.stderr.on('data', (piece: Buffer) => {
      this.#errors = Buffer.concat([this.#errors, piece]).subarray(-MOST_ERROR_BYTES);
    });
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      stream.on('error', (error) => this.onerror?.(error));
    }
    await started;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (child === null || this.#ending !== null)
      throw Object.assign(new Error('the server has ended'), { code: 'EPIPE' });
    await new Promise<void>((resolve, reject) => {
      const line = `${JSON.stringify(message)}\n`;
      child.stdin.write(line, (error) => (error === null || error === undefined ? resolve() : reject(error)));
    });
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    child.stdin.end();
    if (await this.endsWithin(GRACE_MS)) return;
    signalGroup(child.pid, 'SIGTERM');
    if (await this.endsWithin(GRACE_MS)) return;
    signalGroup(child.pid, 'SIGKILL');
    await this.#gone;
  }

  /** Whether the program is gone after at most this time; it is not signalled. */
  async endsWithin(limitMs: number): Promise<boolean> {
    const stop = new AbortController();
    const late = wait(limitMs, false, { signal: stop.signal }).catch(() => false);
    const isGone = await Promise.race([this.#gone.then(() => true), late]);
    stop.abort();
    return isGone;
  }

  /** Resolves when the program has ended and its output is read, or a process that left the group still holds its pipes. */
  async #follow(child: ChildProcessWithoutNullStreams): Promise<void> {
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    await new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', (code, signal) => {
        const how = code === null ? `was killed by ${signal ?? 'a signal'}` : `exited with code ${code}`;
        this.#ending = this.#fault ?? how;
        resolve();
      });
    });
    const stop = new AbortController();
    await Promise.race([closed, wait(LAST_WORDS_MS, undefined, { signal: stop.signal }).catch(() => undefined)]);
    stop.abort();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    this.onclose?.();
  }

  #take(piece: Buffer): void {
    try {
      for (const line of this.#lines.take(piece)) this.#read(line);
    } catch (error) {
      this.#fault = `was ended: ${errorText(error)}`;
      if (this.#child?.pid !== undefined) signalGroup(this.#child.pid, 'SIGKILL');
      this.#child?.stdout.destroy();
    }
  }

  // A line that is no message is skipped: many servers print a greeting.
  #read(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = this.#readMessage(line);
    } catch {
      if (line.trim() !== '') this.#strayLine ??= line.trim().slice(0, 200);
      return;
    }
    this.onmessage?.(message);
  }
}

/** The variable that tells to which server a process belongs. */
const TAG = 'HOOKLINE_SERVER';
const MOST_ERROR_BYTES = 2048;
const GRACE_MS = 1_000;
const LAST_WORDS_MS = 500;
