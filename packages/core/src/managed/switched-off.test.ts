import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hooksProject } from '../../../../test/support/hooks-project.ts';
import { layPolicy, policyHook, policyOf, refusingScript } from '../../../../test/support/policy.ts';
import { isProof } from '../../../../test/support/tier.ts';
import { DIALECTS } from '../dialects/index.ts';
import { putInShadow } from '../host/hook-shadow.ts';
import { untrustProject } from '../host/project-trust.ts';
import type { Dialect, InternalOptions } from '../model/index.ts';

const here = hooksProject({ trust: 'all' });
const account = (): string => join(here.folder, 'account');
const own = (): InternalOptions => ({ accountHome: account() });
const TOOL = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } } as const;

const lay = (dialect: Dialect): void => {
  const script = refusingScript(dialect, 'no');
  const policy = policyOf([policyHook(dialect.id, 'no-bash', script)]);
  layPolicy(join(account(), '.local/state/hookline/fleet/policy'), policy, { 'no-bash': script });
};

interface Attempt {
  readonly name: string;
  readonly options?: () => InternalOptions;
  readonly before?: (id: string) => unknown;
  /** What the event says beside its usual fields. */
  readonly event?: () => { readonly cwd: string };
}

const env = (more: Readonly<Record<string, string>>): InternalOptions => ({ env: { ...here.place().env, ...more } });

/** What a user or a project can try; none of it needs to write to the folder of the policy. */
const ATTEMPTS: readonly Attempt[] = [
  {
    name: 'HOOKLINE_DISABLE',
    options: () => ({ ...env({ HOOKLINE_DISABLE: '1' }), disabled: 'HOOKLINE_DISABLE is set' }),
  },
  { name: 'HOOKLINE_RUN', options: () => env({ HOOKLINE_RUN: 'x' }) },
  { name: 'HOOKLINE_POLICY_DEPTH', options: () => env({ HOOKLINE_POLICY_DEPTH: '9' }) },
  { name: 'HOOKLINE_POLICY_DEPTH that is no number', options: () => env({ HOOKLINE_POLICY_DEPTH: 'x' }) },
  { name: 'HOOKLINE_STATE_DIR', options: () => env({ HOOKLINE_STATE_DIR: join(here.folder, 'empty') }) },
  {
    name: 'XDG_STATE_HOME',
    options: () => env({ HOOKLINE_STATE_DIR: '', XDG_STATE_HOME: join(here.folder, 'empty') }),
  },
  { name: 'HOOKLINE_CONFIG_DIR', options: () => env({ HOOKLINE_CONFIG_DIR: join(here.folder, 'empty') }) },
  { name: 'HOOKLINE_SYSTEM_ROOT', options: () => env({ HOOKLINE_SYSTEM_ROOT: join(here.folder, 'empty') }) },
  { name: 'HOME', options: () => ({ ...env({ HOME: join(here.folder, 'empty') }), home: join(here.folder, 'empty') }) },
  {
    name: 'the marks of the guarded environment',
    options: () => env({ BASH_ENV: evil(), ENV: evil(), LD_PRELOAD: '/nowhere' }),
  },
  { name: 'PATH', options: () => ({ env: { ...here.place().env, PATH: evilPrograms() } }) },
  { name: 'dialects', options: () => ({ dialects: [] }) },
  { name: 'setting sources', options: () => ({ settingSources: [] }) },
  { name: 'settings of the call', options: () => ({ settings: '{"disableAllHooks": true}' }) },
  {
    name: 'the state folder as a link elsewhere',
    options: () => env({ HOOKLINE_STATE_DIR: join(here.folder, 'link') }),
    before: () => symlinkSync(here.folder, join(here.folder, 'link')),
  },
  { name: 'files that switch off', before: switchOff },
  { name: 'a negation and a hook of the same name', before: sameName },
  {
    name: 'a shadow',
    before: async (id) => {
      shadowed(id);
      return putInShadow(`${id}:managed:acme:no-bash`, { ...here.place(), ...own() });
    },
  },
  { name: 'a working folder that was removed', event: () => ({ cwd: join(here.folder, 'gone') }) },
  { name: 'a working folder that is a file', event: () => ({ cwd: evil() }) },
  { name: 'a working folder that cannot be entered', event: () => ({ cwd: closedFolder() }) },
  { name: 'untrust', options: () => ({ trust: 'store' }), before: () => untrustProject(here.place()) },
];

const evil = (): string => {
  here.write('evil.sh', 'exit 0\n');
  return join(here.folder, 'evil.sh');
};

function closedFolder(): string {
  const folder = join(here.folder, 'closed');
  mkdirSync(folder, { recursive: true, mode: 0o600 });
  return folder;
}

function evilPrograms(): string {
  for (const name of ['sh', 'bash', 'cat', 'printf', 'node', 'pwsh']) here.write(`evil/${name}`, '#!/bin/true\n');
  return join(here.folder, 'evil');
}

function switchOff(): void {
  for (const place of ['project', 'home']) {
    here.write(`${place}/.claude/settings.json`, { disableAllHooks: true });
    here.write(`${place}/.qoder/settings.json`, { disableAllHooks: true, hooksConfig: { enabled: false } });
    here.write(`${place}/.qwen/settings.json`, { disableAllHooks: true, hooks: { disabled: ['no-bash'] } });
    here.write(`${place}/.gemini/settings.json`, { hooksConfig: { enabled: false, disabled: ['no-bash'] } });
    here.write(`${place}/.codex/config.toml`, '[features]\nhooks = false\n');
    here.write(`${place}/.kode/config.yaml`, 'hooks: {}\n');
    here.write(`${place}/.kolega/hooks.json`, '{broken');
    here.write(`${place}/.polytoken/hooks.json`, '{broken');
  }
}

function sameName(): void {
  here.write('project/.polytoken/hooks.json', [
    '!no-bash',
    { name: 'no-bash', event: 'pre_tool_use', handler: { bash: 'true' } },
  ]);
  here.write(
    'project/.agents/hooks/no-bash/HOOK.md',
    '---\nname: no-bash\ndescription: x\ntrigger: before-tool\n---\n',
  );
  here.write('project/.agents/hooks/no-bash/scripts/run.sh', '#!/bin/sh\nexit 0\n');
  here.write('project/.kode/config.yaml', 'hooks:\n  tool_call_pre: []\n');
}

const shadowed = (id: string): void => {
  mkdirSync(join(here.folder, 'config'), { recursive: true, mode: 0o700 });
  here.write('config/settings.json', { shadow: [`${id}:managed:acme:no-bash`] });
};

const TURNS = 3;

/** All of them in a proof, else each dialect with a third of the attempts, in turn. */
const tried = (dialect: number) => ATTEMPTS.filter((_, attempt) => isProof || (dialect + attempt) % TURNS === 0);

describe.each(DIALECTS.map((dialect, index) => ({ ...dialect, index })))(
  'a hook of a policy for $id is not switched off by',
  (dialect) => {
    it.each(tried(dialect.index))('$name', async ({ options, before, event }) => {
      const { id } = dialect;
      lay(dialect);
      await before?.(id);
      const hooks = await here.open({ ...own(), ...options?.() });
      const outcome = await hooks.fire({ ...TOOL, ...event?.() }, { without: [id] });
      expect(outcome.decision).toBe('block');
      if (outcome.block?.reason?.includes('HOOKLINE_POLICY_DEPTH') === true) return;
      expect(outcome.block?.hook).toBe(`${id}:managed:acme:no-bash`);
      expect(hooks.list().find(({ scope }) => scope === 'managed')).toMatchObject({ armed: true });
    });
  },
);
