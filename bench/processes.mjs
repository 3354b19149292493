// Starts the processes in which the sides run, and asks them.
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONTESTANT = fileURLToPath(new URL('contestant.mjs', import.meta.url));
const ANSWER_LIMIT_MS = 60_000;
const CLOSE_LIMIT_MS = 3000;

/** Processes by name; a side that names none gets one to itself. `close` ends them all. */
export function createProcesses(folder) {
  const running = new Map();
  let count = 0;
  const processFor = (name) => {
    const known = running.get(name);
    if (known !== undefined) return known;
    const home = join(folder, `process-${++count}`);
    mkdirSync(home, { recursive: true });
    const started = startProcess(home);
    running.set(name, started);
    return started;
  };
  return {
    /** Makes a task ready; it is measured by `measure(repeat)`. */
    async prepare(name, { side, options = {}, ballastMb = 0 }) {
      const { ask } = processFor(name);
      const task = `${name}#${++count}`;
      await ask('prepare', { task, side, options, ballastMb });
      return { measure: (repeat) => ask('measure', { task, repeat }) };
    },
    /** Ends the processes whose names are not to be kept. */
    async close(keeps = () => false) {
      const ending = [...running].filter(([name]) => !keeps(name));
      for (const [name] of ending) running.delete(name);
      await Promise.all(ending.map(([, { end }]) => end()));
    },
  };
}

function startProcess(home) {
  const child = fork(CONTESTANT, [], {
    cwd: home,
    env: environmentIn(home),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const waiting = new Map();
  let count = 0;
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints = (complaints + chunk).slice(-2000);
  });
  child.on('message', ({ id, answer, problem }) => {
    if (problem === undefined) waiting.get(id)?.resolve(answer);
    else waiting.get(id)?.reject(new Error(problem));
    waiting.delete(id);
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values())
      reject(new Error(`its process ended with ${code ?? signal}: ${complaints}`));
    waiting.clear();
  });
  const ask = (what, details) => {
    const id = ++count;
    const answered = new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      child.send({ id, ask: what, ...details }, (error) => error && reject(error));
    });
    const limit = setTimeout(() => waiting.get(id)?.reject(new Error('it gave no answer in time')), ANSWER_LIMIT_MS);
    return answered.finally(() => clearTimeout(limit));
  };
  return { ask, end: () => endProcess(child, ask) };
}

/** SHLVL, because bash without it takes a socket on stdin for a remote login and reads start-up files. */
const environmentIn = (home) => ({
  PATH: process.env.PATH,
  HOME: home,
  LANG: 'C.UTF-8',
  SHLVL: '1',
  HOOKLINE_STATE_DIR: join(home, 'hookline-state'),
});

async function endProcess(child, ask) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const force = setTimeout(() => child.kill('SIGKILL'), CLOSE_LIMIT_MS);
  await ask('close', {}).catch(() => undefined);
  child.disconnect();
  child.kill();
  await ended;
  clearTimeout(force);
}
