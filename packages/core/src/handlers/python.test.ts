import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { needs, testWith } from '../../../../test/support/programs.ts';
import type { PythonRequest, Report } from '../model/index.ts';
import { findProgram } from './process/find-program.ts';
import { createPythonRunner } from './python.ts';

const test = testWith('python3');

let clock = 0;
const runner = createPythonRunner(() => clock);
const folders: string[] = [];

const TRUTH = `import re
from pathlib import Path
from kolega_code.hooks import HookOutcome
class Truth:
    def __bool__(self): return True
class Textless:
    def __str__(self): raise RuntimeError("no text")
`;

afterEach(() => {
  clock += 120_000; // no test sees the crashes of another
});

afterAll(async () => {
  await runner.close();
  expect(folders.flatMap(processesOf)).toEqual([]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function project(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-python-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const environment = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  ...more,
});

type Options = Partial<Omit<PythonRequest, 'event' | 'kind'>> & {
  readonly payload?: PythonRequest['event']['payload'];
  readonly signal?: AbortSignal;
};

function call(
  folder: string,
  callable: string,
  { payload = {}, signal, ...more }: Options = {},
  by = runner,
): Promise<Report> {
  const event = { name: 'PreToolUse', payload, session_id: 's1', cwd: folder, permission_mode: 'ask' };
  const request: PythonRequest = {
    kind: 'python',
    runId: 'r',
    timeoutMs: 20_000,
    callable,
    event,
    project: folder,
    env: environment(),
    ...more,
  };
  return by.run(request, signal);
}

/** Ids of the processes whose command line or environment names the text. */
function processesOf(text: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => procText(name, 'cmdline').includes(text) || procText(name, 'environ').includes(text))
    .filter((name) => !procText(name, 'stat').includes(') Z '))
    .map(Number);
}

function procText(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

const EMPTY = {
  blocked: false,
  reason: null,
  updated_input: null,
  updated_output: null,
  additional_context: null,
  end_turn: false,
};

test('the example of the seed works as written', async () => {
  const folder = project({
    'myproject/hooks.py': `from kolega_code.hooks import HookOutcome

def block_secrets(event):
    inputs = event.payload.get("tool_input", {})
    if "AWS_SECRET" in str(inputs):
        return HookOutcome.deny("Refusing to write a secret to disk.")
    return HookOutcome.empty()
`,
  });
  const secret = await call(folder, 'myproject.hooks:block_secrets', {
    payload: { tool_input: { text: 'AWS_SECRET=1' } },
  });
  expect(secret).toEqual({
    ending: { how: 'answered' },
    stdout: '',
    stderr: '',
    truncated: [],
    durationMs: expect.any(Number),
    value: { ...EMPTY, blocked: true, reason: 'Refusing to write a secret to disk.' },
  });
  const harmless = await call(folder, 'myproject.hooks:block_secrets', { payload: { tool_input: { text: 'x' } } });
  expect(harmless.value).toEqual(EMPTY);
});

test('the argument is a frozen LifecycleEvent with the fields of the event', async () => {
  const folder = project({
    'guard.py': `import dataclasses, os
from kolega_code.hooks import LifecycleEvent

def show(event):
    assert isinstance(event, LifecycleEvent)
    try:
        event.name = "Stop"
    except dataclasses.FrozenInstanceError:
        frozen = True
    return {"frozen": frozen, "event": dataclasses.asdict(event), "input": event.to_hook_input(), "here": os.getcwd()}
`,
  });
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    cwd: folder,
    permission_mode: 'ask',
    tool_name: 'é\u2028"',
  };
  const report = await call(folder, 'guard:show', { payload });
  const event = { name: 'PreToolUse', payload, session_id: 's1', cwd: folder, permission_mode: 'ask' };
  expect(report.value).toEqual({ frozen: true, event, input: payload, here: folder });
});

test('a coroutine is awaited, on one event loop for all calls', async () => {
  const folder = project({
    'guard.py': `import asyncio
loops = set()
async def wait(event):
    await asyncio.sleep(0.01)
    loops.add(id(asyncio.get_running_loop()))
    return {"loops": len(loops)}
async def fail(event):
    raise KeyError("gone")
`,
  });
  expect((await call(folder, 'guard:wait')).value).toEqual({ loops: 1 });
  expect((await call(folder, 'guard:wait')).value).toEqual({ loops: 1 });
  expect((await call(folder, 'guard:fail')).ending).toEqual({ how: 'raised', why: "KeyError: 'gone' (guard.py:8)" });
});

test('a dict is the value itself, None is null, an outcome is its fields', async () => {
  const folder = project({
    'guard.py': `from kolega_code.hooks import HookOutcome
def none(event): pass
def mapping(event): return {"blocked": True, "other": [1, None]}
def outcome(event): return HookOutcome(updated_input={"command": "ls"}, end_turn=True)
`,
  });
  expect((await call(folder, 'guard:none')).value).toBeNull();
  expect((await call(folder, 'guard:mapping')).value).toEqual({ blocked: true, other: [1, null] });
  expect((await call(folder, 'guard:outcome')).value).toEqual({
    ...EMPTY,
    updated_input: { command: 'ls' },
    end_turn: true,
  });
});

test.each([
  ['return True', 'guard:hook returned a value of type bool; expected a HookOutcome, a dict or None'],
  ['return {"a": {(1, 2): 3}}', /^guard:hook returned what JSON cannot hold: keys must be str/],
  ['return {"a": float("nan")}', /^guard:hook returned what JSON cannot hold: /],
  ['return {"a": "x" * (9 << 20)}', /^guard:hook returned 9437193 bytes; at most 8388608 are taken$/],
  ['value = {}\n    for _ in range(600): value = {"a": value}\n    return value', /nested too deeply/],
])('%s is garbled', async (body, why) => {
  const folder = project({ 'guard.py': `def hook(event):\n    ${body}\n` });
  const report = await call(folder, 'guard:hook');
  expect(report.ending).toEqual({ how: 'garbled', why: typeof why === 'string' ? why : expect.stringMatching(why) });
  expect(report.value).toBeUndefined();
});

test.each([
  ['absent:hook', /^there is no module absent: looked in \/.* and in the packages of \/.*python/],
  ['package.absent:hook', /^there is no module package.absent: looked in /],
  ['needy:hook', /^module needy needs no_such_package, which is neither in .* nor installed for /],
  ['guard:absent', /^module guard \(.*guard.py\) has no function absent; its functions: hook, other$/],
  ['guard:value', 'value of module guard is no function but of type int'],
  ['guard', 'callable "guard" is not of the form module.path:function'],
  ['guard:', 'callable "guard:" is not of the form module.path:function'],
  ['../guard:hook', 'callable "../guard:hook" is not of the form module.path:function'],
])('%s is not started', async (callable, why) => {
  const guard = 'from kolega_code.hooks import HookOutcome\nvalue = 1\ndef hook(event): pass\ndef other(event): pass\n';
  const folder = project({ 'guard.py': guard, 'needy.py': 'import no_such_package\n', 'package/__init__.py': '' });
  const report = await call(folder, callable);
  expect(report.ending).toEqual({
    how: 'not-started',
    why: typeof why === 'string' ? why : expect.stringMatching(why),
  });
});

test('a module that could not be found is found as soon as it is there', async () => {
  const folder = project({});
  expect((await call(folder, 'late:hook')).ending.how).toBe('not-started');
  write(folder, 'late.py', 'def hook(event): return {"late": True}\n');
  expect((await call(folder, 'late:hook')).value).toEqual({ late: true });
});

test.each([
  [{ PATH: '/nowhere' }, 'there is no python3 on PATH: install Python 3, or set HOOKLINE_PYTHON to its full path'],
  [{ PATH: ':.' }, 'there is no python3 on PATH: install Python 3, or set HOOKLINE_PYTHON to its full path'],
  [{ HOOKLINE_PYTHON: './python3' }, 'HOOKLINE_PYTHON is ./python3; expected a full path, or a name on PATH'],
  [{ HOOKLINE_PYTHON: '/nowhere/python' }, 'HOOKLINE_PYTHON is /nowhere/python, which is not an executable file'],
  [{ HOOKLINE_PYTHON: '/bin/false' }, '/bin/false is not a Python that can run hooks: it ended with exit code 1'],
  [{ PYTHONHOME: '/nowhere' }, /python3 is not a Python that can run hooks: it ended with exit code 1: .+/],
])('without an interpreter, as with %j, nothing is started', async (env, why) => {
  const folder = project({ 'guard.py': 'def hook(event): pass\n', python3: '#!/bin/sh\n' });
  const report = await call(folder, 'guard:hook', { env: environment(env) });
  expect(report.ending).toEqual({
    how: 'not-started',
    why: typeof why === 'string' ? why : expect.stringMatching(why),
  });
});

test('a project folder that is gone is named', async () => {
  const report = await call('/nowhere/at/all', 'guard:hook');
  expect(report.ending).toEqual({
    how: 'not-started',
    why: 'the project folder /nowhere/at/all cannot be entered: No such file or directory',
  });
});

test.each([
  ['raise RuntimeError("no luck")', 'importing guard raised RuntimeError: no luck (guard.py:1)'],
  ['def hook(event:', /^importing guard raised SyntaxError: /],
  ['raise SystemExit(2)', 'importing guard raised SystemExit: 2 (guard.py:1)'],
])('a module that raises on import, as by %s, has raised', async (text, why) => {
  const report = await call(project({ 'guard.py': `${text}\n` }), 'guard:hook');
  expect(report.ending).toEqual({ how: 'raised', why: typeof why === 'string' ? why : expect.stringMatching(why) });
});

test.each([
  ['raise ValueError("bad thing")', 'ValueError: bad thing (guard.py:3)'],
  ['sys.exit(2)', 'SystemExit: 2 (guard.py:3)'],
  ['raise KeyboardInterrupt', 'KeyboardInterrupt (guard.py:3)'],
  ['hook(event)', /^RecursionError: /],
])('a callable that does %s has raised, and the worker lives on', async (body, why) => {
  const folder = project({
    'guard.py': `import os, sys\ndef hook(event):\n    ${body}\ndef pid(event): return {"pid": os.getpid()}\n`,
  });
  const before = await call(folder, 'guard:pid');
  const report = await call(folder, 'guard:hook');
  expect(report.ending).toEqual({ how: 'raised', why: typeof why === 'string' ? why : expect.stringMatching(why) });
  expect(report.stderr).toContain('Traceback (most recent call last)');
  expect(report.stderr).not.toContain('hookline_worker');
  expect((await call(folder, 'guard:pid')).value).toEqual(before.value);
});

test.each([
  ['os._exit(3)', 'the hook ended its interpreter with exit code 3'],
  ['os._exit(0)', 'the hook ended its interpreter with exit code 0'],
  ['import ctypes; ctypes.string_at(0)', 'the worker was killed by SIGSEGV'],
  ['os.kill(os.getpid(), 9)', 'the worker was killed by SIGKILL'],
  ['os.killpg(0, 9)', 'the worker died during the call'],
  ['os.closerange(3, 64)', /^the (worker|hook)/],
])('a callable that does %s has raised, and the next call works', async (body, why) => {
  const folder = project({
    'guard.py': `import os\ndef hook(event):\n    print("last words", flush=True)\n    ${body}\ndef fine(event): return {}\n`,
  });
  const report = await call(folder, 'guard:hook');
  expect(report.ending).toEqual({ how: 'raised', why: typeof why === 'string' ? why : expect.stringMatching(why) });
  if (!body.includes('killpg')) expect(report.stdout).toBe('last words\n');
  expect((await call(folder, 'guard:fine')).value).toEqual({});
});

test('a callable that ends its worker at once has raised, however late the worker gets round to anything', async () => {
  const folder = project({
    'guard.py': 'import os\ndef hook(event): os.killpg(0, 9)\n',
    'late/sitecustomize.py':
      'import os, time\nfork = os.fork\ndef late():\n    child = fork()\n    if child: time.sleep(2)\n    return child\nos.fork = late\n',
  });
  const report = await call(folder, 'guard:hook', { env: environment({ PYTHONPATH: join(folder, 'late') }) });
  expect(report.ending).toEqual({ how: 'raised', why: 'the worker died during the call' });
});

const LOOPS: readonly (readonly [string, string])[] = [
  ['sleeps', 'time.sleep(60)'],
  ['loops', 'while True: pass'],
  ['never lets go of the interpreter', 're.match("(a+)+$", "a" * 40 + "b")'],
  ['stops all its processes', 'os.kill(os.getppid(), 19); os.kill(os.getpid(), 19)'],
  ['catches everything', 'while True:\n        try: time.sleep(60)\n        except BaseException: pass'],
];

test.each(LOOPS)('a callable that %s is timed out and its worker killed; the next call works', async (_, body) => {
  const folder = project({
    'guard.py': `import os, re, signal, time\ndef hook(event):\n    print("started", flush=True)\n    ${body}\ndef fine(event): return {}\n`,
  });
  await call(folder, 'guard:fine');
  const report = await call(folder, 'guard:hook', { timeoutMs: 300 });
  expect(report.ending).toEqual({ how: 'timed-out', afterMs: 300 });
  expect(report.durationMs).toBeLessThan(1300);
  if (!body.includes('getppid')) expect(report.stdout).toBe('started\n');
  await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), 2000);
  expect((await call(folder, 'guard:fine')).value).toEqual({});
});

test('an import has a bound of its own: a slow one does not count as time of the hook, one that hangs is ended', async () => {
  const folder = project({
    'slow.py':
      'import time\ntime.sleep(1)\ndef hook(event): return {"blocked": True}\ndef late(event): time.sleep(60)\n',
    'hangs.py': 'import time\ntime.sleep(60)\n',
  });
  expect((await call(folder, 'slow:hook', { timeoutMs: 500 })).value).toEqual({ blocked: true });
  expect((await call(folder, 'slow:late', { timeoutMs: 500 })).ending).toEqual({ how: 'timed-out', afterMs: 500 });
  const impatient = createPythonRunner(() => clock, 2000);
  const report = await call(folder, 'hangs:hook', { timeoutMs: 500 }, impatient);
  await impatient.close();
  expect(report.ending).toEqual({ how: 'timed-out', afterMs: 2000 });
});

test.each([
  ['HookOutcome(blocked=re.search("r", "rm"), reason="no")', { blocked: true, reason: 'no' }],
  ['HookOutcome(blocked=re.search("x", "rm"), reason="no")', { blocked: false }],
  ['{"blocked": "yes"}', { blocked: true }],
  ['{"blocked": []}', { blocked: false }],
  ['{"blocked": Truth(), "end_turn": 0}', { blocked: true, end_turn: false }],
  ['HookOutcome.deny(ValueError("AWS secret found"))', { blocked: true, reason: 'AWS secret found' }],
  ['HookOutcome.deny(Path("/etc"))', { blocked: true, reason: '/etc' }],
  ['HookOutcome.deny(42)', { blocked: true, reason: '42' }],
  ['{"blocked": True, "reason": ["a"]}', { blocked: true, reason: "['a']" }],
  ['HookOutcome(additional_context=Path("/x"), updated_output=7)', { additional_context: '/x', updated_output: '7' }],
  ['{"updated_input": {"path": Path("/x"), "n": 1.0}}', { updated_input: { path: '/x', n: 1 } }],
])('%s is read as Python reads it', async (returned, expected) => {
  const folder = project({ 'guard.py': `${TRUTH}def hook(event): return ${returned}\n` });
  const report = await call(folder, 'guard:hook');
  expect(report.value).toMatchObject(expected);
  expect(report).not.toHaveProperty('wrong');
});

test.each([
  '{"blocked": True, "reason": "no", "updated_input": {"x": float("inf")}}',
  '{"blocked": 1, "reason": "no", "updated_input": {(1, 2): 3}}',
  '{"blocked": True, "reason": "no", "additional_context": Textless()}',
  '{"blocked": True, "reason": "no", "updated_input": {"x": "y" * (9 << 20)}}',
  'HookOutcome(blocked=True, reason="no", updated_input=deep(5000))',
  'HookOutcome(blocked=True, reason="no", updated_input=deep(600))',
])('the refusal in %s counts alone, and what is wrong is named', async (returned) => {
  const deep = 'def deep(n):\n    value = {}\n    for _ in range(n): value = {"a": value}\n    return value\n';
  const folder = project({ 'guard.py': `${TRUTH}${deep}def hook(event): return ${returned}\n` });
  const report = await call(folder, 'guard:hook');
  expect(report).toMatchObject({ ending: { how: 'answered' }, value: { blocked: true, reason: 'no' } });
  expect(report.wrong).toMatch(/returned/);
});

test('the names of Kolega Code that hooks import are there, and an event has a name that is text and member', async () => {
  const folder = project({
    'guard.py': `from kolega_code.hooks import HookEvent, HookOutcome, LifecycleEvent, merge
import kolega_code.hooks.events, kolega_code.hooks.outcome
assert kolega_code.hooks.outcome.HookOutcome is HookOutcome
assert kolega_code.hooks.events.HookEvent is HookEvent
def hook(event):
    assert event.name is HookEvent.PRE_TOOL_USE and event.name == "PreToolUse" and event.name.value == "PreToolUse"
    assert str(event.name) == "PreToolUse" and f"{event.name}" == "PreToolUse"
    assert HookOutcome.empty().is_empty and not HookOutcome.deny("x").is_empty
    assert event.to_hook_input()["hook_event_name"] == "PreToolUse"
    both = merge([HookOutcome(additional_context="a"), HookOutcome.deny("no"), HookOutcome(blocked=True, reason="late")])
    return {"blocked": both.blocked, "reason": both.reason + " " + both.additional_context, "keys": sorted(event.payload)}
`,
  });
  const report = await call(folder, 'guard:hook', { payload: { tool_name: 'T' } });
  expect(report.value).toMatchObject({ blocked: true, reason: 'no a', keys: ['tool_name'] });
});

test('a callable may return a task, at its first call too', async () => {
  const folder = project({
    'guard.py': `import asyncio
async def work(event): return {"blocked": True}
def hook(event): return asyncio.ensure_future(work(event))
`,
  });
  expect((await call(folder, 'guard:hook')).value).toEqual({ blocked: true });
  expect((await call(folder, 'guard:hook')).value).toEqual({ blocked: true });
});

test('what a callable started dies with it, even in a session of its own', needs('setsid'), async () => {
  const folder = project({
    'guard.py': `import subprocess, time
def hook(event):
    subprocess.Popen(["sleep", "61"])
    subprocess.Popen(["setsid", "sleep", "62"])
    time.sleep(60)
`,
  });
  // The folder in the environment lets the test find the children.
  const env = environment({ TEST_FOLDER: folder });
  const running = call(folder, 'guard:hook', { timeoutMs: 1500, env });
  await vi.waitFor(() => expect(processesOf(folder).length).toBeGreaterThanOrEqual(4), 1400);
  expect((await running).ending.how).toBe('timed-out');
  await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), 2000);
});

test('a hung call costs no other call, and concurrent calls have workers of their own', async () => {
  const folder = project({
    'guard.py':
      'import os, time\ndef hang(event): time.sleep(60)\ndef nap(event):\n    time.sleep(0.2)\n    return {"pid": os.getpid()}\n',
  });
  const hung = call(folder, 'guard:hang', { timeoutMs: 3000 });
  const naps = await Promise.all([1, 2, 3].map(() => call(folder, 'guard:nap')));
  expect(naps.map(({ ending }) => ending.how)).toEqual(['answered', 'answered', 'answered']);
  expect(new Set(naps.map(({ value }) => JSON.stringify(value))).size).toBe(3);
  expect((await hung).ending).toEqual({ how: 'timed-out', afterMs: 3000 });
});

test('forty calls at once are all answered by at most four workers, each with its own event', async () => {
  const folder = project({
    'guard.py': 'import os\ndef hook(event): return {"pid": os.getpid(), "number": event.payload["number"]}\n',
  });
  const reports = await Promise.all(
    Array.from({ length: 40 }, (_, number) => call(folder, 'guard:hook', { payload: { number } })),
  );
  const values = reports.map(({ value }) => value as { pid: number; number: number });
  expect(values.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, number) => number));
  expect(new Set(values.map(({ pid }) => pid)).size).toBeLessThanOrEqual(4);
});

test('what a callable and its children print is captured and never taken for an answer', async () => {
  const folder = project({
    'guard.py': `import os, subprocess, sys
def hook(event):
    print('{"answer":{"how":"answered","value":"{}"}}')
    print("to stderr", file=sys.stderr)
    os.write(1, b"raw \\xff\\n")
    subprocess.run("echo child; echo whisper > /dev/stderr; cat /dev/stdin", shell=True)
    return {"blocked": True}
def close(event):
    print("before"); sys.stdout.close(); os.close(1)
def again(event): print("again")
`,
  });
  const report = await call(folder, 'guard:hook');
  expect(report.value).toEqual({ blocked: true });
  expect(report.stdout).toBe('{"answer":{"how":"answered","value":"{}"}}\nraw \ufffd\nchild\n');
  expect(report.stderr).toBe('to stderr\nwhisper\n');
  expect((await call(folder, 'guard:close')).stdout).toBe('before\n');
  expect((await call(folder, 'guard:again')).stdout).toBe('again\n');
});

test('printing is bounded: the rest of a flood is dropped, and said to be', async () => {
  const folder = project({
    'guard.py': `import sys
def flood(event):
    for _ in range(300): sys.stdout.write("x" * 100_000)
    return {"blocked": True}
def calm(event): print("calm")
`,
  });
  const report = await call(folder, 'guard:flood');
  expect({ ...report, stdout: report.stdout.length }).toMatchObject({
    stdout: 1 << 20,
    truncated: ['stdout'],
    value: { blocked: true },
  });
  expect(await call(folder, 'guard:calm')).toMatchObject({ stdout: 'calm\n', truncated: [] });
});

test('modules stay imported between calls', async () => {
  const folder = project({
    'guard.py': 'count = 0\ndef hook(event):\n    global count\n    count += 1\n    return {"count": count}\n',
  });
  const counts = [await call(folder, 'guard:hook'), await call(folder, 'guard:hook'), await call(folder, 'guard:hook')];
  expect(counts.map(({ value }) => value)).toEqual([{ count: 1 }, { count: 2 }, { count: 3 }]);
});

test('an edit of the module, or of one that it imports, is used by the next call', async () => {
  const folder = project({
    'guard.py': 'from lib.words import WORD\ndef hook(event): return {"word": WORD, "n": 1}\n',
    'lib/words.py': 'WORD = "one"\n',
  });
  expect((await call(folder, 'guard:hook')).value).toEqual({ word: 'one', n: 1 });
  write(folder, 'lib/words.py', 'WORD = "two"\n');
  expect((await call(folder, 'guard:hook')).value).toEqual({ word: 'two', n: 1 });
  write(folder, 'guard.py', 'from lib.words import WORD\ndef hook(event): return {"word": WORD, "n": 2}\n');
  expect((await call(folder, 'guard:hook')).value).toEqual({ word: 'two', n: 2 });
});

test('an edit that leaves size and time stamps alone is noticed too', async () => {
  const folder = project({});
  const path = join(folder, 'guard.py');
  for (let round = 0; round < 10; round += 1) {
    writeFileSync(path, `def hook(event): return {"round": ${round}}\n`);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    expect((await call(folder, 'guard:hook')).value).toEqual({ round });
  }
}, 60_000);

test('a module that was broken is tried again after its edit', async () => {
  const folder = project({ 'guard.py': 'raise RuntimeError("x")\n' });
  expect((await call(folder, 'guard:hook')).ending.how).toBe('raised');
  write(folder, 'guard.py', 'def hook(event): return {"fixed": True}\n');
  expect((await call(folder, 'guard:hook')).value).toEqual({ fixed: true });
});

test('nothing is written into the project, and compiled files in it are not believed', async () => {
  const folder = project({ 'guard.py': 'def hook(event): return {"from": "evil"}\n' });
  const compile =
    'import py_compile\ndef hook(event): py_compile.compile("guard.py", invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)\n';
  write(folder, 'builder.py', compile);
  expect((await call(folder, 'builder:hook')).ending.how).toBe('answered');
  expect(readdirSync(join(folder, '__pycache__'))).toHaveLength(1);
  write(folder, 'guard.py', 'def hook(event): return {"from": "source"}\n');
  expect((await call(folder, 'guard:hook')).value).toEqual({ from: 'source' });
  const clean = project({ 'package/guard.py': 'def hook(event): pass\n', 'package/__init__.py': '' });
  await call(clean, 'package.guard:hook');
  expect(existsSync(join(clean, 'package/__pycache__'))).toBe(false);
});

test('no file of the project can pose as a module of Python', async () => {
  const evil = 'raise RuntimeError("imported from the project")\n';
  const folder = project({
    'json.py': evil,
    'asyncio.py': evil,
    'sitecustomize.py': evil,
    'guard.py': 'import json\nasync def hook(event): return {"fine": json.loads("1")}\n',
  });
  const report = await call(folder, 'guard:hook', { env: environment({ PYTHONPATH: `.${':'}src` }) });
  expect(report.value).toEqual({ fine: 1 });
});

test('a relative entry of PYTHONPATH is meant from the project', async () => {
  const folder = project({ 'src/guard.py': 'def hook(event): return {"found": True}\n' });
  expect((await call(folder, 'guard:hook', { env: environment({ PYTHONPATH: 'src' }) })).value).toEqual({
    found: true,
  });
});

test('three crashes within a minute open a circuit for that callable alone', async () => {
  const folder = project({
    'guard.py':
      'import os\ndef crash(event): os._exit(1)\ndef fine(event): return {}\ndef fail(event): raise ValueError\n',
  });
  for (let time = 0; time < 4; time += 1) expect((await call(folder, 'guard:fail')).ending.how).toBe('raised');
  for (let time = 0; time < 3; time += 1) {
    expect((await call(folder, 'guard:crash')).ending.how).toBe('raised');
    clock += 10_000;
  }
  const why = 'guard:crash is not called: it crashed its worker 3 times within a minute; it is tried again in 30 s';
  expect((await call(folder, 'guard:crash')).ending).toEqual({ how: 'unavailable', why });
  expect((await call(folder, 'guard:fine')).value).toEqual({});
  clock += 30_000;
  expect((await call(folder, 'guard:crash')).ending.how).toBe('raised');
});

test('the worker is marked, so that hooks cannot fire hooks, and has the rest of the environment', async () => {
  const folder = project({
    'guard.py':
      'import os\ndef hook(event): return {"run": os.environ["HOOKLINE_RUN"][:7], "color": os.environ.get("COLOR")}\n',
  });
  const red = environment({ COLOR: 'red', HOOKLINE_RUN: 'run-1' });
  expect((await call(folder, 'guard:hook', { env: red })).value).toEqual({ run: 'python-', color: 'red' });
  const blue = environment({ COLOR: 'blue', HOOKLINE_RUN: 'run-2' });
  expect((await call(folder, 'guard:hook', { env: blue })).value).toEqual({ run: 'python-', color: 'blue' });
});

test('a signal cancels a call, at once when it came before', async () => {
  const folder = project({ 'guard.py': 'import time\ndef hook(event): time.sleep(60)\n' });
  const controller = new AbortController();
  const running = call(folder, 'guard:hook', { signal: controller.signal });
  await pause(300);
  controller.abort();
  expect((await running).ending).toEqual({ how: 'cancelled' });
  expect((await call(folder, 'guard:hook', { signal: controller.signal })).ending).toEqual({ how: 'cancelled' });
  await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), 2000);
});

test('an event of 8 MB arrives whole', async () => {
  const folder = project({ 'guard.py': 'def hook(event): return {"length": len(event.payload["text"])}\n' });
  expect((await call(folder, 'guard:hook', { payload: { text: 'é'.repeat(4 << 20) } })).value).toEqual({
    length: 4 << 20,
  });
});

test('a child that a callable forked and that returns from it says nothing', async () => {
  const folder = project({ 'guard.py': 'import os\ndef hook(event): return {"parent": os.fork() != 0}\n' });
  expect((await call(folder, 'guard:hook')).value).toEqual({ parent: true });
  expect((await call(folder, 'guard:hook')).value).toEqual({ parent: true });
});

test('a callable may use processes of its own', async () => {
  const text = `import multiprocessing
def double(number): return 2 * number
def hook(event):
    context = multiprocessing.get_context(event.payload["method"])
    with context.Pool(1) as pool: return {"doubled": pool.map(double, [1, 2])}
`;
  const folder = project({ 'guard.py': text });
  for (const method of ['fork', 'spawn', 'forkserver']) {
    expect(await call(folder, 'guard:hook', { payload: { method } })).toMatchObject({ value: { doubled: [2, 4] } });
  }
});

test('close ends what runs and leaves no process; later calls are cancelled', async () => {
  const folder = project({ 'guard.py': 'import time\ndef hook(event): time.sleep(60)\ndef fine(event): return {}\n' });
  const own = createPythonRunner();
  const event = { name: 'Stop', payload: {}, session_id: null, cwd: folder, permission_mode: null };
  const request: PythonRequest = {
    kind: 'python',
    runId: 'r',
    timeoutMs: 20_000,
    callable: 'guard:hook',
    event,
    project: folder,
    env: environment(),
  };
  const running = Array.from({ length: 6 }, () => own.run(request));
  await own.run({ ...request, callable: 'guard:fine', project: folder }, AbortSignal.timeout(400));
  await own.close();
  expect((await Promise.all(running)).map(({ ending }) => ending.how)).toEqual(
    Array.from({ length: 6 }, () => 'cancelled'),
  );
  expect(processesOf(folder)).toEqual([]);
  expect((await own.run(request)).ending).toEqual({ how: 'cancelled' });
});

const PYTHONS = ['3.7', '3.8', '3.9', '3.10', '3.11', '3.12', '3.13'].map((version) => `python${version}`);
const searchPath = [process.env['PATH'] ?? '', ...pyenvFolders()].join(':');

function pyenvFolders(): readonly string[] {
  const versions = join(process.env['HOME'] ?? '', '.pyenv/versions');
  return existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : [];
}

test.each(PYTHONS.filter((name) => findProgram(name, pyenvFolders().join(':')) !== null))(
  '%s runs callables and coroutines',
  async (name) => {
    const text = `import sys, subprocess
from kolega_code.hooks import HookOutcome
async def hook(event):
    subprocess.run(["echo", "child"])
    return HookOutcome.deny("%d.%d" % sys.version_info[:2])
`;
    const env = environment({ HOOKLINE_PYTHON: name, PATH: searchPath });
    const report = await call(project({ 'guard.py': text }), 'guard:hook', { env });
    expect(report).toMatchObject({ value: { blocked: true, reason: name.slice(6) }, stdout: 'child\n', stderr: '' });
  },
);
