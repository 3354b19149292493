import { describe, expect, test } from 'vitest';
import { aFrame, aHook, anEvent } from '../../../../test/support/hooks.ts';
import type { EventName, Handler, Hook, Request } from '../model/index.ts';
import { encode } from './encode.ts';
import { environmentOf } from './encode-command.ts';
import type { Place } from './frame.ts';
import { codeEvent, payloadBytes, payloadOf } from './payload.ts';

const EVENT = anEvent('UserPromptSubmit', { prompt: 'hi' });

interface Case {
  readonly hook?: Partial<Hook>;
  readonly place?: Partial<Place>;
  readonly background?: boolean;
}

const encoded = (dialect: string, handler: Handler, { hook, place, background = false }: Case = {}): Request =>
  encode(aHook({ handler, ...hook }), aFrame(dialect, EVENT, place), 'run-1', { background });

/** Program and arguments, or why there are none. */
function argv(dialect: string, handler: Handler, over: Case = {}): readonly string[] | string {
  const request = encoded(dialect, handler, over);
  if (request.kind === 'command') return [request.program, ...request.args];
  return request.kind === 'impossible' ? request.why : request.kind;
}

const words = (line: string): Handler => ({ kind: 'command', form: 'words', line });
const bash = (script: string): Handler => ({ kind: 'command', form: 'shell', shell: 'bash', script });
const powershell = (script: string): Handler => ({ kind: 'command', form: 'shell', shell: 'powershell', script });
const exec = (program: string, ...args: readonly string[]): Handler => ({
  kind: 'command',
  form: 'argv',
  program,
  args,
});

describe('a command', () => {
  test('is a whole request: program, folder, environment, payload, time and what happens at its end', () => {
    const hook = aHook({ handler: bash('exit 0'), timeoutMs: 5000 });
    const frame = aFrame('polytoken', EVENT);
    expect(encode(hook, frame, 'run-1', { background: true })).toEqual({
      kind: 'command',
      runId: 'run-1',
      timeoutMs: 5000,
      background: true,
      program: 'bash',
      args: ['--norc', '-c', 'exit 0'],
      script: 'exit 0',
      cwd: '/project',
      env: environmentOf(hook, frame, 'run-1'),
      stdin: payloadBytes(frame),
      atTimeout: 'term',
      session: 's-1',
    });
  });

  test.each<[string, EventName, string, string]>([
    ['kolega', 'Stop', '/project', 'term'],
    ['agent-hooks', 'Stop', '/project/sub', 'term'],
    ['qoder', 'Stop', '/project/sub', 'term'],
    ['kode', 'SessionEnd', '/project', 'kill'],
    ['polytoken', 'Stop', '/project', 'term'],
  ])('of %s on %s runs in %s and is ended by %s', (dialect, event, cwd, atTimeout) => {
    const request = encode(aHook({ handler: exec('/h/run') }), aFrame(dialect, event), 'run-1', { background: false });
    expect(request).toMatchObject({ cwd, atTimeout, background: false });
  });

  test('belongs to no session where the event names none by a text', () => {
    const event = { ...anEvent('Stop'), session_id: 7 };
    expect(encode(aHook(), aFrame('polytoken', event), 'run-1', { background: false })).not.toHaveProperty('session');
  });

  test('that could not be started when it was loaded is impossible', () => {
    expect(encoded('kolega', words('x'), { hook: { defect: 'no entry point' } })).toEqual({
      kind: 'impossible',
      runId: 'run-1',
      timeoutMs: 1000,
      why: 'no entry point',
    });
  });
});

describe('a command line of words', () => {
  test.each<[string, string, readonly string[]]>([
    ['is split like a shell argument list', `run "a b" 'c d' e\\ f`, ['run', 'a b', 'c d', 'e f']],
    [
      'expands nothing',
      'run $HOME *.sh ~ | tee > out && true',
      ['run', '$HOME', '*.sh', '~', '|', 'tee', '>', 'out', '&&', 'true'],
    ],
    ['knows no comments', 'run a # b', ['run', 'a', '#', 'b']],
    ['keeps empty words', `run '' ""`, ['run', '', '']],
    ['finds a relative program in the project', './.kolega/guard.sh x', ['/project/.kolega/guard.sh', 'x']],
    ['finds a relative program without a dot in the project', 'scripts/run x', ['/project/scripts/run', 'x']],
    ['leaves a bare name to PATH', 'python3 x.py', ['python3', 'x.py']],
    ['leaves an absolute program alone', '/bin/sh ./x', ['/bin/sh', './x']],
    ['leaves a tilde alone in kolega', '~/guard.sh', ['/project/~/guard.sh']],
  ])('%s', (_says, line, expected) => {
    expect(argv('kolega', words(line))).toEqual(expected);
  });

  test.each([
    [`run 'a`, `the quote ' at character 5 of the command line is never closed`],
    ['run a\\', 'the command line ends with a backslash that escapes nothing'],
    ['', 'the command is empty'],
    ['   ', 'the command is empty'],
    [`'' a`, 'the command is empty'],
  ])('%j cannot be started', (line, why) => {
    expect(encoded('kolega', words(line))).toEqual({ kind: 'impossible', runId: 'run-1', timeoutMs: 1000, why });
  });
});

describe('exec of kode', () => {
  test.each<[string, Handler, readonly string[]]>([
    ['expands a leading tilde', words('~/hooks/redact.sh ~ a'), ['/home/ann/hooks/redact.sh', '~', 'a']],
    ['expands a tilde alone', words('~'), ['/home/ann']],
    ["does not know another user's home", words('~bob/x'), ['/project/~bob/x']],
    ['expands the tilde of the first word of an array', exec('~/x', '~/y'), ['/home/ann/x', '~/y']],
    ['takes a relative program from the project', words('./hooks/x'), ['/project/hooks/x']],
    ['takes a bare name from PATH', exec('jq', '.tool | .x', '$HOME'), ['jq', '.tool | .x', '$HOME']],
    ['replaces no placeholder', exec('run', '${QODER_PROJECT_DIR}'), ['run', '${QODER_PROJECT_DIR}']],
  ])('%s', (_says, handler, expected) => {
    expect(argv('kode', handler)).toEqual(expected);
  });
});

describe('where the session was opened, or a sub-agent has its worktree', () => {
  const inWorktree = aFrame('kode', { ...EVENT, cwd: '/tree/deep', project_path: '/tree' });

  test('kode runs its hooks, whose programs come from the project', () => {
    const hook = aHook({ handler: exec('./hooks/x'), scope: 'project' });
    expect(encode(hook, inWorktree, 'run-1', { background: false })).toMatchObject({
      program: '/project/hooks/x',
      cwd: '/tree',
      env: { KODE_WORK_DIR: '/tree' },
      elsewhere: { folder: '/project', program: '/project/hooks/x', isFirst: true },
    });
  });
});

describe('a command of qoder', () => {
  test.each<[Hook['scope'], boolean]>([
    ['user', false],
    ['plugin', false],
    ['project', true],
    ['local', true],
  ])('of the %s with a relative program is looked for in the project too, first: %s', (scope, isFirst) => {
    expect(encoded('qoder', exec('./hooks/x'), { hook: { scope } })).toMatchObject({
      program: '/project/sub/hooks/x',
      cwd: '/project/sub',
      elsewhere: { folder: '/project', program: '/project/hooks/x', isFirst },
    });
  });

  const plugin = { folder: '/plug ins/demo', dataFolder: '/data/$& demo' };

  test('in shell form is bash -c with the text as it is', () => {
    const script = '~/x "${QODER_PROJECT_DIR}" ${QODER_PLUGIN_ROOT}';
    expect(encoded('qoder', bash(script), { hook: plugin })).toMatchObject({
      program: 'bash',
      args: ['--norc', '-c', script],
      script,
    });
  });

  test.each<[NodeJS.Platform, string]>([
    ['win32', 'powershell'],
    ['linux', 'pwsh'],
    ['darwin', 'pwsh'],
  ])('for powershell on %s is run by %s, with the three placeholders in the text', (platform, program) => {
    const text =
      '& "${QODER_PROJECT_DIR}/${QODER_PLUGIN_ROOT}/${QODER_PLUGIN_DATA}" ${HOME} $env:X ${QODER_PROJECT_DIR}';
    const request = encoded('qoder', powershell(text), { hook: plugin, place: { platform } });
    expect(request).toMatchObject({
      program,
      args: [
        '-NoProfile',
        '-NonInteractive',
        '-Command',
        '& "/project//plug ins/demo//data/$& demo" ${HOME} $env:X /project',
      ],
    });
    expect(request).not.toHaveProperty('script');
  });

  test('in exec form has literal arguments, in which the placeholders are replaced as plain strings', () => {
    const handler = exec(
      '${QODER_PLUGIN_ROOT}/bin/x',
      '${QODER_PLUGIN_DATA}',
      '*',
      '$HOME',
      '${QODER_PROJECT_DIR}${QODER_PROJECT_DIR}',
      '',
    );
    expect(argv('qoder', handler, { hook: plugin })).toEqual([
      '/plug ins/demo/bin/x',
      '/data/$& demo',
      '*',
      '$HOME',
      '/project/project',
      '',
    ]);
  });

  test('that is no plugin hook keeps the placeholders of plugins as they are', () => {
    expect(argv('qoder', exec('x', '${QODER_PLUGIN_ROOT}'))).toEqual(['x', '${QODER_PLUGIN_ROOT}']);
  });

  test('in exec form takes a relative program from the cwd of the event', () => {
    expect(argv('qoder', exec('./x'))).toEqual(['/project/sub/x']);
  });

  test('in exec form knows no tilde: only a shell does', () => {
    expect(argv('qoder', exec('~/x', '~'))).toEqual(['/project/sub/~/x', '~']);
  });

  test('in exec form with a blank program cannot be started', () => {
    expect(argv('qoder', exec('', 'a'))).toBe('the command is empty');
  });
});

describe('a prompt', () => {
  const json = JSON.stringify(payloadOf(aFrame('kolega', EVENT)), null, 2);
  const qoderJson = JSON.stringify(payloadOf(aFrame('qoder', EVENT)), null, 2);
  const prompt = (text: string): Handler => ({ kind: 'prompt', prompt: text, model: 'fast' });
  const agent = (text: string): Handler => ({
    kind: 'agent',
    prompt: text,
    model: null,
    tools: ['Read'],
    maxTurns: null,
  });
  const text = (dialect: string, handler: Handler): string => {
    const request = encoded(dialect, handler);
    return request.kind === 'prompt' || request.kind === 'agent' ? request.prompt : request.kind;
  };

  test('is a whole request', () => {
    expect(encoded('kolega', prompt('Fine?'))).toEqual({
      kind: 'prompt',
      runId: 'run-1',
      timeoutMs: 1000,
      prompt: `Fine?\n\nEvent data:\n${json}`,
      model: 'fast',
    });
  });

  test('of kolega has $EVENT and $ARGUMENTS replaced everywhere by the indented event', () => {
    expect(text('kolega', prompt('$EVENT a $ARGUMENTS b $EVENT'))).toBe(`${json} a ${json} b ${json}`);
  });

  test('of kolega for an agent gets the event in the same way', () => {
    expect(text('kolega', agent('Check.'))).toBe(`Check.\n\nEvent data:\n${json}`);
    expect(text('kolega', agent('Check $EVENT'))).toBe(`Check ${json}`);
  });

  test('of qoder has the event appended, unless $ARGUMENTS occurs', () => {
    expect(text('qoder', prompt('Fine? $EVENT'))).toBe(`Fine? $EVENT\n\n${qoderJson}`);
    expect(text('qoder', prompt('Fine? $ARGUMENTS!'))).toBe(`Fine? ${qoderJson}!`);
  });

  test('of qoder for an agent has $ARGUMENTS replaced and nothing appended', () => {
    expect(text('qoder', agent('Verify $ARGUMENTS'))).toBe(`Verify ${qoderJson}`);
    expect(text('qoder', agent('Verify'))).toBe('Verify');
  });

  test('of qoder for an agent allows 50 turns unless it says otherwise', () => {
    expect(encoded('qoder', agent('x'))).toEqual({
      kind: 'agent',
      runId: 'run-1',
      timeoutMs: 1000,
      prompt: 'x',
      model: null,
      tools: ['Read'],
      maxTurns: 50,
    });
    expect(encoded('qoder', { kind: 'agent', prompt: 'x', model: null, tools: null, maxTurns: 3 })).toMatchObject({
      tools: null,
      maxTurns: 3,
    });
    expect(encoded('kolega', agent('x'))).toMatchObject({ maxTurns: null });
  });

  test('never takes what the event says for a placeholder', () => {
    const frame = aFrame('kolega', anEvent('UserPromptSubmit', { prompt: '$EVENT $& $1' }));
    const request = encode(aHook({ handler: prompt('<$EVENT>') }), frame, 'run-1', { background: false });
    expect(request).toMatchObject({ prompt: `<${JSON.stringify(payloadOf(frame), null, 2)}>` });
  });
});

test('an http hook posts the payload with its headers', () => {
  const handler: Handler = {
    kind: 'http',
    url: 'http://localhost/x',
    headers: { 'X-Lang': '${LANG}' },
    allowedVariables: null,
  };
  expect(encoded('qoder', handler)).toEqual({
    kind: 'http',
    runId: 'run-1',
    timeoutMs: 1000,
    url: 'http://localhost/x',
    headers: { 'content-type': 'application/json', 'x-lang': 'C' },
    secrets: { LANG: 'C' },
    body: payloadBytes(aFrame('qoder', EVENT)),
  });
});

test('addresses that the environment of the host allows go along with an http hook', () => {
  const handler: Handler = { kind: 'http', url: 'http://localhost/x', headers: {}, allowedVariables: null };
  const env = { HOOKLINE_ALLOW_ADDRESSES: ' 169.254.170.2,\tfe80::/10 ,' };
  const hook = aHook({ handler, env: { HOOKLINE_ALLOW_ADDRESSES: '169.254.169.254' } });
  const frame = aFrame('qoder', EVENT, { env });
  expect(encode(hook, frame, 'run-1', { background: false })).toEqual({
    kind: 'http',
    runId: 'run-1',
    timeoutMs: 1000,
    url: 'http://localhost/x',
    headers: { 'content-type': 'application/json' },
    allowedAddresses: ['169.254.170.2', 'fe80::/10'],
    body: payloadBytes(frame),
  });
});

test('a python callable gets the event, the project and the environment', () => {
  const frame = aFrame('kolega', EVENT);
  const hook = aHook({ handler: { kind: 'python', callable: 'myproject.hooks:block' } });
  expect(encode(hook, frame, 'run-1', { background: false })).toEqual({
    kind: 'python',
    runId: 'run-1',
    timeoutMs: 1000,
    callable: 'myproject.hooks:block',
    // What stands beside the payload is not repeated in it.
    event: { ...codeEvent(frame), payload: { user_message: EVENT['prompt'] ?? null } },
    project: '/project',
    env: environmentOf(hook, frame, 'run-1'),
  });
});

test.each([
  ['./hooks/secrets.mjs', '/project/hooks/secrets.mjs'],
  ['/abs/secrets.mjs', '/abs/secrets.mjs'],
])('a module %s is looked for at %s', (path, found) => {
  expect(encoded('kolega', { kind: 'module', path, exportName: 'blockSecrets' })).toEqual({
    kind: 'module',
    runId: 'run-1',
    timeoutMs: 1000,
    path: found,
    exportName: 'blockSecrets',
    event: codeEvent(aFrame('kolega', EVENT)),
  });
});

test('a function of the host is called with the neutral event itself', () => {
  const seen: unknown[] = [];
  const request = encoded('host', { kind: 'function', call: (event) => seen.push(event) });
  if (request.kind === 'function') request.call();
  expect(seen).toEqual([EVENT]);
});

describe('a dialect whose shell is sh', () => {
  const plugin = { folder: '/plugin', dataFolder: '/data' } as const;

  test('runs text with /bin/sh, whatever shell the entry names, and leaves missing scripts to it', () => {
    expect(argv('claude', bash('exit 0'))).toEqual(['/bin/sh', '-c', 'exit 0']);
    expect(encoded('claude', bash('./gone.sh'))).toMatchObject({ startsWithoutScript: true });
    expect(encoded('qoder', bash('./gone.sh'))).not.toHaveProperty('startsWithoutScript');
  });

  test('a placeholder of plugins in a hook of no plugin keeps it from being started, in both forms', () => {
    const why = '${CLAUDE_PLUGIN_ROOT} has no value here: only the hooks of a plugin can use it';
    expect(argv('claude', bash('"${CLAUDE_PLUGIN_ROOT}"/x.sh'))).toBe(why);
    expect(argv('claude', exec('${CLAUDE_PLUGIN_ROOT}/x.sh'))).toBe(why);
    expect(argv('claude', exec('x', '${CLAUDE_PLUGIN_ROOT}'))).toBe(why);
    expect(argv('claude', exec('${CLAUDE_PLUGIN_ROOT}/x.sh', '${OTHER}'), { hook: plugin })).toEqual([
      '/plugin/x.sh',
      '${OTHER}',
    ]);
    expect(argv('claude', bash('echo $CLAUDE_PLUGIN_ROOT'))).toEqual(['/bin/sh', '-c', 'echo $CLAUDE_PLUGIN_ROOT']);
  });

  test('an option of a plugin must not stand in a text for a shell', () => {
    expect(argv('claude', bash('echo ${user_config.key}'), { hook: plugin })).toBe(
      '${user_config.…} cannot stand in a text for a shell; use "args"',
    );
    expect(argv('claude', exec('x', '${user_config.key}'))).toEqual(['x', '${user_config.key}']);
  });
});

describe('headers, where bare names are replaced and unlisted ones are nothing', () => {
  const sent = (allowedVariables: readonly string[] | null): unknown => {
    const headers = { a: '$TOKEN ${TOKEN} $$OTHER $', b: '${OTHER}' };
    const handler: Handler = { kind: 'http', url: 'http://localhost/', headers, allowedVariables };
    const request = encoded('claude', handler, { place: { env: { TOKEN: 't', OTHER: 'o' } } });
    return request.kind === 'http' ? request.headers : request.kind;
  };

  test.each([
    [['TOKEN'], { a: 't t $ $', b: '' }],
    [null, { a: '  $ $', b: '' }],
    [['OTHER', 'TOKEN'], { a: 't t $o $', b: 'o' }],
  ] as const)('with the list %j', (allowed, expected) => {
    expect(sent(allowed)).toMatchObject(expected);
  });
});

describe('an environment that is inherited in part', () => {
  const environment = (event: EventName, place: Partial<Place> = {}): Readonly<Record<string, string>> =>
    environmentOf(aHook({ id: 'claude:user:x' }), aFrame('claude', event, place), 'run-1');

  test('leaves out names with these beginnings', () => {
    const env = { OTEL_EXPORTER: 'x', OTHER: 'y' };
    expect(environment('PreToolUse', { env })).toMatchObject({ OTHER: 'y', CLAUDECODE: '1' });
    expect(environment('PreToolUse', { env })).not.toHaveProperty('OTEL_EXPORTER');
  });

  test('has a file of the session on the events that have one, where the host has a folder for it', () => {
    const place = { sessionFiles: '/state/session-env' };
    for (const event of ['SessionStart', 'Setup', 'CwdChanged', 'FileChanged'] as const)
      expect(environment(event, place)['CLAUDE_ENV_FILE']).toMatch(
        new RegExp(`^/state/session-env/s-1/${event.toLowerCase()}-[0-9a-f]{12}\\.sh$`),
      );
    expect(environment('PreToolUse', place)).not.toHaveProperty('CLAUDE_ENV_FILE');
    expect(environment('SessionStart')).not.toHaveProperty('CLAUDE_ENV_FILE');
  });

  test('the folder of that file is named in the request; the id of a session is no path', () => {
    const folderOf = (session: string): unknown => {
      const event = { ...anEvent('SessionStart'), session_id: session };
      const frame = aFrame('claude', event, { sessionFiles: '/state/session-env' });
      const request = encode(aHook({ handler: bash('true') }), frame, 'run-1', { background: false });
      return request.kind === 'command' ? request.sessionFolder : null;
    };
    expect(folderOf('s-1')).toBe('/state/session-env/s-1');
    expect(folderOf('../../etc')).toMatch(/^\/state\/session-env\/[0-9a-f]{32}$/);
    expect(folderOf('')).toBeUndefined();
  });
});
