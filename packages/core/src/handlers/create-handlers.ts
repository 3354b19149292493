import type {
  AskAgent,
  AskModel,
  CallMcpTool,
  CentralRequest,
  CommandRequest,
  Ending,
  FunctionRequest,
  Handlers,
  Report,
  Request,
  RunRequest,
} from '../model/index.ts';
import { runAgent, runPrompt } from './prompt.ts';
import { runCommand } from './command.ts';
import { runFunction } from './function.ts';
import { runMcpTool } from './mcp-tool.ts';
import { errorText } from '../process/errno.ts';
import { createNextRun } from './process/next-run.ts';
import type { Launcher } from './process/start.ts';
import type * as Warm from './warm/launcher.ts';

/** The host's own functions behind handlers that ask a model or an MCP server. */
export interface HostFunctions {
  readonly model?: AskModel | undefined;
  readonly agent?: AskAgent | undefined;
  readonly mcpTool?: CallMcpTool | undefined;
}

/** What asks the gateway about hooks that are decided there. */
interface CentralRunner {
  readonly ask: (request: CentralRequest, signal?: AbortSignal) => Promise<Report>;
  readonly close: () => void;
}

/** Whether hooks may be started ahead of need. */
export interface StartOptions {
  readonly warm?: boolean | undefined;
  /** Set by a host that ends before its background hooks do; there, starting ahead is not worthwhile. */
  readonly detach?: unknown;
  /** Called instead of running a request. */
  readonly adjust?: ((request: Request) => Request) | undefined;
  /** Called before the first process is started, and at the end. */
  /** Called with the first hook that is decided centrally. */
  readonly openCentral?: (() => Promise<CentralRunner>) | undefined;
  readonly presence?: { readonly enter: () => void; readonly leave: () => void } | undefined;
}

/** The runners of all handler kinds. */
export function createHandlers({
  model,
  agent,
  mcpTool,
  adjust,
  openCentral = async () => NO_CENTRAL,
  presence,
  ...start
}: HostFunctions & StartOptions): Handlers {
  const warm = isWarm(start) ? createWarmStart() : null;
  const ahead = warm ?? createNextRun();
  const others = createOthers({ model, agent, mcpTool }, openCentral);
  const runProgram = async (request: CommandRequest, signal?: AbortSignal): Promise<Report> => {
    try {
      return await runCommand(request, signal, warm?.launcher() ?? null);
    } finally {
      ahead.prepare();
    }
  };
  // Programs and functions take a separate path, because each extra promise adds to the cost of a hook.
  const run: RunRequest = (request, signal) => {
    if (!STARTS_NOTHING.has(request.kind)) presence?.enter();
    if (request.kind === 'command') return runProgram(request, signal);
    return request.kind === 'function' ? runFunction(request, signal) : others.run(request, signal);
  };
  return {
    run: adjust === undefined ? run : (request, signal) => run(adjust(request), signal),
    close: async () => {
      await Promise.all([others.close(), Promise.resolve(ahead.close())]);
      presence?.leave();
    },
  };
}

const NO_CENTRAL: CentralRunner = {
  ask: async () => emptyReport({ how: 'unavailable', why: 'this host cannot ask a gateway' }),
  close: () => undefined,
};

/** Handlers that run inside the host, or on another machine. */
const STARTS_NOTHING: ReadonlySet<Request['kind']> = new Set(['function', 'http', 'mcp_tool', 'central', 'impossible']);

interface Others {
  readonly run: (request: Exclude<Request, CommandRequest | FunctionRequest>, signal?: AbortSignal) => Promise<Report>;
  readonly close: () => Promise<void>;
}

/** All handlers but programs; workers, and code that few need, are imported with the first hook that needs them. */
function createOthers({ model, agent, mcpTool }: HostFunctions, openCentral: () => Promise<CentralRunner>): Others {
  const python = lazy(async () => (await import('./python.ts')).createPythonRunner());
  const modules = lazy(async () => (await import('./module.ts')).createModuleRunner());
  const central = lazy(openCentral);
  const carryOut: Others['run'] = async (request, signal) => {
    // Requests that wait for a slot are checked when they get it.
    const why = WAIT_FOR_A_PLACE.has(request.kind) ? null : (request.mayStart?.() ?? null);
    if (why !== null) return neverStarted(why);
    switch (request.kind) {
      case 'http':
        return (await import('./http.ts')).runHttp(request, signal);
      case 'python':
        return (await python.get()).run(request, signal);
      case 'module':
        return (await modules.get()).run(request, signal);
      case 'prompt':
        return runPrompt(request, model, signal);
      case 'agent':
        return runAgent(request, agent, signal);
      case 'mcp_tool':
        return runMcpTool(request, mcpTool, signal);
      case 'central':
        return (await central.get()).ask(request, signal);
      case 'impossible':
        return neverStarted(request.why);
    }
  };
  const run: Others['run'] = async (request, signal) => {
    try {
      return await carryOut(request, signal);
    } catch (error) {
      return emptyReport({ how: 'failed-inside', why: errorText(error) });
    }
  };
  const close = async (): Promise<void> => {
    const made = [python.ifMade(), modules.ifMade(), central.ifMade()].filter((workers) => workers !== undefined);
    await Promise.all(made.map(async (workers) => (await workers).close()));
  };
  return { run, close };
}

const WAIT_FOR_A_PLACE: ReadonlySet<Request['kind']> = new Set(['python', 'module']);

const isWarm = ({ warm, detach }: StartOptions): boolean =>
  (warm ?? detach === undefined) && process.platform === 'linux' && process.env['HOOKLINE_WARM'] !== '0';

/** Starts hooks ahead of need, once a first one has run; that first one does not wait for it. */
interface WarmStart {
  readonly launcher: () => Launcher | null;
  readonly prepare: () => void;
  readonly close: () => Promise<void>;
}

function createWarmStart(): WarmStart {
  let used: ReturnType<typeof Warm.useLauncher> | null = null;
  let isClosed = false;
  return {
    launcher: () => {
      if (used === null && loaded !== null && !isClosed) used = loaded.useLauncher();
      return used?.launcher ?? null;
    },
    prepare: () => {
      if (used !== null || isClosed) return;
      const take = (warm: typeof Warm): void => {
        loaded = warm;
        if (isClosed || used !== null) return;
        used = warm.useLauncher();
        used.launcher.enter()(); // counts the hook that has already run
      };
      import('./warm/launcher.ts').then(take, () => undefined); // without it, hooks are started without warming
    },
    close: async () => {
      isClosed = true;
      await used?.leave();
      used = null;
    },
  };
}

/** If another set of hooks in this process has loaded it, it is available at once. */
let loaded: typeof Warm | null = null;

interface Lazy<Made> {
  readonly get: () => Promise<Made>;
  /** What has been created so far; asking creates nothing. */
  readonly ifMade: () => Promise<Made> | undefined;
}

function lazy<Made>(make: () => Promise<Made>): Lazy<Made> {
  let made: Promise<Made> | undefined;
  return { get: () => (made ??= make()), ifMade: () => made };
}

const neverStarted = (why: string): Report => emptyReport({ how: 'not-started', why });

const emptyReport = (ending: Ending): Report => ({
  ending,
  stdout: '',
  stderr: '',
  truncated: [],
  durationMs: 0,
});
