import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, type Place } from '../../testing/place.ts';

const FILE = 'home/.copilot/hooks/hookline.json';

/** A guard of another system, which writes down what it was told and with what. */
const GUARD = {
  'home/.qoder/settings.json': {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              type: 'command',
              command:
                '{ cat; env; } > seen; case $(cat seen) in *rm*) echo no >&2; exit 2 ;; *fine*) echo \'{"hookSpecificOutput":{"permissionDecision":"allow"}}\' ;; esac',
            },
          ],
        },
      ],
    },
  },
};

const FORCE = 'grep -q force && { echo no >&2; exit 2; }; exit 0';

type Entries = Readonly<Record<string, readonly { readonly command: string; readonly timeout: number }[]>>;

const entriesOf = (place: Place): Entries =>
  (JSON.parse(readFileSync(join(place.root, FILE), 'utf8')) as { readonly hooks: Entries }).hooks;

/** Runs a line as the agent runs a hook before a tool. */
function asked(
  place: Place,
  line: string,
  command: string,
): { readonly status: number | null; readonly answer: unknown } {
  const payload = {
    sessionId: 's-1',
    timestamp: 1_794_711_439_349,
    cwd: place.project,
    transcriptPath: '/secret/transcript',
    toolName: 'bash',
    toolArgs: { command, description: 'd' },
  };
  const { status, stdout } = spawnSync('/bin/bash', ['-c', line], {
    cwd: place.project,
    env: { PATH: process.env['PATH'] ?? '', HOME: place.home, COPILOT_CLI: '1', GH_TOKEN: 'a-token-of-ana' },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  return { status, answer: stdout === '' ? null : (JSON.parse(stdout) as unknown) };
}

const deny = (reason: unknown): unknown => ({ permissionDecision: 'deny', permissionDecisionReason: reason });

async function connected(files: Readonly<Record<string, unknown>> = GUARD): Promise<Place> {
  const place = makePlace(files);
  const { status, stderr } = await place.run(['connect', 'copilot', '--yes', '--via', 'command']);
  if (status !== 0) throw new Error(stderr);
  return place;
}

const lineBeforeTools = (place: Place): string => entriesOf(place)['preToolUse']?.[0]?.command ?? '';

describe('an agent that reads every file of a folder', () => {
  it('gets a file of ours, which a canary proves, and which goes again with its folders', async () => {
    const place = await connected();
    const entries = entriesOf(place);
    expect(Object.keys(entries)).toHaveLength(13);
    expect(entries).not.toHaveProperty('userPromptTransformed');
    expect(entries['preToolUse']).toEqual([
      {
        type: 'command',
        command: expect.stringMatching(
          / hook copilot preToolUse --entry [0-9a-f]{32} \|\| \{ printf .* exit 2; \}$/,
        ) as string,
        timeout: 60,
      },
    ]);
    expect(JSON.parse(readFileSync(join(place.root, FILE), 'utf8'))).toMatchObject({ version: 1 });
    const doctor = (await place.run(['doctor', '--json'])).stdout;
    expect(doctor).toMatch(/its entry refuses a canary in \d+ ms/);
    expect(doctor).toContain('cannot be made to fail closed on agentStop, subagentStop');
    expect((await place.run(['connect', '--list'])).stdout).toMatch(/^copilot .*connected \(user, 13 events\)/m);
    expect((await place.run(['list'])).stdout).not.toContain('hookline.json');
    await place.run(['disconnect', 'copilot', '--yes']);
    expect(existsSync(join(place.home, '.copilot'))).toBe(false);
  });

  it('is refused in its own words, is told nothing else, and its secrets reach no hook', async () => {
    const place = await connected();
    const line = lineBeforeTools(place);
    expect(asked(place, line, 'rm x')).toEqual({ status: 0, answer: deny('no') });
    expect(asked(place, line, 'ls')).toEqual({ status: 0, answer: null });
    expect(asked(place, line, 'echo fine')).toEqual({ status: 0, answer: null });
    const seen = readFileSync(join(place.project, 'seen'), 'utf8');
    expect(seen).toContain('"command":"echo fine"');
    expect(seen).not.toMatch(/a-token-of-ana|secret\/transcript/);
    const { stdout } = await place.run(['log', '--json']);
    expect(stdout).toContain('echo fine');
    expect(stdout).not.toMatch(/a-token-of-ana|secret\/transcript/);
  });

  it('runs the hooks of its own files itself, so that hookline does not', async () => {
    const own = { version: 1, hooks: { preToolUse: [{ bash: 'echo ran >> own; exit 1' }] } };
    const place = await connected({ ...GUARD, 'home/.copilot/hooks/mine.json': own });
    expect(asked(place, lineBeforeTools(place), 'ls')).toEqual({ status: 0, answer: null });
    expect(existsSync(join(place.project, 'own'))).toBe(false);
  });

  it.each([
    ['cannot be started', (line: string) => line.replaceAll('hookline.js', 'gone.js')],
    ['is killed', (line: string) => `sh -c 'kill -9 $$' ${line.slice(line.indexOf('||'))}`],
    ['takes too long', (line: string) => `timeout -k 1 1 sleep 30 ${line.slice(line.indexOf('||'))}`],
  ])('is refused, with a reason that it reads, when hookline %s', async (_what, broken) => {
    const place = await connected();
    expect(asked(place, broken(lineBeforeTools(place)), 'ls')).toEqual({
      status: 2,
      answer: deny(expect.stringContaining('gave no answer')),
    });
  });

  it.each(['COPILOT_AGENT_SESSION_ID', 'COPILOT_CLI'])('cannot disconnect itself: its tools carry %s', async (name) => {
    const place = await connected();
    const { status, stderr } = await place.run(['disconnect', 'copilot', '--yes'], { env: { [name]: '1' } });
    expect([status, stderr]).toEqual([1, expect.stringContaining('refused in a tool call of an agent') as string]);
    expect(existsSync(join(place.root, FILE))).toBe(true);
  });

  it('is never kept at work because hookline fails', async () => {
    const entries = entriesOf(await connected());
    for (const event of ['agentStop', 'subagentStop']) expect(entries[event]?.[0]?.command).not.toContain('||');
  });

  it.each([
    [{ version: 2, hooks: {} }, 'version must be 1'],
    [{ version: 1, disableAllHooks: true, hooks: {} }, 'disableAllHooks switches all hooks of this file off'],
    [{ version: 1, hooks: { preToolUse: {} } }, 'hooks.preToolUse must be a list'],
  ])('is not connected through a file that it would not heed: %j', async (content, message) => {
    const place = makePlace({ [FILE]: content });
    const { status, stderr } = await place.run(['connect', 'copilot', '--yes', '--via', 'command']);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message) as string]);
    expect(readFileSync(join(place.root, FILE), 'utf8')).toBe(JSON.stringify(content));
  });

  it('gives the hooks of all its files to the project, and takes them back', async () => {
    const files = {
      'home/.copilot/hooks/mine.json': `{ "version": 1, "hooks": { "preToolUse": [ { "type": "command", "bash": "${FORCE}" } ] } }\n`,
      'home/.copilot/settings.json': `{\n  "model": "a",\n  "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "${FORCE} # two" }] }] }\n}\n`,
    };
    const place = await connected(files);
    const texts = (): readonly string[] =>
      Object.keys(files).map((name) => readFileSync(join(place.root, name), 'utf8'));
    const moved = await place.run(['adopt', 'copilot', '--to', 'qoder', '--yes']);
    expect(moved).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('2 of 2 hooks') as string });
    expect(texts()).toEqual(['{ "version": 1 }\n', '{\n  "model": "a"\n}\n']);
    await place.run(['adopt', '--undo', '--yes']);
    expect(texts()).toEqual(Object.values(files));
  });
});

describe('a file of another system that the agent runs by itself as well', () => {
  /** Refuses in words that the agent ignores, and counts its runs. */
  const COUNTED = `echo ran >> runs; grep -q force && echo '{"decision":"block","reason":"no force"}'; exit 0`;
  const files = {
    'project/.claude/settings.json': {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: COUNTED }] }] },
    },
  };

  it('is named when the agent is connected, with the way to let each hook run once', async () => {
    const place = makePlace(files);
    const { stdout } = await place.run(['connect', 'copilot', '--dry-run']);
    expect(stdout).toContain('also runs the hooks of a project’s .claude/settings.json itself');
    expect(stdout).toContain('hookline adopt claude --scope project');
    const { stdout: json } = await place.run(['connect', 'copilot', '--dry-run', '--json']);
    expect(JSON.parse(json)).toMatchObject({
      agents: [{ alsoRuns: [{ agent: 'claude', file: '.claude/settings.json' }] }],
    });
    expect((await place.run(['connect', 'codex', '--dry-run'])).stdout).not.toContain('also runs the hooks');
  });

  it('is run by hookline all the same, since the agent would ignore its refusal', async () => {
    const place = await connected(files);
    await place.run(['trust']);
    expect(asked(place, lineBeforeTools(place), 'git push --force').answer).toEqual(deny('no force'));
  });

  it('holds none of the hooks any more once the project keeps them for all agents', async () => {
    const place = await connected(files);
    await place.run(['connect', 'claude', '--yes', '--via', 'command', '--events', 'PreToolUse']);
    expect(await place.run(['adopt', 'claude', '--scope', 'project', '--yes'])).toMatchObject({ status: 0 });
    expect(readFileSync(join(place.project, '.claude/settings.json'), 'utf8')).not.toContain('force');
    await place.run(['trust']);
    expect(asked(place, lineBeforeTools(place), 'git push --force').answer).toEqual(deny('no force'));
    expect(readFileSync(join(place.project, 'runs'), 'utf8')).toBe('ran\n');
  });
});

describe('doctor', () => {
  const claude = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } };

  it('names the file with which a trusted project switches the entries off', async () => {
    const place = await connected();
    place.write({
      'home/.copilot/config.json': { trusted_folders: [place.project] },
      'project/.github/copilot/settings.json': { disableAllHooks: true },
    });
    const { stdout } = await place.run(['doctor']);
    expect(stdout).toMatch(/no hook guards tool calls in .*disableAllHooks/s);
  });

  it('names files of another system that the agent reads as well', async () => {
    const place = await connected({ ...GUARD, 'project/.claude/settings.json': claude });
    const { stdout } = await place.run(['doctor']);
    expect(stdout).toMatch(/also reads .*\.claude\/settings\.json: its hooks may run twice/s);
    expect(stdout).toContain('each runs once after hookline adopt claude --scope project');
    expect(stdout).not.toMatch(/also reads .*settings\.local\.json/);
    await place.run(['trust']);
    asked(place, lineBeforeTools(place), 'ls');
    expect((await place.run(['explain', 'last'])).stdout).toContain(
      'Note: GitHub Copilot CLI reads the file of true as well, and may have run it too',
    );
  });

  it('warns of entries for another agent in a file that this one reads as well', async () => {
    const place = await connected();
    await place.run(['connect', 'claude', '--scope', 'project', '--yes', '--via', 'command']);
    expect((await place.run(['doctor'])).stdout).toMatch(
      /also reads .*\.claude\/settings\.json; where it cannot run the entries of Claude Code in it/,
    );
  });
});
