import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createHooks } from '@hookline/core/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { skippedByAgents } from './skipped-hooks.ts';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-skipped-')));
  mkdirSync(join(root, 'project'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const place = () => ({ project: join(root, 'project'), home: join(root, 'home'), env: {} });

function put(name: string, content: unknown): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function told(): Promise<readonly string[]> {
  const hooks = await createHooks({ ...place(), record: false });
  const found = await skippedByAgents(hooks.list(), place());
  await hooks.close();
  return found.map(({ severity, message }) => `${severity} ${message}`);
}

const agreed = (key: string, hashed: string): string =>
  `[hooks.state."${key}"]\ntrusted_hash = "sha256:${createHash('sha256').update(hashed).digest('hex')}"\n`;

const guard = { type: 'command', command: 'true' };

describe('hooks that Codex itself would skip', () => {
  it('are those that no hash is on record for', async () => {
    put('home/.codex/hooks.json', { hooks: { PreToolUse: [{ hooks: [guard] }] } });
    expect(await told()).toEqual(['info hook "true": Codex itself would skip this: untrusted']);
  });

  it('are not those whose hash is on record, whatever the entry leaves out', async () => {
    const file = put('home/.codex/hooks.json', {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ ...guard, timeout: 5, statusMessage: 'looks' }] }],
        Stop: [{ matcher: 'x', hooks: [{ ...guard, additionalContextLimit: 2500 }] }],
      },
    });
    const first = '{"async":false,"command":"true","statusMessage":"looks","timeout":5,"type":"command"}';
    const second = '{"async":false,"command":"true","timeout":600,"type":"command"}';
    put(
      'home/.codex/config.toml',
      agreed(`${file}:pre_tool_use:0:0`, `{"event_name":"pre_tool_use","hooks":[${first}],"matcher":"Bash"}`) +
        agreed(`${file}:stop:0:0`, `{"event_name":"stop","hooks":[${second}]}`),
    );
    expect(await told()).toEqual([]);
  });

  it('are those that were changed since', async () => {
    const file = put('home/.codex/hooks.json', { hooks: { PreToolUse: [{ hooks: [guard] }] } });
    put('home/.codex/config.toml', agreed(`${file}:pre_tool_use:0:0`, 'another entry'));
    expect(await told()).toEqual(['info hook "true": Codex itself would skip this: modified']);
  });

  it('are none of the hooks in files of other systems', async () => {
    put('home/.claude/settings.json', { hooks: { PreToolUse: [{ hooks: [guard] }] } });
    expect(await told()).toEqual([]);
  });
});
