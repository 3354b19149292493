/**
 * Small bugs, each with the rows of faults.md that must notice it: every row named here has to fail in at least one
 * of its cells. `find` stands exactly once in the file; `more` are further edits that belong to the same bug.
 * `built`: the rows run the built command, so that is built anew. `whole`: the files of the rows are run without a
 * choice of tests, because it is the check at their end that must fail. `everywhere`: all tests are run, to see which
 * of them cannot fail.
 */

import { CONFIGURATION_BUGS } from './configuration.mjs';
import { NETWORK_BUGS } from './network.mjs';

const core = (path) => `packages/core/src/${path}`;
const HANDLER = core('handlers/process');
const PROCESS = core('process');

const ALL_TIMEOUTS = [
  'hangs',
  'ignores-sigterm',
  'stops-itself',
  'leaves-a-child-and-hangs',
  'escapes-then-hangs',
  'refuses-then-hangs',
  'tidies-up-at-sigterm',
  'reads-too-slowly',
];

const NO_OBJECTS = ['null', 'true', '1', '"deny"', '[]', '[{"decision":"deny"}]'].map((json) => `no-object-${json}`);
const SHOWN = ['escapes-on-stderr-exit-2-shown', 'escapes-on-stderr-exit-1-shown', 'escapes-in-reason-shown'];

/** Rows whose behaviour is still missing: their tests say so. */
export const OPEN_ROWS = [];

export const BUGS = [
  {
    id: 'sessions-do-not-take-turns',
    file: core('handlers/process/limit.ts'),
    find: 'queues.add(queue, enter);',
    replace: "queues.add('', enter);",
    rows: ['crowd-fair'],
  },
  // All
  {
    id: 'hooks-have-nothing-to-say',
    file: core('engine/decode.ts'),
    find: 'const ended = readsAfterSignal(reading, report) ? null : faultOf(reading.hook, report);',
    replace: `if (report.durationMs >= 0) return {};
  const ended = readsAfterSignal(reading, report) ? null : faultOf(reading.hook, report);`,
    built: true,
    everywhere: true,
    rows: [
      'hangs',
      'exit-2-silent',
      'bom',
      'missing',
      'floods-stdout',
      'emfile-for-good',
      'blocked-loop-exit-2',
      'clock-ahead',
    ],
  },
  {
    id: 'hooks-always-refuse',
    file: core('engine/decode.ts'),
    find: 'const ended = readsAfterSignal(reading, report) ? null : faultOf(reading.hook, report);',
    replace: `if (report.durationMs >= 0) return settle(reading, { decision: 'block', reason: 'always' }, report);
  const ended = readsAfterSignal(reading, report) ? null : faultOf(reading.hook, report);`,
    built: true,
    everywhere: true,
    rows: [
      'hangs',
      'exits-1',
      'bom-alone',
      'missing',
      'long-line',
      'emfile-for-a-while',
      'blocked-loop-exit-0',
      'clock-back',
    ],
  },

  // Process
  {
    id: 'no-sigkill',
    file: `${HANDLER}/supervise.ts`,
    find: `  signalGroup(run.pid, 'SIGKILL');
  killDescendants(descendants);
  sweep([run], liveGroupsBut([run]), startingSince());`,
    replace: '  void descendants;',
    rows: ['ignores-sigterm'],
  },
  {
    id: 'no-signal-at-the-timeout',
    file: `${HANDLER}/supervise.ts`,
    find: 'await endGroup(run, atTimeout, killGraceMs);',
    replace: '',
    rows: ALL_TIMEOUTS,
  },
  {
    id: 'only-the-hook-itself-is-killed-at-the-timeout',
    file: `${PROCESS}/signal.ts`,
    find: 'return send(-pid, signal);',
    replace: 'return send(pid, signal);',
    more: [
      {
        file: `${HANDLER}/supervise.ts`,
        find: `  killDescendants(descendants);
  sweep([run], liveGroupsBut([run]), startingSince());`,
        replace: '  void descendants;',
      },
    ],
    rows: ['leaves-a-child-and-hangs', 'ignores-sigterm', 'stops-itself', 'child-holds-stdout-exit-0'],
  },
  {
    id: 'children-outlive-a-hook-that-exits',
    file: `${HANDLER}/supervise.ts`,
    find: `if (!isBackground) signalGroup(run.pid, 'SIGKILL');`,
    replace: '',
    rows: ['child-holds-stdout-exit-0', 'child-holds-stdout-exit-2', 'blocked-loop-exit-0', 'blocked-loop-exit-2'],
  },
  {
    id: 'output-is-read-to-its-end',
    file: `${HANDLER}/supervise.ts`,
    find: 'const REST_MS = 200;',
    replace: 'const REST_MS = 8000;',
    rows: ['child-holds-stdout-exit-0', 'child-holds-stdout-exit-2', 'child-writes-on-exit-2'],
  },
  {
    id: 'escaped-processes-are-not-looked-for',
    file: `${HANDLER}/supervise.ts`,
    find: `  killDescendants(descendants);
  sweep([run], liveGroupsBut([run]), startingSince());`,
    replace: '  void descendants;',
    rows: ['escapes-then-hangs'],
  },
  {
    id: 'escaped-processes-without-a-tag-are-not-found',
    file: `${PROCESS}/sweep.ts`,
    find: 'if (comparable(environOf(pid)) !== expected) return false;',
    replace: 'if (expected !== null) return false;',
    more: [
      { file: `${HANDLER}/supervise.ts`, find: '  killDescendants(descendants);', replace: '  void descendants;' },
      {
        file: `${PROCESS}/sweep.ts`,
        find: 'return names.length === 0 ? [] : [(pid) => holds(pid, 1) || holds(pid, 2)];',
        replace: 'return names.length >= 0 ? [] : [(pid) => holds(pid, 1) || holds(pid, 2)];',
      },
    ],
    rows: ['escapes-then-hangs'],
  },
  {
    id: 'a-signal-reads-as-success',
    file: `${HANDLER}/start.ts`,
    find: `code === null ? { how: 'killed', signal: signal ?? 'unknown' } : { how: 'exited', code }`,
    replace: `{ how: 'exited', code: code ?? 0 }`,
    rows: ['dies-by-sigkill', 'dies-by-sigterm', 'dies-by-sigpipe', 'refuses-then-dies'],
  },
  {
    id: 'an-exit-after-the-timeout-counts',
    file: `${HANDLER}/supervise.ts`,
    find: `return first === 'cancelled' ? { how: 'cancelled' } : { how: 'timed-out', afterMs };`,
    replace: `return run.exitSoFar() ?? { how: 'timed-out', afterMs };`,
    rows: ['tidies-up-at-sigterm', 'hangs'],
  },
  {
    id: 'timeout-is-not-checked-again',
    file: `${HANDLER}/timeout.ts`,
    find: 'check = setImmediate(callback);',
    replace: 'callback();',
    rows: ['blocked-loop-exit-2', 'blocked-loop-exit-0'],
  },
  {
    id: 'timeouts-by-the-wall-clock',
    file: core('text/clock.ts'),
    find: 'return time[0] * 1000 + time[1] / 1e6;',
    replace: 'return time[0] < time[1] ? Date.now() : Date.now();',
    rows: ['clock-back', 'clock-ahead'],
  },
  {
    id: 'an-ignored-refusal-goes-unseen',
    file: core('engine/decode.ts'),
    find: `answer.decision === 'block' ? { notes:`,
    replace: `false ? { notes:`,
    rows: ['refuses-then-exits-1', 'refuses-then-dies', 'refuses-then-hangs'],
  },
  {
    id: 'a-failed-hook-is-obeyed',
    file: core('engine/answers/process-answer.ts'),
    find: "case 'fault':\n      return { fault: endOf(reading, report) };",
    replace: "case 'fault':\n      return readOutput(reading, report);",
    rows: ['refuses-then-exits-1', 'exits-1', 'exits-255', 'escapes-on-stderr-exit-1', 'busy-in-bash'],
  },
  {
    id: 'exit-2-is-a-failure-like-any-other',
    file: core('engine/answers/process-answer.ts'),
    find: 'return code === 2 ? exits.two : exits.other;',
    replace: 'return exits.other;',
    rows: [
      'exit-2-silent',
      'exit-2-blank',
      'child-holds-stdout-exit-2',
      'never-reads-stdin-exit-2',
      'closes-stdin',
      'invalid-utf8-on-stderr',
      'escapes-on-stderr-exit-2',
      'floods-stderr-exit-2',
      'no-temporary-folder',
    ],
  },
  {
    id: 'no-default-reason',
    file: core('engine/decode.ts'),
    find: "said.reason === undefined ? (defaultReason(reading, 'answer') ?? null) : said.reason",
    replace: `said.reason ?? ''`,
    rows: ['exit-2-silent', 'exit-2-blank'],
  },
  {
    id: 'a-refusal-has-power-everywhere',
    file: core('engine/decode.ts'),
    find: `const effect = said.effect ?? power(reading);`,
    replace: `const effect = said.effect ?? power(reading) ?? 'deny_tool';`,
    rows: ['exit-2-silent', 'child-holds-stdout-exit-2', 'bom'],
  },
  {
    id: 'kode-fails-open',
    file: core('dialects/kode/table.ts'),
    find: `onFault: 'block'`,
    replace: `onFault: 'proceed'`,
    rows: ['hangs', 'dies-by-sigkill', 'missing'],
  },
  {
    id: 'polytoken-fails-open',
    file: core('dialects/polytoken/table.ts'),
    find: `fields: TOOL, block: 'deny_tool', onFault: 'block'`,
    replace: `fields: TOOL, block: 'deny_tool', onFault: 'proceed'`,
    rows: ['hangs', 'dies-by-sigterm', 'exits-255', 'empty', 'nul'],
  },
  {
    id: 'a-worktree-is-made-although-its-hook-failed',
    file: core('dialects/qoder/events.ts'),
    find: `block: 'fail_worktree', onFault: 'block'`,
    replace: `block: 'fail_worktree', onFault: 'proceed'`,
    rows: ['hangs', 'dies-by-sigkill', 'crlf', 'bom-alone'],
  },
  {
    id: 'kolega-fails-closed',
    file: core('dialects/kolega/table.ts'),
    find: `block: 'deny_tool', onFault: 'proceed'`,
    replace: `block: 'deny_tool', onFault: 'block'`,
    rows: ['hangs', 'exits-1', 'not-executable'],
  },
  {
    id: 'faults-are-not-shown',
    file: core('engine/decode.ts'),
    find: 'return withMessage(withoutPowerless(reading, said), failureMessage(reading, found));',
    replace: 'return withoutPowerless(reading, said);',
    rows: ['hangs', 'exits-1', 'missing', 'deep', 'nul'],
  },
  {
    id: 'no-limit-of-processes',
    file: core('handlers/command.ts'),
    find: 'foreground: createLimit(maxProcesses())',
    replace: 'foreground: createLimit(10_000)',
    rows: ['crowd'],
  },
  {
    id: 'descriptors-of-outputs-stay-open',
    file: `${HANDLER}/stream.ts`,
    find: 'if (this.#socket === undefined) closeSync(this.#descriptor);',
    replace: 'if (this.#socket === undefined) void this.#descriptor;',
    rows: ['exit-2-silent'],
    whole: true,
  },
  {
    id: 'the-event-stays-open',
    file: `${HANDLER}/stdio.ts`,
    find: '[stdin, stdout.writeEnd, stderr.writeEnd].forEach((end) => closeSync(end));',
    replace: '[stdout.writeEnd, stderr.writeEnd].forEach((end) => closeSync(end));',
    rows: ['empty'],
    whole: true,
  },
  {
    id: 'interrupted-without-a-trace',
    file: core('record/recorder.ts'),
    find: 'if (start !== undefined) writer.append(start);',
    replace: 'void start;',
    built: true,
    rows: ['own-death-SIGINT', 'own-death-SIGTERM', 'own-death-SIGKILL'],
  },
  {
    id: 'hooks-outlive-our-sigkill',
    file: `${PROCESS}/watchdog.ts`,
    find: 'for group in $groups; do kill -s KILL -- "-$group"; done',
    replace: '',
    built: true,
    rows: ['own-death-SIGKILL'],
  },
  {
    id: 'hooks-outlive-our-interruption',
    file: `${HANDLER}/registry.ts`,
    find: `  for (const run of condemned) signalGroup(run.pid, 'SIGKILL');
  killDescendants(descendants);
  sweep(condemned, liveGroupsBut(condemned), startingSince());`,
    replace: '  void descendants;',
    more: [
      { file: `${PROCESS}/watchdog.ts`, find: 'for group in $groups; do kill -s KILL -- "-$group"; done', replace: '' },
    ],
    built: true,
    rows: ['own-death-SIGINT', 'own-death-SIGTERM'],
  },
  {
    id: 'polytoken-waits-for-a-minute',
    file: core('dialects/polytoken/table.ts'),
    find: 'timeoutMs: 30_000,',
    replace: 'timeoutMs: 60_000,',
    built: true,
    rows: ['deadline'],
  },

  // Protocol
  {
    id: 'the-event-is-cut',
    file: `${HANDLER}/spool.ts`,
    find: 'for (let written = 0; written < bytes.length;)',
    replace: 'for (let written = 0; written < Math.min(bytes.length, 65_536) && written === 0;)',
    more: [
      {
        file: `${HANDLER}/spool.ts`,
        find: 'written += writeSync(target, bytes, written);',
        replace: 'written += writeSync(target, bytes.subarray(0, 65_536), written);',
      },
    ],
    rows: ['reads-slowly'],
  },
  {
    id: 'an-unread-event-is-a-failure',
    file: `${HANDLER}/stdio.ts`,
    find: `child.stdin?.on('error', () => undefined);`,
    replace: '',
    rows: ['no-temporary-folder'],
  },
  {
    id: 'a-large-event-is-refused',
    file: `${HANDLER}/start.ts`,
    find: 'const stdio = await openStdio(request.stdin);',
    replace: `if (request.stdin.length > 1_000_000) return notStarted('too large');
  const stdio = await openStdio(request.stdin);`,
    rows: ['never-reads-stdin-exit-0', 'never-reads-stdin-exit-2', 'closes-stdin', 'reads-slowly'],
  },
  {
    id: 'output-without-a-cap',
    file: `${HANDLER}/output.ts`,
    find: 'const room = KEPT_BYTES - kept;',
    replace: 'const room = Number.POSITIVE_INFINITY;',
    rows: ['floods-stdout', 'floods-stderr-exit-2', 'long-line'],
  },
  {
    id: 'cut-output-is-not-told',
    file: core('handlers/command.ts'),
    find: 'streams[name].output.isTruncated()',
    replace: 'false && streams[name].output.isTruncated()',
    rows: ['floods-stdout', 'floods-stderr-exit-2', 'long-line'],
  },
  {
    id: 'bytes-that-are-no-text-are-fatal',
    file: `${HANDLER}/output.ts`,
    find: '{ ignoreBOM: true }',
    replace: '{ ignoreBOM: true, fatal: true }',
    rows: ['invalid-utf8', 'invalid-utf8-on-stderr'],
  },
  {
    id: 'a-refusal-in-half-an-answer-is-lost',
    file: core('engine/answers/process-answer.ts'),
    find: "const isObject = brokenObject === 'decides' && text.startsWith('{');",
    replace: "const isObject = brokenObject === 'decides' && text === '{';",
    rows: ['half-json', 'refusal-then-document'],
  },
  {
    id: 'bom-is-garbage',
    file: core('engine/answers/process-answer.ts'),
    find: String.raw`stdout.replace(/^\uFEFF/, '').trim()`,
    replace: String.raw`stdout.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')`,
    rows: ['bom', 'bom-alone'],
  },
  {
    id: 'doubled-keys-are-overlooked',
    file: core('text/parse-json.ts'),
    find: 'readings: [scan.hasOddSpelling ? usualOf(node) : usual, ...hidden]',
    replace: 'readings: [scan.hasOddSpelling ? usualOf(node) : usual]',
    rows: ['doubled-refusal-first', 'doubled-without-refusal'],
  },
  {
    id: 'a-doubled-refusal-is-only-garbage',
    file: core('engine/answers/process-answer.ts'),
    find: 'const refusal = verdicts.find(isRefusal);',
    replace: 'const refusal = verdicts.find((verdict) => isRefusal(verdict) && false);',
    rows: ['doubled-refusal-first', 'doubled-refusal-last'],
  },
  {
    id: 'depth-without-a-cap',
    file: core('text/parse-json.ts'),
    find: 'if (depthOf(text, maxDepth) > maxDepth) {',
    replace: 'if (depthOf(text, maxDepth) > 1e9) {',
    rows: ['deep', 'deep-in-refusal'],
  },
  {
    id: 'inherited-words-are-known',
    file: core('engine/answers/decisions.ts'),
    find: 'Object.hasOwn(key.words, spelled) ? key.words[spelled] : undefined',
    replace: 'true ? key.words[spelled] : undefined',
    more: [
      {
        file: core('engine/answers/tagged-answer.ts'),
        find: `if (typeof word !== 'string' || !Object.hasOwn(outcomes, word)) {`,
        replace: `if (typeof word !== 'string' || !(word in outcomes)) {`,
      },
    ],
    rows: ['inherited-words'],
  },
  {
    id: 'inherited-keys-are-read',
    file: core('engine/answers/process-answer.ts'),
    find: 'const [usual, ...others] = parsed.readings;',
    replace: `const [first, ...others] = parsed.readings;
  const usual = isJsonObject(first) ? (Object.assign({}, first) as JsonObject) : first;`,
    more: [
      {
        file: core('engine/answers/field-types.ts'),
        find: 'if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;',
        replace: 'if (!isJsonObject(value)) return undefined;',
      },
      {
        file: core('engine/answers/tagged-answer.ts'),
        find: 'const word = Object.hasOwn(object, TAG) ? object[TAG] : undefined;',
        replace: 'const word = object[TAG];',
      },
    ],
    rows: ['proto-refusal'],
  },
  {
    id: 'keys-of-any-name-are-decisions',
    file: core('engine/answers/field-types.ts'),
    find: `let value: Json | undefined = object;`,
    replace: `if ('constructor' in object && Object.hasOwn(object, 'constructor')) throw new TypeError('odd key');
  let value: Json | undefined = object;`,
    rows: ['constructor-keys'],
  },
  {
    id: 'values-are-coerced',
    file: core('engine/answers/decisions.ts'),
    find: `typeof value === 'boolean' ? String(value) : null`,
    replace: 'String(value)',
    rows: ['wrong-types'],
  },
  {
    id: 'unknown-fields-spoil-the-answer',
    file: core('engine/answers/keyed-answer.ts'),
    find: 'const broken = unknownKeyIn(reading, object) ?? envelopeProblem(reading, object);',
    replace: `const strange = ['surprise', 'n', '__proto__'].find((key) => Object.hasOwn(object, key));
  const broken = strange === undefined ? envelopeProblem(reading, object) : { message: strange, voids: true };`,
    rows: ['unknown-fields', 'huge-numbers', 'proto-consent', 'proto-refusal'],
  },
  {
    id: 'unknown-outcome-fields-are-ignored',
    file: core('engine/answers/tagged-answer.ts'),
    find: 'const unknown = Object.keys(object).find((key) => key !== TAG && !Object.hasOwn(row.fields, key));',
    replace: 'const unknown = Object.keys(object).find(() => false);',
    rows: ['unknown-fields', 'huge-numbers', 'proto-consent'],
  },
  {
    id: 'the-first-line-is-the-answer',
    file: core('engine/answers/process-answer.ts'),
    find: 'const parsed = parseJson(text);\n  if (!parsed.ok) {',
    replace: `const parsed = parseJson(text.split('\\n').find((line) => line.startsWith('{'))?.replaceAll('\\0', '') ?? text);
  if (!parsed.ok) {`,
    rows: ['log-lines', 'two-documents', 'nul-in-refusal'],
  },
  {
    id: 'garbage-is-only-recorded',
    file: core('dialects/kolega/table.ts'),
    find: `text: 'bad_output',`,
    replace: `text: 'recorded',`,
    rows: ['nul', 'log-lines', 'two-documents', 'floods-stdout', ...NO_OBJECTS],
  },
  {
    id: 'text-of-agent-hooks-is-a-fault',
    file: core('dialects/agent-hooks/table.ts'),
    find: `text: 'recorded',`,
    replace: `text: 'bad_output',`,
    rows: ['nul', 'escapes-in-garbage', ...NO_OBJECTS],
  },
  {
    id: 'messages-are-live',
    file: core('engine/outcome.ts'),
    find: 'text: forTerminal(text),',
    replace: 'text,',
    rows: [
      'escapes-on-stderr-exit-2',
      'escapes-on-stderr-exit-1',
      'escapes-in-reason',
      'escapes-in-text',
      'escapes-in-garbage',
    ],
  },
  {
    id: 'texts-are-lost',
    file: core('engine/answers/field-types.ts'),
    find: 'return { ok: true, given: given === NOTHING ? {} : give(field, given, hook) };',
    replace: 'return { ok: true, given: {} };',
    rows: ['escapes-in-text'],
  },
  {
    id: 'reasons-are-live-in-the-terminal',
    file: core('text/visible.ts'),
    find: `return done === 0 ? text : shown.joined() + text.slice(done);`,
    replace: 'return text;',
    built: true,
    rows: [...SHOWN, 'escapes-in-text-shown', 'escapes-in-garbage-shown'],
  },

  // Start
  {
    id: 'programs-are-not-looked-at',
    file: `${HANDLER}/preflight.ts`,
    find: `    flawOfProgram(file ?? '', request.env['PATH'], 'system') ??`,
    replace: '',
    rows: [
      'missing',
      'not-executable',
      'bad-interpreter',
      'crlf',
      'empty',
      'blank',
      'emptied-after-load',
      'deleted-after-load',
    ],
  },
  {
    id: 'what-a-shell-runs-is-not-looked-at',
    file: `${HANDLER}/preflight.ts`,
    find: 'return words === null ? null : flawOfShellCommand(words, request);',
    replace: 'return null;',
    rows: ['missing', 'not-executable', 'bad-interpreter', 'empty', 'deleted-after-load'],
  },
  {
    id: 'an-empty-file-allows',
    file: `${HANDLER}/script-file.ts`,
    find: 'size <= FIRST_BYTES &&',
    replace: 'false &&',
    rows: ['empty', 'blank', 'emptied-after-load'],
  },
  {
    id: 'carriage-returns-are-overlooked',
    file: `${HANDLER}/script-file.ts`,
    find: 'if (line.hasCarriageReturn &&',
    replace: 'if (!line.hasCarriageReturn &&',
    rows: ['crlf'],
  },
  {
    id: 'env-is-not-looked-behind',
    file: `${HANDLER}/script-file.ts`,
    find: 'if (lookedUp === null ||',
    replace: 'if (lookedUp === null || lookedUp !== null ||',
    rows: ['bad-interpreter-by-env'],
  },
  {
    id: 'a-missing-folder-is-a-missing-program',
    file: `${HANDLER}/preflight.ts`,
    find: 'flawOfFolder(request.cwd) ??',
    replace: '',
    rows: ['cwd-gone'],
  },
  {
    id: 'shortages-are-not-waited-for',
    file: `${HANDLER}/start.ts`,
    find: 'if (!isTransient(errorCode(error)) ||',
    replace: 'if (!isTransient(`not ${errorCode(error)}`) ||',
    rows: ['busy-for-a-while', 'emfile-for-a-while', 'eagain-for-a-while'],
  },
  {
    id: 'the-true-cause-of-a-shortage-is-lost',
    file: `${HANDLER}/start.ts`,
    find: 'const cause = CAUSES[code];',
    replace: 'const cause = CAUSES[`${code}?`];',
    rows: ['busy-for-good', 'emfile-for-good', 'eagain-for-good'],
  },

  ...CONFIGURATION_BUGS,
  ...NETWORK_BUGS,
];
