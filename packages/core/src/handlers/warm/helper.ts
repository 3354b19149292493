import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { basename } from 'node:path';
import { assetPath } from '../assets.ts';
import { signalGroup } from '../../process/signal.ts';
import { privateFolder } from '../process/private-folder.ts';
import type { Exit } from '../process/run.ts';

/** The source of a program's descriptor: none, a file to read, or the read or write end of a named pipe. */
type End = { readonly kind: 'none' } | { readonly kind: 'file' | 'from' | 'to'; readonly path: string };

/** A program to be started in its own process group. */
export interface Order {
  readonly file: string;
  readonly argv0: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdio: readonly End[];
}

/** A program that the helper has started. */
export interface StartedShell {
  readonly pid: number;
  readonly exit: Promise<Exit>;
  readonly exitSoFar: () => Exit | null;
  /** It is not ended with the helper. */
  readonly release: () => void;
}

interface HelperAnswer {
  readonly id?: number;
  readonly ready?: number;
  readonly pid?: number;
  readonly error?: string;
  readonly code?: number | null;
  readonly signal?: string | null;
  readonly parses?: boolean;
}

/** Whether this host can have a helper: it is a Node program, and the helper's file exists. */
export function canHaveHelper(): boolean {
  return (
    process.platform === 'linux' &&
    /^node(?:js)?[\d.]*$/.test(basename(process.execPath)) &&
    process.versions['electron'] === undefined &&
    existsSync(assetPath(HELPER))
  );
}

const HELPER = 'start-helper.cjs';
/** The error code for a dead helper; what it was asked to start may be running or not. */
export const HELPER_DIED = 'EHELPER';
const LOST: HelperAnswer = { code: null, signal: 'SIGKILL', error: HELPER_DIED };

/** Owns the small process that starts programs: forking it costs the same however much memory the host uses. */
export class Helper {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (answer: HelperAnswer) => void>();
  readonly #groups = new Map<number, number>();
  readonly #onDeath: () => void;
  #rest = '';
  #orders = 0;
  #holds = 0;
  #isReady = false;
  #isGone = false;

  /** Throws as `spawn` does; `onDeath` is called once, when the helper is gone for whatever reason. */
  constructor(onDeath: () => void) {
    this.#onDeath = onDeath;
    this.#child = spawn(process.execPath, [...MODEST, assetPath(HELPER), String(process.pid), privateFolder()], {
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.on('error', () => this.#die());
    this.#child.unref();
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
    this.#child.stdout?.once('close', () => this.#die());
    if (this.#child.stdin instanceof Socket) this.#child.stdin.unref();
    this.#keepHost();
  }

  isReady(): boolean {
    return this.#isReady && !this.#isGone;
  }

  /** Rejects with the system's error when the program cannot be started. */
  async start(order: Order): Promise<StartedShell> {
    let isStarted = false;
    let known: Exit | null = null;
    let settle: (exit: Exit) => void = () => undefined;
    const exit = new Promise<Exit>((resolve) => (settle = resolve));
    let id = 0;
    const pid = await new Promise<number>((resolve, reject) => {
      id = this.#ask({ kind: 'start', ...order }, (answer) => {
        if (answer.pid !== undefined) {
          isStarted = true;
          this.#groups.set(id, answer.pid);
          return resolve(answer.pid);
        }
        this.#forget(id);
        if (!isStarted) reject(Object.assign(new Error(answer.error ?? 'the helper is gone'), { code: answer.error }));
        known = exitOf(answer);
        settle(known);
      });
    });
    return { pid, exit, exitSoFar: () => known, release: () => this.#release(id) };
  }

  #release(id: number): void {
    this.#groups.delete(id);
    this.#child.stdin?.write(`${JSON.stringify({ id, kind: 'release' })}\n`);
  }

  /** Runs a program without input and output; false when it fails, or cannot be started. */
  async run(file: string, args: readonly string[]): Promise<boolean> {
    const none = { kind: 'none' } as const;
    const order = { file, argv0: file, args, cwd: '/', env: {}, stdio: [none, none, none] };
    const letGo = this.hold();
    try {
      const ended = await (await this.start(order)).exit;
      return ended.how === 'exited' && ended.code === 0;
    } catch {
      return false;
    } finally {
      letGo();
    }
  }

  /** Whether this bash finds no syntax error in the text, which is not run; undefined when that cannot be found out. */
  async parses(file: string, text: string, env: Readonly<Record<string, string>>): Promise<boolean | undefined> {
    return new Promise((resolve) => {
      const id = this.#ask({ kind: 'parse', file, text, env }, (answer) => {
        this.#forget(id);
        resolve(answer.parses);
      });
    });
  }

  /** Ends it with everything that it has started. */
  async end(): Promise<void> {
    if (this.#isGone) return;
    const exited = this.#child.exitCode === null && this.#child.signalCode === null ? once(this.#child, 'exit') : null;
    this.#child.stdin?.end(`${JSON.stringify({ kind: 'end' })}\n`);
    this.#child.ref();
    await exited?.catch(() => undefined);
    this.#die();
  }

  /**
   * Keeps this process alive for the helper's replies until the returned function is called; nothing else of the
   * helper does.
   */
  hold(): () => void {
    this.#holds += 1;
    this.#keepHost();
    let isHeld = true;
    return () => {
      if (isHeld) this.#holds -= 1;
      isHeld = false;
      this.#keepHost();
    };
  }

  #keepHost(): void {
    const { stdout } = this.#child;
    if (!(stdout instanceof Socket)) return;
    if (this.#holds > 0) stdout.ref();
    else stdout.unref();
  }

  #ask(order: object, told: (answer: HelperAnswer) => void): number {
    this.#orders += 1;
    const id = this.#orders;
    this.#pending.set(id, told);
    this.#child.stdin?.write(`${JSON.stringify({ id, ...order })}\n`);
    if (this.#isGone) queueMicrotask(() => told(LOST));
    return id;
  }

  #hear(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(JSON.parse(line) as HelperAnswer);
  }

  #take(answer: HelperAnswer): void {
    if (answer.ready !== undefined) this.#isReady = true;
    if (answer.id !== undefined) this.#pending.get(answer.id)?.(answer);
  }

  #forget(id: number): void {
    this.#pending.delete(id);
    this.#groups.delete(id);
  }

  /** The exit of its programs can no longer be reported, so they are killed, and none runs unwatched. */
  #die(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    for (const pid of this.#groups.values()) signalGroup(pid, 'SIGKILL');
    const waiting = [...this.#pending.values()]; // each removes itself from the map when it settles
    for (const told of waiting) told(LOST);
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
    this.#onDeath();
  }
}

/** It needs very little: a small heap and no threads. */
const MODEST = ['--max-old-space-size=64', '--max-semi-space-size=1', '--v8-pool-size=0'];

const exitOf = ({ code, signal }: HelperAnswer): Exit =>
  typeof code === 'number' ? { how: 'exited', code } : { how: 'killed', signal: signal ?? 'unknown' };
