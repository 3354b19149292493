// Loaded before the instrumented program: keeps the tree of its calls, and writes it down at the end.
import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { WALK_TRACE: trace, WALK_HOOK: hook } = process.env;
const { writeFileSync } = fs;
const open = new AsyncLocalStorage();
const calls = [];
/** Which call was open when the hook was started, and when the last word about it was written. */
const landmarks = { start: null, print: null };
let loading = 0;

globalThis.__walk = {
  /** What modules do while they are loaded belongs to no event. */
  loading: (step) => (loading += step),
  run: (id, body) => {
    if (loading > 0) return body();
    const call = { id, parent: open.getStore() ?? null, number: calls.length };
    calls.push(call);
    return open.run(call, body);
  },
};

const { spawn } = childProcess;
childProcess.spawn = (...given) => {
  if (JSON.stringify(given.slice(0, 2)).includes(hook)) landmarks.start ??= open.getStore();
  return spawn(...given);
};
const { writeSync } = fs;
fs.writeSync = (target, ...given) => {
  if (target === 1 || target === 2) landmarks.print = open.getStore();
  return writeSync(target, ...given);
};
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream);
  stream.write = (...given) => {
    landmarks.print = open.getStore();
    return write(...given);
  };
}
syncBuiltinESMExports();

process.on('exit', () => {
  const numbers = Object.entries(landmarks).map(([name, call]) => [name, call?.number ?? null]);
  const tree = calls.map(({ id, parent }) => [id, parent?.number ?? null]);
  writeFileSync(trace, JSON.stringify({ calls: tree, landmarks: Object.fromEntries(numbers) }));
});
