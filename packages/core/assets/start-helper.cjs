'use strict';
// Starts programs for a host, so that the host's own memory is not copied for each fork, and reports their exits. One
// request per line comes in on stdin, one reply per line goes out on stdout; when stdin ends, the host is gone.
const { spawn } = require('node:child_process');
const { closeSync, constants, openSync, readdirSync, readlinkSync, unlinkSync, writeSync } = require('node:fs');
const { join } = require('node:path');

/** The host, and the folder where the names of its pipes and files begin with their kind and the host's pid. */
const [hostPid, folder] = process.argv.slice(2);
/** The groups of running programs, by the number of their request. */
const running = new Map();
let rest = '';
/** Whether the host ended this helper on purpose; else the end of stdin means that the host died. */
let isDismissed = false;

process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) carryOut(JSON.parse(line));
});
for (const end of ['end', 'close', 'error']) process.stdin.on(end, endAll);
for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined); // left to the host
tell({ ready: process.pid });

function carryOut(order) {
  try {
    if (order.kind === 'end') isDismissed = true;
    else if (order.kind === 'release') running.delete(order.id);
    else if (order.kind === 'parse') parse(order);
    else start(order);
  } catch (error) {
    tell({ id: order.id, error: error.code ?? String(error) });
  }
}

function start({ id, file, argv0, args, cwd, env, stdio }) {
  const opened = [];
  try {
    for (const end of stdio) opened.push(open(end));
    const child = spawn(file, args, { argv0, cwd, env, detached: true, stdio: opened });
    if (child.pid === undefined) {
      child.once('error', (error) => tell({ id, error: error.code ?? String(error) }));
      return;
    }
    running.set(id, child.pid);
    child.on('error', () => undefined);
    child.once('exit', (code, signal) => {
      running.delete(id);
      tell({ id, code, signal });
    });
    tell({ id, pid: child.pid });
  } finally {
    for (const end of opened) if (typeof end === 'number') closeSync(end);
  }
}

function open({ kind, path }) {
  if (kind === 'none') return 'ignore';
  if (kind === 'file') return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  // First O_RDWR, which never blocks, even if the host is gone; then the wanted end, which now has its other end.
  const both = openSync(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    return openSync(`/proc/self/fd/${both}`, kind === 'from' ? constants.O_RDONLY : constants.O_WRONLY);
  } finally {
    closeSync(both);
  }
}

/** Whether bash finds no syntax error in a text; nothing of it is run. */
function parse({ id, file, text, env }) {
  const shell = spawn(file, ['--norc', '-n', '-c', text], { env, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let said = 0;
  for (const stream of [shell.stdout, shell.stderr]) stream?.on('data', (chunk) => (said += chunk.length));
  shell.once('error', () => tell({ id, parses: false }));
  shell.once('close', (code) => tell({ id, parses: code === 0 && said === 0 }));
}

function tell(answer) {
  try {
    writeSync(1, `${JSON.stringify(answer)}\n`);
  } catch {
    endAll();
  }
}

function endAll() {
  for (const pid of running.values()) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // gone already
    }
  }
  if (!isDismissed) removeFiles();
  process.exit();
}

/** A host that was killed cannot do it any more. */
function removeFiles() {
  try {
    const own = new RegExp(`^(?:busy|spool)-${hostPid}-`);
    const left = readdirSync(folder).filter((name) => own.test(name));
    endStrays(new Set(left.map((name) => join(folder, name))));
    for (const name of left) unlinkSync(join(folder, name));
  } catch {
    // gone already, or left to the next process
  }
}

/**
 * Programs that the host itself started a moment ago, which are not registered anywhere: they write to pipes of the
 * host.
 */
function endStrays(pipes) {
  for (const pid of readdirSync('/proc')) {
    try {
      if (!/^\d+$/.test(pid) || ![1, 2].some((end) => pipes.has(readlinkSync(`/proc/${pid}/fd/${end}`)))) continue;
      process.kill(Number(pid), 'SIGKILL');
      process.kill(-Number(pid), 'SIGKILL');
    } catch {
      // gone already, another user's, or in a group that ends with its leader
    }
  }
}
