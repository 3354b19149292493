import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePlace, type Place } from '../../testing/place.ts';

const FILE = 'home/.config/opencode/plugins/hookline.js';

type Hook = (input: object, output: object) => Promise<void>;

const guard = (script: string, event = 'PreToolUse'): Readonly<Record<string, unknown>> => ({
  'home/.qoder/settings.json': { hooks: { [event]: [{ hooks: [{ type: 'command', command: script }] }] } },
});

const textOf = (place: Place): string => readFileSync(join(place.root, FILE), 'utf8');

/** The plugin of a connected place, as the agent loads it. */
async function connected(
  files: Readonly<Record<string, unknown>>,
  words: readonly string[] = [],
  change: (text: string) => string = (text) => text,
): Promise<Readonly<Record<string, Hook>>> {
  const place = makePlace(files);
  const { status } = await place.run(['connect', 'opencode', '--yes', '--via', 'command', ...words]);
  expect(status).toBe(0);
  return load(place, change(textOf(place)));
}

async function load({ home, project }: Place, text: string): Promise<Readonly<Record<string, Hook>>> {
  // The entry finds the home of the test, not ours.
  const own = text.replaceAll('cwd: payload.cwd,', `cwd: payload.cwd, env: { ...process.env, HOME: '${home}' },`);
  const module = (await import(`data:text/javascript,${encodeURIComponent(own)}`)) as {
    readonly Hookline: (context: object) => Promise<Readonly<Record<string, Hook>>>;
  };
  return module.Hookline({ directory: project });
}

const CALL = { tool: 'bash', sessionID: 's-1', callID: 'c-1' };

const before = (hooks: Readonly<Record<string, Hook>>, output: object = { args: { command: 'ls' } }): Promise<void> =>
  hooks['tool.execute.before']?.(CALL, output) ?? Promise.reject(new Error('there is no such hook'));

describe('the plugin of a connected agent', () => {
  it('refuses with the reason of a hook, by throwing', async () => {
    const hooks = await connected(guard('grep -q \'"command":"ls"\' && { echo hands off >&2; exit 2; }'));
    await expect(before(hooks)).rejects.toThrow(/^hands off$/);
    await expect(before(hooks, { args: { command: 'pwd' } })).resolves.toBeUndefined();
  });

  it('replaces the arguments in their place, and tells context with the result', async () => {
    const answer = {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { command: 'ls -l' },
        additionalContext: 'mind the gap',
      },
    };
    const hooks = await connected(guard(`echo '${JSON.stringify(answer)}'`));
    const args = { command: 'ls', description: 'd' };
    await before(hooks, { args });
    expect(args).toEqual({ command: 'ls -l' });
    const output = { title: 't', output: 'a file', metadata: {} };
    await hooks['tool.execute.after']?.({ ...CALL, args }, output);
    expect(output.output).toBe('a file\n\nmind the gap');
  });

  it('asks by refusing, since it cannot ask', async () => {
    const answer = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } };
    const hooks = await connected(guard(`echo '${JSON.stringify(answer)}'`));
    await expect(before(hooks)).rejects.toThrow(/wants the user to be asked/);
  });

  it('refuses a prompt, and adds to one', async () => {
    const hooks = await connected(
      guard('grep -q secret && { echo no secrets >&2; exit 2; }; echo be brief', 'UserPromptSubmit'),
    );
    const send = async (text: string): Promise<string> => {
      const part = { type: 'text', text };
      await hooks['chat.message']?.({ sessionID: 's-1' }, { parts: [part] });
      return part.text;
    };
    await expect(send('a secret')).rejects.toThrow(/no secrets/);
    expect(await send('go')).toBe('go\n\nbe brief');
  });

  it.each([
    ['is missing', (text: string) => text.replace(/"command":"[^"]*"/g, '"command":"/nowhere/hookline"')],
    ['fails', (text: string) => text.replace(/"command":"[^"]*"/g, '"command":"/bin/false"')],
    ['says no JSON', (text: string) => text.replace(/"command":"[^"]*"/g, '"command":"/bin/echo"')],
    [
      'hangs',
      (text: string) =>
        text
          .replace(/"command":"[^"]*","args":\[[^\]]*\]/g, '"command":"/bin/sleep","args":["60"]')
          .replaceAll('"timeout":60', '"timeout":0.2'),
    ],
  ])('refuses where the program %s, unless it fails open', async (_how, change) => {
    const closed = await connected(guard('exit 0'), [], change);
    await expect(before(closed)).rejects.toThrow(/hookline gave no answer \(.*\); refused/);
    const open = await connected(guard('exit 0'), ['--fail', 'open'], change);
    await expect(before(open)).resolves.toBeUndefined();
  });

  it('is proved by doctor, and a changed one is not tried', async () => {
    const place = makePlace();
    await place.run(['connect', 'opencode', '--yes', '--via', 'command']);
    const checks = async (): Promise<string> => (await place.run(['doctor', '--json'])).stdout;
    expect(await checks()).toMatch(/its entry refuses a canary in \d+ ms/);
    writeFileSync(join(place.root, FILE), `${textOf(place)}// more\n`);
    expect(await checks()).toContain('is not as hookline has written it here, and was not tried');
    rmSync(join(place.root, FILE));
    expect(await checks()).toContain('its entries are gone');
  });

  it('has no hook files to adopt, and no file of an administrator', async () => {
    const place = makePlace();
    await place.run(['connect', 'opencode', '--yes', '--via', 'command']);
    expect(await place.run(['adopt', 'opencode', '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has no hook files') as string,
    });
    expect(await place.run(['connect', 'opencode', '--scope', 'managed'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('reads no file of an administrator') as string,
    });
  });
});
