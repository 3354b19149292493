import type { HostAnswer } from '@hookline/core';
import { describe, expect, it } from 'vitest';
import { aWorld } from '../testing/a-world.ts';
import { findSecrets, redact } from './find-secrets.ts';
import { secrets } from './secrets.ts';

const TOKEN = ['ghp', 'Zx81kQv03mNb7Lp2Rt5Wy9Uc4Df6Hg8Jk1Ls'].join('_');
const KEY = ['AKIA', 'Q7RT5ZXCVB3NM2LK'].join('');

const judge = (event: object, mode = 'redact', can: Parameters<typeof aWorld>[0] = {}): Promise<HostAnswer> =>
  secrets.judge(event as never, { mode }, aWorld(can));

const writing = (tool_input: object, tool_name = 'Write'): object => ({
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input,
});

describe('findSecrets', () => {
  it('finds each secret once, in order', () => {
    const text = `token = "${TOKEN}" and ${KEY}`;
    expect(findSecrets(text).map(({ id, start, end }) => [id, text.slice(start, end)])).toEqual([
      ['github-token', TOKEN],
      ['aws-access-key', KEY],
    ]);
  });

  it('takes only the secret itself out', () => {
    expect(redact(`postgres://app:k8Jq2mZx71@db/x # ${TOKEN}`)).toBe(
      'postgres://app:[redacted: url-password]@db/x # [redacted: github-token]',
    );
  });

  it('tells a key from a text that speaks of one', () => {
    const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} PRIVATE KEY-----`);
    const key = `${begin}\n${'Zx81kQv03mNb7Lp2Rt5Wy9Uc4Df6Hg8Jk1Ls'.repeat(3)}\n${end}`;
    const text = `// A key begins with ${begin}, and there are other forms.\nconst KEY = "${key}";`;
    expect(redact(text)).toBe(text.replace(key, '[redacted: private-key]'));
    expect(findSecrets(`// A key begins with ${begin}, and ends where nothing else is written.`)).toEqual([]);
    expect(findSecrets(`key: "${key.slice(0, 60)}`)).toHaveLength(1);
    expect(findSecrets(JSON.stringify({ key }))).toHaveLength(1);
  });

  it('needs no more than a moment for a long text without an end', () => {
    const started = process.cpuUsage().user;
    findSecrets(`password${'_password'.repeat(30_000)}= "${'a1'.repeat(100_000)}`);
    expect((process.cpuUsage().user - started) / 1000).toBeLessThan(20_000);
  });
});

describe('secrets', () => {
  it('takes secrets out of a written file, whatever its fields are called', async () => {
    const answer = await judge(writing({ path: 'a', edit: [{ old: TOKEN, new: `x ${TOKEN}` }] }, 'Edit'));
    expect(answer.updatedInput).toEqual({ path: 'a', edit: [{ old: TOKEN, new: 'x [redacted: github-token]' }] });
    expect(answer.decision).toBeUndefined();
  });

  it('lets a secret be taken out of a file', async () => {
    expect(
      await judge(writing({ file_path: 'a', old_string: TOKEN, new_string: 'process.env.TOKEN' }, 'Edit')),
    ).toEqual({});
  });

  it('blocks a command with a secret, since a hole would change it', async () => {
    expect(await judge(writing({ command: `curl -H 'X: ${TOKEN}' u` }, 'Bash'))).toMatchObject({ decision: 'block' });
  });

  it.each([
    ['apply_patch', (text: string) => ({ command: text })],
    ['Edit', (text: string) => text],
  ])('blocks a patch that adds a secret, and none that takes one away: %s', async (tool, inputOf) => {
    const patched = (...lines: readonly string[]) =>
      judge(writing(inputOf(['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')) as object, tool));
    expect(await patched('*** Add File: a', '+one', `+x ${TOKEN}`)).toMatchObject({ decision: 'block' });
    expect(await patched('*** Update File: a', ' one', `+${TOKEN}`)).toMatchObject({ decision: 'block' });
    expect(await patched('*** Update File: a', ` ${TOKEN}`, `-x ${KEY}`, '+x')).toEqual({});
    expect(await patched('*** Update File: a', `x ${TOKEN}`)).toMatchObject({ decision: 'block' });
  });

  it('looks at what stands beside a patch, whatever it is called', async () => {
    const input = { path: 'a', input: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n', diff: TOKEN };
    expect(await judge(writing(input, 'Edit'))).toMatchObject({ decision: 'block' });
  });

  it('blocks when told to, and where the system cannot rewrite', async () => {
    expect(await judge(writing({ content: KEY }), 'block')).toMatchObject({ decision: 'block' });
    expect(await judge(writing({ content: KEY }), 'redact', { can: { rewriteInput: false } })).toMatchObject({
      decision: 'block',
    });
  });

  it('takes secrets out of a prompt, or rejects it', async () => {
    const prompt = { hook_event_name: 'UserPromptSubmit', prompt: `use ${TOKEN}` };
    expect(await judge(prompt)).toMatchObject({ updatedPrompt: 'use [redacted: github-token]' });
    expect(await judge(prompt, 'redact', { can: { rewritePrompt: false } })).toMatchObject({ decision: 'block' });
    expect(await judge({ ...prompt, prompt: 'hello' })).toEqual({});
  });

  it('never repeats the secret', async () => {
    for (const event of [writing({ content: TOKEN }), writing({ command: TOKEN }, 'Bash')])
      expect(JSON.stringify({ ...(await judge(event)), updatedInput: null })).not.toContain(TOKEN);
  });
});
