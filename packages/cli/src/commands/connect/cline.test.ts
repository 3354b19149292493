import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, type Place } from '../../testing/place.ts';

const FOLDER = 'home/.cline/hooks';
const GUARD = {
  'home/.qoder/settings.json': {
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ type: 'command', command: 'grep -q rm && { echo no >&2; exit 2; }; exit 0' }],
        },
      ],
    },
  },
};

/** Runs the file of an event as the agent does, whose answer is the last marked line, else all of the output. */
function asked(place: Place, command: string): unknown {
  const payload = {
    taskId: 's-1',
    workspaceRoots: [place.project],
    hookName: 'tool_call',
    tool_call: { id: 'c-1', name: 'run_commands', input: { commands: [command] } },
  };
  const { stdout } = spawnSync('sh', [join(place.root, FOLDER, 'PreToolUse.bash')], {
    cwd: place.project,
    env: { PATH: process.env['PATH'] ?? '', HOME: place.home },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  const line = stdout.split('\n').findLast((each) => each.startsWith('HOOK_CONTROL\t'));
  const answer = line === undefined ? stdout : line.slice('HOOK_CONTROL\t'.length);
  return answer === '' ? null : JSON.parse(answer);
}

describe('an agent whose hooks are files', () => {
  it('asks through a file beside those of its user, which goes again', async () => {
    const place = makePlace({ ...GUARD, [`${FOLDER}/PreToolUse`]: '#!/bin/sh\nexit 0\n' });
    const made = await place.run(['connect', 'cline', '--yes', '--via', 'command']);
    expect([made.status, made.stdout]).toEqual([0, expect.stringContaining('Connected Cline: 8 events') as string]);
    expect(asked(place, 'rm x')).toEqual({ cancel: true, errorMessage: 'no' });
    expect(asked(place, 'ls')).toBeNull();
    expect((await place.run(['doctor', '--json'])).stdout).toMatch(/its entry refuses a canary in \d+ ms/);
    expect((await place.run(['list'])).stdout).not.toContain('PreToolUse.bash');
    await place.run(['disconnect', 'cline', '--yes']);
    expect(readdirSync(join(place.root, FOLDER))).toEqual(['PreToolUse']);
  });

  it('refuses when hookline cannot answer, whatever was printed before', async () => {
    const place = makePlace(GUARD);
    await place.run(['connect', 'cline', '--yes', '--via', 'command']);
    const file = join(place.root, FOLDER, 'PreToolUse.bash');
    const [line = ''] = /^.*hook cline PreToolUse.*$/m.exec(readFileSync(file, 'utf8')) ?? [];
    const broken = `{ printf half; exit 1; } ${line.slice(line.indexOf('||'))}`;
    writeFileSync(file, `#!/bin/sh\n(${broken}\n)\n`.replace('{ printf half; exit 1; }', '(printf half; exit 1)'));
    expect(asked(place, 'ls')).toEqual({
      cancel: true,
      errorMessage: expect.stringContaining('gave no answer') as string,
    });
  });

  it('is not connected where a file of its user has the name, and moves none of them', async () => {
    const place = makePlace({ [`${FOLDER}/TaskStart.bash`]: 'mine' });
    const { status, stderr } = await place.run(['connect', 'cline', '--yes', '--via', 'command']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('TaskStart.bash is there already') as string]);
    expect(existsSync(join(place.root, FOLDER, 'PreToolUse.bash'))).toBe(false);
    expect(await place.run(['adopt', 'cline', '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('each hook of Cline is a file of its own') as string,
    });
  });
});
