/** Bugs that the rows about network, models and workers must notice. */

const core = (path) => `packages/core/src/${path}`;

const rows = (prefix, ...names) => names.map((name) => `${prefix}-${name}`);
const bothModels = (...names) => [...rows('prompt', ...names), ...rows('agent', ...names)];

const CONNECTIONS = rows(
  'http',
  'refused',
  'no-such-name',
  'tls-self-signed',
  'tls-plain',
  'reset',
  'cut-body',
  'no-http',
);
const METADATA = rows(
  'http-metadata',
  'literal',
  'number',
  'hexadecimal',
  'octal',
  'mapped',
  'link-local',
  'ipv6',
  'by-name',
);

const HTTP_BUGS = [
  {
    id: 'no-connection-is-no-fault',
    file: core('handlers/http.ts'),
    find: '(error: unknown) => settle(unavailable(whyUnavailable(error, url))),',
    replace:
      "(error: unknown) => settle({ ending: { how: 'answered' }, stdout: error === whyUnavailable ? url.host : '' }),",
    rows: [...CONNECTIONS, ...METADATA],
  },
  {
    id: 'every-status-is-an-answer',
    file: core('handlers/http.ts'),
    find: 'if (status >= 300 && status <= 399)',
    replace: 'if (status < 0)',
    more: [
      { file: core('handlers/http.ts'), find: 'if (status < 200 || status > 299)', replace: 'if (status < 0)' },
      {
        file: core('handlers/http/exchange.ts'),
        find: 'if (statusCode < 200 || statusCode > 299 || encoding !== null) {',
        replace: 'if (encoding !== null) {',
      },
    ],
    rows: [
      ...rows('http-status', '400', '401', '404', '429', '500', '503'),
      ...rows('http-redirect', '301', '302', '303', '307', '308'),
    ],
  },
  {
    id: 'no-deadline-for-the-whole',
    file: core('handlers/http.ts'),
    find: 'const stopTimeout = startTimeout(timeoutMs, () =>',
    replace: 'const stopTimeout = startTimeout(timeoutMs * 12, () =>',
    rows: rows('http', 'silent', 'slow-header', 'slow-body'),
  },
  {
    id: 'a-body-without-end-is-empty',
    file: core('handlers/http/exchange.ts'),
    find: 'return { body: text, isCut };',
    replace: "return isCut ? { body: '', isCut: false } : { body: text, isCut };",
    rows: ['http-huge-body'],
  },
  {
    id: 'compressed-answers-are-empty',
    file: core('handlers/http.ts'),
    find: 'if (encoding !== null) return garbled(',
    replace: "if (encoding === 'none') return garbled(",
    rows: ['http-gzip-bomb'],
  },
  {
    id: 'a-page-says-nothing',
    file: core('engine/answers/plain-text.ts'),
    find: "const rule = reading.hook.handler.kind === 'http' ? 'bad_output' : reading.frame.dialect.answer.text;",
    replace: 'const rule = reading.frame.dialect.answer.text;',
    rows: ['http-html'],
  },
  {
    id: 'metadata-addresses-are-reached',
    file: core('handlers/http/refused-address.ts'),
    find: '.some((each) => isIn(ranges, each)) && !isIn(lifted, bare);',
    replace: '.some((each) => isIn(ranges, each)) && isIn(lifted, bare);',
    rows: METADATA,
  },
  {
    id: 'names-are-resolved-twice',
    file: core('handlers/http/refused-address.ts'),
    find: 'else if (options.all === true) callback(null, addresses);',
    replace: `else if (hostname !== '')
        resolve(hostname, { ...options, all: true }, (_again, others) =>
          options.all === true ? callback(null, others) : callback(null, others[0]?.address ?? '', 4),
        );`,
    rows: ['http-rebinding'],
  },
];

const MODEL_BUGS = [
  {
    id: 'prose-is-consent',
    file: core('engine/answers/ok-reply.ts'),
    find: 'if (found === null) return { fault };',
    replace: 'if (found === null) return {};',
    rows: bothModels('prose', 'nothing'),
  },
  {
    id: 'half-a-refusal-is-lost',
    file: core('engine/answers/ok-reply.ts'),
    find: "if (values.get('ok')?.includes(false) !== true) return [];",
    replace: 'if (values.size >= 0) return [];',
    rows: bothModels('half'),
  },
  {
    id: 'any-value-counts-as-ok',
    file: core('engine/answers/ok-reply.ts'),
    find: "if (typeof ok !== 'boolean')",
    replace: 'if (ok === undefined)',
    rows: bothModels('wrong-types'),
  },
  {
    id: 'a-fence-is-garbage',
    file: core('engine/answers/ok-reply.ts'),
    find: "if (whole !== null || rule === 'whole-object') return whole === null ? null : { reply: whole, isWhole: true };",
    replace:
      "if (whole !== null) return text.includes('```') ? null : { reply: whole, isWhole: true };\n  if (text !== '') return null;",
    rows: [...bothModels('fenced'), 'prompt-two-objects-refusal-first'],
  },
  {
    id: 'the-first-object-counts-everywhere',
    file: core('engine/answers/ok-reply.ts'),
    find: "return rule === 'one-object' && second !== undefined ? { ...first, isWhole: false } : first;",
    replace: "return rule === 'one-object' && second === first ? { ...first, isWhole: false } : first;",
    rows: bothModels('two-objects-refusal-first', 'two-objects-consent-first'),
  },
  {
    id: 'a-doubled-ok-is-garbage',
    file: core('engine/answers/ok-reply.ts'),
    find: 'return [usual, ...others].find((object) =>',
    replace: "return [usual, ...others].find((object) => !Object.hasOwn(object, 'ok') &&",
    rows: bothModels('doubled'),
  },
  {
    id: 'a-model-that-fails-agrees',
    file: core('handlers/ask-host.ts'),
    find: "return { ending: { how: 'unavailable', why: `${who} gave no answer: ${describeThrown(settled.error)}` } };",
    replace:
      "return { ending: { how: 'answered' }, stdout: describeThrown(settled.error) === '' ? '' : '{\"ok\": true}' };",
    rows: bothModels('429', '500', 'cut', 'html'),
  },
  {
    id: 'models-are-waited-for',
    file: core('handlers/ask-host.ts'),
    find: 'settleWithin(startAsking(ask, stop.signal), frame.timeoutMs, signal)',
    replace: 'settleWithin(startAsking(ask, stop.signal), frame.timeoutMs * 12, signal)',
    rows: bothModels('hangs'),
  },
  {
    id: 'without-a-model-all-is-well',
    file: core('handlers/ask-host.ts'),
    find: "if (ask === undefined) return { ending: { how: 'unavailable', why: missing } };",
    replace: "if (ask === undefined) return textReply(missing === '' ? '' : '{\"ok\": true}');",
    rows: bothModels('no-model'),
  },
];

const WORKER_BUGS = [
  {
    id: 'what-raises-agrees',
    file: core('engine/fault.ts'),
    find: "return fault('exit', hook, `raised an error: ${ending.why}`);",
    replace: 'return null;',
    rows: [
      ...rows('python', 'exits', 'sys-exits', 'is-killed', 'raises', 'raises-on-import', 'circuit'),
      ...rows('module', 'throws', 'throws-no-error', 'throws-on-import', 'throws-elsewhere', 'exits', 'no-javascript'),
    ],
  },
  {
    id: 'what-cannot-be-called-agrees',
    file: core('engine/fault.ts'),
    find: "return fault('not_started', hook, `could not be started: ${ending.why}`);",
    replace: 'return null;',
    rows: [...rows('python', 'no-module', 'no-function'), ...rows('module', 'no-file', 'no-export'), 'claims-policy'],
  },
  {
    id: 'calls-are-waited-for',
    file: core('handlers/workers/call-worker.ts'),
    find: 'const { replying, settled } = await settledCall(worker, job, timeoutMs, signal);',
    replace: 'const { replying, settled } = await settledCall(worker, job, timeoutMs * 12, signal);',
    rows: [
      ...rows('python', 'hangs', 'loops', 'leaves-a-child'),
      ...rows('module', 'never-settles', 'loops', 'leaves-a-child'),
    ],
  },
  {
    id: 'what-is-printed-counts',
    file: core('engine/decode.ts'),
    find: 'return readOutcomeFields(reading, report);',
    replace:
      "return readOutcomeFields(reading, report.stdout.trim() === '' ? report : { ...report, value: { blocked: true } });",
    rows: [...rows('python', 'prints', 'floods'), 'module-prints'],
  },
  {
    id: 'any-value-is-an-outcome',
    file: core('engine/answers/outcome-fields.ts'),
    find: "if (!isJsonObject(value)) return { fault: badOutput(reading, 'it returned something that is no outcome') };",
    replace: 'if (!isJsonObject(value)) return {};',
    more: [
      {
        file: core('engine/answers/outcome-fields.ts'),
        find: "return typeof value === 'boolean';",
        replace: 'return Boolean(value);',
      },
    ],
    rows: ['module-wrong-types'],
  },
  {
    id: 'returned-refusals-are-lost',
    file: core('engine/answers/outcome-fields.ts'),
    find: "if (value['blocked'] !== true && !endsTurn) return {};",
    replace: "if (value['blocked'] !== 'true' && !endsTurn) return {};",
    rows: ['python-refuses', 'python-wrong-types', 'module-refuses', 'python-circuit'],
  },
  {
    id: 'no-circuit',
    file: core('handlers/python/circuit.ts'),
    find: 'const CRASHES = 3;',
    replace: 'const CRASHES = 30;',
    rows: ['python-circuit'],
  },
];

const TOGETHER_BUGS = [
  {
    id: 'who-finishes-first-speaks-first',
    file: core('engine/run-dialect.ts'),
    find: 'if (results.every(hasDecided)) return results;',
    replace: `if (results.every(hasDecided))
    return [...results].sort((one, other) => one.run.durationMs - other.run.durationMs);`,
    rows: ['disagree-no-no'],
  },
  {
    id: 'a-refusal-does-not-outweigh-a-consent',
    file: core('engine/fold.ts'),
    find: "const blocks = said.filter(({ verdict }) => verdict.decision === 'block');",
    replace: "const blocks = said.length > 1 ? [] : said.filter(({ verdict }) => verdict.decision === 'block');",
    rows: ['disagree-no-yes', 'disagree-yes-no', 'disagree-no-no'],
  },
  {
    id: 'hooks-fire-hooks',
    file: core('engine/engine.ts'),
    find: 'const isNested = request.place.isInsideHook || isOwn;',
    replace: 'const isNested = request.place.isInsideHook && isOwn;',
    built: true,
    rows: ['command-fires-hooks', 'prompt-fires-hooks', 'agent-fires-hooks'],
  },
  {
    id: 'no-bound-for-stop-hooks',
    file: 'packages/agent/src/session/effects.ts',
    find: "if (count <= bound) return { instruction: hostText(outcome) ?? 'A hook wants you to go on.' };",
    replace: "if (count <= bound * 2) return { instruction: hostText(outcome) ?? 'A hook wants you to go on.' };",
    built: true,
    rows: ['stop-always-blocks'],
  },
];

export const NETWORK_BUGS = [...HTTP_BUGS, ...MODEL_BUGS, ...WORKER_BUGS, ...TOGETHER_BUGS];
