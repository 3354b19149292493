#!/usr/bin/env node
// Follows one PreToolUse with one command hook through the unbundled program, from the command's first function to its exit, and
// says through how much of it the event goes. With --json: {files, functions, hops, forwards, backs}.
//
//   files      source files with at least one named function that ran; what modules do while they are loaded does not count
//   functions  named functions that ran, each once
//   spine      the chain of calls that are open when the hook's process is started, with those down to the stages before it
//              (`plan`, `admit`, `encode`), followed by the chains that turn its report into the outcome: down to `decode`, to
//              `confirm`, to `fold` and to what writes the answer
//   hops       steps of the spine into another file; going back up to a caller is no step
//   forwards   functions on the spine whose body only calls one other function with their own arguments
//   backs      hops into a file that the spine had entered before and left
//
// A call is open inside of another when that one made it or waits for it, also across promises (AsyncLocalStorage).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PACKAGES, sourcesOf } from './import-graph.mjs';
import { instrument } from './instrument.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const HOOK = 'walked-hook.sh';
/** The functions of the engine that the line is made of; the start of the process and what prints are seen by the tracer. */
const BEFORE_START = ['plan', 'admit', 'encode'];
const AFTER_END = ['decode', 'confirm', 'fold'];

/** The figures of the walk, and what they were counted from: `{ files, functions, hops, forwards, backs, spine, visited }`. */
export function walk() {
  const folder = mkdtempSync(join(tmpdir(), 'walk-'));
  try {
    const functions = instrumentAll(folder);
    return measure(runTraced(folder), functions);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the instrumented program and gives its functions by their id: `{ file, name, isForward }`. */
function instrumentAll(folder) {
  const all = [];
  for (const name of PACKAGES) {
    for (const file of sourcesOf(name)) {
      const { code, functions } = instrument(
        file,
        readFileSync(join(root, 'packages', name, 'src', file), 'utf8'),
        all.length,
      );
      all.push(...functions.map((each) => ({ ...each, file: `${name}/${file}` })));
      const target = join(folder, 'packages', name, 'src', file.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, inPlace(code, folder));
    }
    symlinkSync(join(root, 'packages', name, 'package.json'), join(folder, 'packages', name, 'package.json'));
  }
  symlinkSync(join(root, 'packages/core/assets'), join(folder, 'packages/core/assets'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return all;
}

const inPlace = (code, folder) =>
  code.replace(/\b(from|import|import\()(\s*)"([^"\n]+)"/g, (_, word, space, target) => {
    const [, name, door = 'index'] = /^@hookline\/(\w+)(?:\/(\w+))?$/.exec(target) ?? [];
    const found =
      name === undefined
        ? target.replace(/^(\..*)\.ts$/, '$1.js')
        : pathToFileURL(join(folder, 'packages', name, 'src', `${door}.js`)).href;
    return `${word}${space}"${found}"`;
  });

/** Fires the event by the command; the hook is the user's own and refuses. */
function runTraced(folder) {
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  mkdirSync(join(home, '.qoder'), { recursive: true });
  mkdirSync(project);
  writeFileSync(join(home, HOOK), 'echo "not today" >&2; exit 2\n');
  const command = { type: 'command', command: `/bin/sh ${join(home, HOOK)}` };
  const settings = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command] }] } };
  writeFileSync(join(home, '.qoder/settings.json'), JSON.stringify(settings));
  const trace = join(folder, 'trace.json');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    HOOKLINE_STATE_DIR: join(home, 'state'),
    HOOKLINE_WARM: '0',
    WALK_TRACE: trace,
    WALK_HOOK: HOOK,
  };
  const tracer = pathToFileURL(join(root, 'scripts/walk-tracer.mjs')).href;
  const ended = spawnSync(process.execPath, ['--import', tracer, join(folder, 'packages/cli/src/start.js'), 'fire'], {
    cwd: project,
    env,
    input: JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }),
    encoding: 'utf8',
  });
  if (ended.status !== 2) throw new Error(`the walk ended with ${ended.status ?? ended.signal}:\n${ended.stderr}`);
  return JSON.parse(readFileSync(trace, 'utf8'));
}

function measure({ calls, landmarks }, functions) {
  const visited = new Set(calls.map(([id]) => id));
  const spine = spineOf(calls, landmarks, functions);
  const hops = spine.filter(({ from, file }) => from !== null && from !== file);
  return {
    files: new Set([...visited].map((id) => functions[id].file)).size,
    functions: visited.size,
    hops: hops.length,
    forwards: spine.filter(({ isForward }) => isForward).length,
    backs: hops.filter(({ isBack }) => isBack).length,
    spine,
    visited: [...visited].map((id) => functions[id]),
  };
}

/** The steps of the spine in their order: each function with the file that it was called from. */
function spineOf(calls, { start, print }, functions) {
  const stage = (name) => [name, calls.findIndex(([id]) => isStage(functions[id], name))];
  const ends = [...BEFORE_START.map(stage), ['start', start ?? -1], ...AFTER_END.map(stage), ['print', print ?? -1]];
  const missing = ends.filter(([, number]) => number < 0).map(([name]) => name);
  if (missing.length > 0) throw new Error(`the walk does not come by ${missing.join(', ')}`);
  const steps = new Map();
  const entered = new Set();
  for (const [, end] of ends) {
    for (const number of chainTo(calls, end)) {
      if (steps.has(number)) continue;
      const [id, parent] = calls[number];
      const from = parent === null ? null : functions[calls[parent][0]].file;
      const { file } = functions[id];
      steps.set(number, { ...functions[id], from, isBack: from !== file && entered.has(file) });
      entered.add(file);
    }
  }
  return [...steps.values()];
}

const isStage = ({ file, name }, stage) => name === stage && file.startsWith('core/engine/');

function chainTo(calls, end) {
  const chain = [];
  for (let number = end; number !== null; number = calls[number][1]) chain.unshift(number);
  return chain;
}

/** Both lists in readable form. */
function report({ spine, visited, ...figures }) {
  const marks = ({ from, file, isForward, isBack }) =>
    [from !== null && from !== file && (isBack ? 'back' : 'hop'), isForward && 'forward'].filter(Boolean).join(', ');
  const steps = spine.map((step) => `  ${step.file}: ${step.name}${marks(step) === '' ? '' : `  (${marks(step)})`}`);
  const names = new Map();
  for (const { file, name } of visited) names.set(file, [...(names.get(file) ?? []), name]);
  const files = [...names].map(([file, all]) => `  ${file}: ${all.join(', ')}`);
  const summary = Object.entries(figures).map(([name, value]) => `${value} ${name}`);
  return ['the spine', ...steps, '', 'files and what ran in them', ...files.toSorted(), '', summary.join(', ')].join(
    '\n',
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const walked = walk();
  const { spine: _spine, visited: _visited, ...figures } = walked;
  console.log(process.argv.includes('--json') ? JSON.stringify(figures) : report(walked));
}
