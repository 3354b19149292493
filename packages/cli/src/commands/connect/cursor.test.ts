import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace } from '../../testing/place.ts';

const FILE = 'home/.cursor/hooks.json';
const USER = '{\n  "version": 1,\n  "hooks": {\n    "stop": [{ "command": "true" }]\n  }\n}\n';

describe('an agent that is known from its documents only', () => {
  it('is connected with that word, proved by a canary, and given back byte for byte', async () => {
    const place = makePlace({ [FILE]: USER });
    const made = await place.run(['connect', 'cursor', '--yes', '--via', 'command']);
    expect([made.status, made.stdout]).toEqual([0, expect.stringContaining('From its documents only') as string]);
    const text = readFileSync(join(place.root, FILE), 'utf8');
    const { hooks } = JSON.parse(text) as { readonly hooks: Readonly<Record<string, readonly object[]>> };
    expect(hooks['preToolUse']).toEqual([
      {
        type: 'command',
        command: expect.stringMatching(/ hook cursor preToolUse --entry [0-9a-f]{32}$/) as string,
        timeout: 30,
        failClosed: true,
      },
    ]);
    const { stdout } = await place.run(['doctor', '--json']);
    expect(stdout).toMatch(/its entry refuses a canary in \d+ ms/);
    expect(stdout).toContain('known from its documents only');
    expect((await place.run(['connect', '--list'])).stdout).toMatch(/^cursor +not installed +documents only/m);
    await place.run(['disconnect', 'cursor', '--yes']);
    expect(readFileSync(join(place.root, FILE), 'utf8')).toBe(USER);
  });

  it('hears words where it needs them, and no address of its user reaches hooks', async () => {
    const place = makePlace({
      'home/.qoder/settings.json': {
        hooks: {
          PreToolUse: [
            {
              hooks: [
                {
                  type: 'command',
                  command: 'cat >seen.json; grep -q rm seen.json && { echo no >&2; exit 2; }; exit 0',
                },
              ],
            },
          ],
        },
      },
    });
    const call = async (command: string): Promise<unknown> => {
      const payload = {
        conversation_id: 'c-1',
        hook_event_name: 'preToolUse',
        tool_name: 'Shell',
        tool_input: { command },
        tool_use_id: command,
        cwd: place.project,
        user_email: 'ana@example.org',
      };
      const { stdout } = await place.run(['hook', 'cursor', 'preToolUse'], { input: JSON.stringify(payload) });
      return JSON.parse(stdout);
    };
    expect(await call('ls')).toEqual({ permission: 'allow' });
    expect(await call('rm x')).toEqual({ permission: 'deny', agent_message: 'no' });
    expect(readFileSync(join(place.project, 'seen.json'), 'utf8')).not.toContain('ana@example.org');
  });
});
