import { issueCanary } from '@hookline/core/internal';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { denial, payloadOf, toolCall } from '../../testing/payloads.ts';
import { makePlace, type Place, type RunOptions, trustAsPerson } from '../../testing/place.ts';

const AGENT = 'claude';
const guard = (script: string): string => `#!/bin/bash\n${script}\n`;

/** A guard of the user in each of the other systems; the program stands beside. */
const GUARDS: Readonly<Record<string, (place: Place) => Readonly<Record<string, unknown>>>> = {
  qoder: ({ root }) => ({
    'home/.qoder/settings.json': {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: `${root}/guard` }] }] },
    },
  }),
  kode: ({ root }) => ({
    'home/.config/kode/config.yaml': { hooks: { tool_call_pre: [{ exec: [`${root}/guard`] }] } },
  }),
  polytoken: ({ root }) => ({
    'home/.config/polytoken/hooks.json': [
      { name: 'guard', event: 'pre_tool_use', matcher: 'shell_exec', handler: { bash: `${root}/guard` } },
    ],
  }),
};

function lay(place: Place, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(place.root, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), {
      mode: typeof content === 'string' && content.startsWith('#!') ? 0o755 : 0o644,
    });
  }
}

function placeWith(script: string, system = 'qoder'): Place {
  const place = makePlace();
  lay(place, { guard: guard(script), ...GUARDS[system]?.(place) });
  return place;
}

const inProject = (place: Place, options: RunOptions = {}): RunOptions => ({
  ...options,
  env: { CLAUDE_PROJECT_DIR: place.project, CLAUDECODE: '1', ...options.env },
});

const call = async (place: Place, input: string, options: RunOptions = {}, words: readonly string[] = ['PreToolUse']) =>
  place.run(['hook', AGENT, ...words], {
    ...inProject(place, options),
    input: input.replace('"cwd":"/"', `"cwd":"${place.project}"`),
  });

const answered = (stdout: string): unknown => (stdout === '' ? null : JSON.parse(stdout));

describe('hookline hook', () => {
  it.each(Object.keys(GUARDS))('answers with the refusal of a guard of %s', async (system) => {
    const place = placeWith('cat >/dev/null; echo "hands off" >&2; exit 2', system);
    const { status, stdout, stderr } = await call(place, toolCall());
    expect([status, answered(stdout), stderr]).toEqual([0, denial('hands off'), '']);
  });

  it('is silent when no hook objects', async () => {
    const place = placeWith('exit 0');
    expect(await call(place, toolCall())).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  it('gives the event of its second word where the payload names none', async () => {
    const place = placeWith('echo no >&2; exit 2');
    const input = toolCall().replace('"hook_event_name":"PreToolUse",', '');
    expect(answered((await call(place, input)).stdout)).toEqual(denial('no'));
  });

  it('does not run the hooks of the agent itself', async () => {
    const place = placeWith('touch guard-ran.txt');
    lay(place, {
      'home/.claude/settings.json': {
        hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'touch own-ran.txt; exit 2' }] }] },
      },
    });
    expect(await call(place, toolCall())).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readdirSync(place.project)).toEqual(['guard-ran.txt']);
  });

  it('runs hooks of a project only when it is trusted, and says so when a session starts', async () => {
    const place = makePlace({
      'project/.qoder/settings.json': {
        hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo mine >&2; exit 2' }] }] },
      },
    });
    await call(place, payloadOf('SessionStart', { source: 'startup' }), {}, ['SessionStart']);
    const prompt = payloadOf('UserPromptSubmit', { prompt: 'go' });
    const first = await call(place, prompt, {}, ['UserPromptSubmit']);
    expect(answered(first.stdout)).toMatchObject({ systemMessage: expect.stringMatching(/trust/) as string });
    expect((await call(place, prompt.replace('go', 'on'), {}, ['UserPromptSubmit'])).stdout).toBe('');
    expect((await call(place, toolCall())).stdout).toBe('');
    await trustAsPerson(place);
    expect(answered((await call(place, toolCall())).stdout)).toEqual(denial('mine'));
  });

  it('passes a rewritten input on, and no permission', async () => {
    const answer = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: 'ls -l' },
      },
    };
    const place = placeWith(`echo '${JSON.stringify(answer)}'`);
    const { hookSpecificOutput: said } = answered((await call(place, toolCall())).stdout) as typeof answer;
    expect(said).toEqual({ hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } });
    const free = await call(place, toolCall(), {}, ['PreToolUse', '--may-allow']);
    expect(answered(free.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } });
  });
});

describe('what cannot be decided', () => {
  const WRONG: readonly (readonly [string, string])[] = [
    ['no JSON', '{"session_id":'],
    ['nothing', ''],
    ['a list', '[]'],
    ['a doubled key', '{"session_id":"a","session_id":"b","hook_event_name":"PreToolUse"}'],
    ['an event that is not known', payloadOf('PreToolTea')],
  ];

  it.each(WRONG)('is refused in the words of the agent: %s', async (_what, input) => {
    const place = placeWith('exit 0');
    const { status, stdout } = await call(place, input);
    expect(status).toBe(0);
    expect(answered(stdout)).toEqual(denial(expect.stringMatching(/^hookline failed.*; refused/)));
  });

  it.each([
    ['--fail open', ['PreToolUse', '--fail', 'open'], {}],
    ['HOOKLINE_ON_ERROR', ['PreToolUse'], { HOOKLINE_ON_ERROR: 'proceed' }],
  ])('is let go on where the user wants that: %s', async (_what, words, env) => {
    const { status, stdout } = await call(placeWith('exit 0'), '{', { env }, words);
    expect(status).toBe(0);
    expect(answered(stdout)).toEqual({ systemMessage: expect.stringMatching(/no hook had a say/) as string });
  });

  it.each([
    ['the event is not known', ['hook', AGENT], '{}'],
    ['the entry names no event of the agent', ['hook', AGENT, 'PreToolTea'], toolCall()],
    ['the agent is not known', ['hook', 'clod', 'PreToolUse'], toolCall()],
    ['an option is wrong', ['hook', AGENT, 'PreToolUse', '--fial', 'open'], toolCall()],
    ['there is no agent', ['hook'], toolCall()],
  ])('is refused by exit status where %s', async (_what, words, input) => {
    const { status, stdout, stderr } = await makePlace().run(words, { input });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^hookline/);
  });

  it('is a failure without a refusal where the entry fails open', async () => {
    const { status } = await makePlace().run(['hook', 'clod', 'PreToolUse', '--fail', 'open']);
    expect(status).toBe(1);
  });

  it('is refused when the state folder is no folder', async () => {
    const place = makePlace({
      'project/.qoder/settings.json': { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'exit 0' }] }] } },
      state: 'a file',
    });
    const { status, stdout } = await call(place, toolCall(), {
      env: { HOOKLINE_STATE_DIR: join(place.root, 'state') },
    });
    expect(status).toBe(0);
    expect(answered(stdout)).toMatchObject(denial(expect.stringMatching(/state is not a folder/)) as object);
  });

  it('does not keep a guard of the user from refusing when nothing can be recorded', async () => {
    const place = placeWith('echo no >&2; exit 2');
    const { stdout } = await call(place, toolCall(), { env: { HOOKLINE_STATE_DIR: '/dev/full/state' } });
    expect(answered(stdout)).toMatchObject(denial(expect.any(String)) as object);
  });
});

describe('an event that is delivered twice', () => {
  it('is answered twice and run once', async () => {
    const place = placeWith('echo x >>runs.txt; sleep 0.3; echo no >&2; exit 2');
    const input = toolCall();
    const answers = await Promise.all([call(place, input), call(place, input), call(place, input)]);
    for (const { status, stdout } of answers) expect([status, answered(stdout)]).toEqual([0, denial('no')]);
    expect(readFileSync(join(place.project, 'runs.txt'), 'utf8')).toBe('x\n');
    await call(place, toolCall());
    expect(readFileSync(join(place.project, 'runs.txt'), 'utf8')).toBe('x\nx\n');
  });

  describe('by the two entries of an agent that gives its calls no numbers', () => {
    const [ONE, OTHER] = ['1'.repeat(32), '2'.repeat(32)];
    const counting = () => placeWith('echo x >>runs.txt; sleep 0.2; echo no >&2; exit 2');
    const runsIn = ({ project }: Place): number => readFileSync(join(project, 'runs.txt'), 'utf8').length / 2;
    /** Both entries get the same bytes, as from the agent. */
    const tell = async (place: Place, entry: string, command = 'ls'): Promise<unknown> => {
      const payload = { sessionId: 's-1', timestamp: 1_794_000_000_000, cwd: place.project };
      const input = JSON.stringify({ ...payload, toolName: 'bash', toolArgs: { command } });
      const { stdout } = await place.run(['hook', 'copilot', 'preToolUse', '--entry', entry], { input });
      return (answered(stdout) as { readonly permissionDecision?: string } | null)?.permissionDecision;
    };

    it('is run once, however late the second comes, and again when one tells it again, however soon', async () => {
      const place = counting();
      expect(await tell(place, ONE)).toBe('deny');
      await new Promise((wake) => setTimeout(wake, 3000));
      expect([await tell(place, OTHER), runsIn(place)]).toEqual(['deny', 1]);
      expect([await tell(place, ONE), runsIn(place)]).toEqual(['deny', 2]);
      expect([await tell(place, OTHER), runsIn(place)]).toEqual(['deny', 2]);
    });

    it('is run as often as it has happened, where all deliveries come at once', async () => {
      const place = counting();
      const all = await Promise.all([ONE, OTHER, ONE, OTHER, ONE, OTHER].map((entry) => tell(place, entry)));
      expect([all, runsIn(place)]).toEqual([all.map(() => 'deny'), 3]);
    });

    it('is told to the second entry as the first has heard it last, where the agent has left it out before', async () => {
      const place = placeWith('echo x >>runs.txt; [ -e open ] || { touch open; echo no >&2; exit 2; }');
      expect(await tell(place, ONE)).toBe('deny');
      expect([await tell(place, ONE), runsIn(place)]).toEqual([undefined, 2]);
      expect([await tell(place, OTHER), runsIn(place)]).toEqual([undefined, 2]);
    });

    it('is another event with other content', async () => {
      const place = counting();
      await tell(place, ONE, 'ls');
      expect([await tell(place, OTHER, 'ls -l'), runsIn(place)]).toEqual(['deny', 2]);
    });
  });

  it('is run again with another input under the same number', async () => {
    const place = placeWith('[[ $(cat) == *"rm -rf"* ]] && { echo no >&2; exit 2; }; exit 0');
    const id = { tool_use_id: 'toolu_same' };
    expect((await call(place, toolCall('ls', id))).stdout).toBe('');
    expect(answered((await call(place, toolCall('rm -rf x', id))).stdout)).toEqual(denial('no'));
  });

  it('is run again where the one that ran it was killed', async () => {
    const place = placeWith('[ -e second ] || { touch first; sleep 60; }; echo no >&2; exit 2');
    const input = toolCall().replace('"cwd":"/"', `"cwd":"${place.project}"`);
    const first = place.start(['hook', AGENT, 'PreToolUse'], { ...inProject(place), input });
    while (!existsSync(join(place.project, 'first'))) await new Promise((wake) => setTimeout(wake, 25));
    writeFileSync(join(place.project, 'second'), '');
    first.kill('SIGKILL');
    expect(answered((await call(place, input)).stdout)).toEqual(denial('no'));
  });

  it('gets no answer of one that came from within a hook', async () => {
    const place = placeWith('echo no >&2; exit 2');
    const input = toolCall();
    expect((await call(place, input, { env: { HOOKLINE_RUN: 'r-1' } })).stdout).toBe('');
    expect(answered((await call(place, input)).stdout)).toEqual(denial('no'));
  });
});

describe('the secrets of the agent', () => {
  it('reach neither hooks nor the record', async () => {
    const place = placeWith(
      'env >env.txt; cat >seen.json; echo "$(tr "\\0" "\\n" </proc/$PPID/environ | grep TOKEN=)" >&2; exit 2',
    );
    const env = { ANTHROPIC_API_KEY: 'key-12345678', CLAUDE_CODE_MESSAGING_TOKEN: 'token-12345678', OTHER: 'kept' };
    const { stdout } = await call(place, toolCall('echo key-12345678'), { env });
    const seen = readFileSync(join(place.project, 'env.txt'), 'utf8');
    expect(seen).toContain('OTHER=kept');
    expect(seen).not.toMatch(/key-12345678|token-12345678/);
    expect(readFileSync(join(place.project, 'seen.json'), 'utf8')).not.toContain('transcript.jsonl');
    const record = readFileSync(join(place.home, '.local/state/hookline/record/hookline.jsonl'), 'utf8');
    expect(record).not.toMatch(/key-12345678|token-12345678|transcript\.jsonl/);
    expect(stdout).toContain('deny');
  });
});

describe('hooks that start an agent', () => {
  it('do not fire hooks through it', async () => {
    const place = placeWith('touch ran.txt; exit 2');
    expect((await call(place, toolCall(), { env: { HOOKLINE_RUN: 'r-1' } })).stdout).toBe('');
    expect(existsSync(join(place.project, 'ran.txt'))).toBe(false);
  });

  it('do not fire hooks through it either where their environment has no room for a mark', async () => {
    const place = placeWith(
      `[ -e depth ] && { touch nested.txt; exit 0; }; touch depth
       printf %s "$PAYLOAD" | HOME="$(cat home)" CLAUDECODE=1 CLAUDE_PID=4711 AI_AGENT=x ${process.execPath} ${JSON.stringify('BUNDLE')} hook ${AGENT} PreToolUse >inner.txt`,
      'kode',
    );
    const input = toolCall('echo inner').replace('"cwd":"/"', `"cwd":"${place.project}"`);
    const { BUNDLE } = await import('../../testing/place.ts');
    const script = readFileSync(join(place.root, 'guard'), 'utf8')
      .replace('"BUNDLE"', `'${BUNDLE}'`)
      .replace('"$PAYLOAD"', `'${input.trimEnd()}'`);
    writeFileSync(join(place.root, 'guard'), script);
    writeFileSync(join(place.project, 'home'), place.home);
    expect((await call(place, toolCall())).status).toBe(0);
    expect(readFileSync(join(place.project, 'inner.txt'), 'utf8')).toBe('');
    expect(existsSync(join(place.project, 'nested.txt'))).toBe(false);
  });
});

describe('what is told and recorded', () => {
  it('names the agent, and what it was not told', async () => {
    const place = placeWith(
      `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
    );
    await call(place, toolCall());
    const { stdout } = await place.run(['log', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      agent: AGENT,
      notes: [expect.stringMatching(/^not told to the agent: allow: .*--may-allow/)],
    });
    expect((await place.run(['log'])).stdout).toContain(`PreToolUse Bash from ${AGENT}`);
    expect((await place.run(['explain', 'last'])).stdout).toMatch(new RegExp(`^ {2}agent +${AGENT}$`, 'm'));
  });

  it('tells a fault of a hook once in a session, with exit status 0', async () => {
    const place = placeWith('exit 3');
    const first = await call(place, toolCall());
    expect([first.status, answered(first.stdout)]).toEqual([
      0,
      { systemMessage: expect.stringMatching(/guard.*exited with 3/) as string },
    ]);
    expect(await call(place, toolCall())).toMatchObject({ status: 0, stdout: '' });
    const other = await call(place, toolCall().replace('session-1', 'session-2'));
    expect(other.stdout).toContain('exited with 3');
  });

  it('refuses a canary of doctor, also where no hook runs', async () => {
    const place = placeWith('exit 0');
    const canary = issueCanary(join(place.home, '.local/state/hookline'));
    const { tool_name, tool_input, reason } = canary;
    const input = toolCall('', { tool_name, tool_input });
    const { stdout } = await call(place, input, { env: { HOOKLINE_RUN: 'r-1', HOOKLINE_DISABLE: '1' } });
    expect(answered(stdout)).toEqual(denial(reason));
    canary.withdraw();
    expect((await call(place, input)).stdout).toBe('');
  });

  it('tells that all hooks are switched off', async () => {
    const place = placeWith('exit 2');
    const { stdout } = await call(place, toolCall(), { env: { HOOKLINE_DISABLE: '1' } });
    expect(answered(stdout)).toEqual({ systemMessage: expect.stringMatching(/HOOKLINE_DISABLE is set/) as string });
  });
});
