import type { ChildProcess, SpawnOptions } from 'node:child_process';

/** What is used of Node's own handle of a process, the one that `child_process` itself works with. */
interface ProcessHandle {
  readonly pid: number;
  onexit: (code: number, signal: string) => void;
  readonly spawn: (options: HandleOptions) => number;
  readonly close: () => void;
  readonly unref: () => void;
}

interface HandleOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly envPairs: readonly string[];
  readonly detached: boolean;
  readonly stdio: readonly Readonly<Record<string, unknown>>[];
}

/**
 * `spawn` of `node:child_process` without its price at the start of a process, a fifth of what Node itself takes: that
 * module brings streams, sockets and datagrams along. Only a child that works on descriptors is started this way, in the
 * build's file for `fire`; any other, and whatever goes wrong, is left to the module.
 */
export function spawn(file: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  return quickly(file, args, options) ?? process.getBuiltinModule('node:child_process').spawn(file, args, options);
}

function quickly(file: string, args: readonly string[], options: SpawnOptions): ChildProcess | null {
  const asked = handleOptions(file, args, options);
  const Handle = asked === null ? null : handleClass();
  if (asked === null || Handle === null) return null;
  const handle = new Handle();
  const child = new QuickChild(handle);
  // A failure is tried again by the module, which says what is wrong in its own words.
  return handle.spawn(asked) === 0 ? (child.started() as unknown as ChildProcess) : null;
}

const TAKEN: ReadonlySet<string> = new Set(['argv0', 'cwd', 'env', 'detached', 'stdio', 'windowsHide']);

/** What the handle is told; null where the module has more to do than to pass it on. */
function handleOptions(file: string, args: readonly string[], options: SpawnOptions): HandleOptions | null {
  const { stdio, cwd, env, detached = false, argv0 = file } = options;
  if (process.platform === 'win32' || !Object.keys(options).every((name) => TAKEN.has(name))) return null;
  if (!Array.isArray(stdio) || !stdio.every((end) => typeof end === 'number')) return null;
  if (cwd instanceof URL || env === undefined) return null;
  const envPairs = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
  // The system's texts end at a NUL byte, and what would be cut off here is refused by the module.
  if ([file, argv0, cwd ?? '', ...args, ...envPairs].some((text) => text.includes('\0'))) return null;
  const ends = stdio.map((fd) => ({ type: 'fd', fd }));
  return { file, args: [argv0, ...args], cwd, envPairs, detached, stdio: ends };
}

/** Null where Node keeps the handle to itself, or would warn of its use. */
function handleClass(): (new () => ProcessHandle) | null {
  try {
    const warns = [process.env['NODE_OPTIONS'], ...process.execArgv].some((text) =>
      text?.includes('pending-deprecation'),
    );
    if (warns || process.env['NODE_PENDING_DEPRECATION'] === '1') return null;
    const { binding } = process as unknown as { readonly binding: (name: string) => { readonly Process: unknown } };
    const { Process } = binding('process_wrap');
    return typeof Process === 'function' ? (Process as new () => ProcessHandle) : null;
  } catch {
    return null;
  }
}

type Listener = (code: number | null, signal: string | null) => void;

/** As much of a child as its watchers use: its number, and word of its end. */
class QuickChild {
  readonly stdin = null;
  readonly stdout = null;
  readonly stderr = null;
  pid: number | undefined;
  readonly #handle: ProcessHandle;
  #listeners: Listener[] = [];

  constructor(handle: ProcessHandle) {
    this.#handle = handle;
    handle.onexit = (code, signal) => {
      handle.close();
      for (const listener of this.#listeners.splice(0)) listener(signal ? null : code, signal || null);
    };
  }

  started(): this {
    this.pid = this.#handle.pid;
    return this;
  }

  /** It can only exit: a child that could not be started is not ours, and nothing is sent to it. */
  on(event: string, listener: Listener): this {
    if (event === 'exit') this.#listeners.push(listener);
    return this;
  }

  once(event: string, listener: Listener): this {
    return this.on(event, listener);
  }

  unref(): void {
    this.#handle.unref();
  }
}
