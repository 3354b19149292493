// Runs one module of hooks in a worker thread, one call at a time. Its output goes into shared memory, where the host
// finds it even when this thread never returns.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { path, typescript, jiti, output, keptBytes, valueLength } = workerData;
const counters = new Int32Array(output, 0, 4);
const NO_SUCH_MODULE = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

keepWrites(process.stdout, 0);
keepWrites(process.stderr, 1);
parentPort.on('message', async (call) => parentPort.postMessage(await answer(call)));

function keepWrites(stream, area) {
  const kept = new Uint8Array(output, counters.byteLength + area * keptBytes, keptBytes);
  stream.write = (chunk, encodingOrDone, done) => {
    const length = Atomics.load(counters, 2 * area);
    const room = keptBytes - length;
    const encoding = typeof encodingOrDone === 'string' ? encodingOrDone : 'utf8';
    // Further output is not even encoded once the space is used up.
    const bytes = room === 0 ? chunk : typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    if (bytes.length > room) Atomics.store(counters, 2 * area + 1, 1);
    if (room > 0) kept.set(bytes.subarray(0, room), length);
    if (room > 0) Atomics.store(counters, 2 * area, length + Math.min(room, bytes.length));
    const callback = typeof encodingOrDone === 'function' ? encodingOrDone : done;
    if (typeof callback === 'function') process.nextTick(callback);
    return true;
  };
}

async function answer({ exportName, event }) {
  const loaded = await load();
  if (loaded.failure) return loaded.failure;
  const found = findExport(loaded.exports, exportName);
  if (typeof found !== 'function') return { how: 'not-started', why: noFunction(loaded.exports, exportName, found) };
  try {
    return readResult(await found(freeze(event)));
  } catch (error) {
    return { how: 'raised', why: describe(error) };
  }
}

let loading;

/** Imports once; a failure is final, because the host then ends this thread. */
function load() {
  loading ??= importModule().then(
    (exports) => ({ exports }),
    (error) => ({ failure: { ...importFailure(error), isLast: true } }),
  );
  return loading;
}

async function importModule() {
  if (!typescript) return import(pathToFileURL(path).href);
  if (jiti === null) throw Object.assign(new Error('no jiti'), { code: 'NO_JITI' });
  const { createJiti } = await import(pathToFileURL(jiti).href);
  // Its cache on disk could have other code than the trusted file.
  return createJiti(pathToFileURL(path).href, { fsCache: false, tryNative: false }).import(path);
}

function importFailure(error) {
  if (error?.code === 'NO_JITI') {
    return { how: 'not-started', why: `TypeScript cannot be run here: jiti is not installed; give ${path} as JavaScript` };
  }
  const why = describe(error);
  if (NO_SUCH_MODULE.has(error?.code)) return { how: 'not-started', why: `${path} cannot be imported: ${why}` };
  return { how: 'raised', why: `importing ${path} raised ${why}` };
}

function findExport(exports, name) {
  if (Object.hasOwn(exports, name)) return exports[name];
  // The names of a CommonJS module are not always known to its importers.
  const whole = exports.default;
  return (typeof whole === 'object' || typeof whole === 'function') && whole !== null && Object.hasOwn(whole, name)
    ? whole[name]
    : undefined;
}

function noFunction(exports, name, found) {
  const label = name === 'default' ? 'default export' : `export "${name}"`;
  if (found !== undefined) return `the ${label} of ${path} is no function but of type ${typeof found}`;
  return `${path} has no ${label}; its exports: ${Object.keys(exports).join(', ') || 'none'}`;
}

function freeze(value) {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const key of Object.keys(value)) freeze(value[key]);
  return Object.freeze(value);
}

function readResult(result) {
  if (result === undefined || result === null) return { how: 'answered', value: 'null' };
  if (typeof result !== 'object' || Array.isArray(result)) {
    const kind = Array.isArray(result) ? 'a list' : `a value of type ${typeof result}`;
    return { how: 'garbled', why: `the hook returned ${kind}; expected an object of outcome fields, or nothing` };
  }
  try {
    const value = JSON.stringify(result);
    if (typeof value === 'string' && value.length <= valueLength) return { how: 'answered', value };
    return unsendable(result, `the hook returned more than ${valueLength} characters, or nothing that is JSON`);
  } catch (error) {
    return unsendable(result, `the hook returned what JSON cannot hold: ${error?.message}`);
  }
}

/** A refusal counts although the fields beside it cannot be sent. */
function unsendable(result, wrong) {
  try {
    const { blocked, end_turn, reason } = result;
    if (blocked !== true && end_turn !== true) return { how: 'garbled', why: wrong };
    const text = typeof reason === 'string' ? reason.slice(0, valueLength / 8) : null;
    return { how: 'answered', value: JSON.stringify({ blocked, end_turn, reason: text }), wrong };
  } catch {
    return { how: 'garbled', why: wrong };
  }
}

/** The thrown value in one line; the stack goes to the hook's own output. */
function describe(error) {
  try {
    if (!(error instanceof Error)) return `threw ${String(error)}`;
    process.stderr.write(`${error.stack}\n`);
    return `${error.name}: ${error.message}`;
  } catch {
    return 'threw a value that has no text';
  }
}
