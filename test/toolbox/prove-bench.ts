import { type HookProof, type Proof, proveHooks, readCanaries, STRESSES } from '@hookline/toolbox';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A guard that needs nothing but bash itself. */
export const SOUND = `#!/bin/bash
event=$(</dev/stdin)
if [[ $event == *'rm -rf'* ]]; then echo 'no rm -rf here' >&2; exit 2; fi
exit 0
`;

/** A guard that takes a missing jq for an empty command. */
export const FORGETFUL = `#!/bin/bash
command=$(jq -r '.tool_input.command // .input.command')
if [[ $command == *'rm -rf'* ]]; then echo 'no rm -rf here' >&2; exit 2; fi
exit 0
`;

/** A guard that looks for jq first, and blocks without it. */
export const CAREFUL = FORGETFUL.replace('\n', "\ncommand -v jq >/dev/null || { echo 'jq is missing' >&2; exit 2; }\n");

/** A guard that guards nothing. */
export const ASLEEP = '#!/bin/bash\nexit 0\n';

/** Files of a project in which one dialect has one guard; `PROJECT/` stands for its folder. */
export const LAYOUTS: Readonly<Record<string, (script: string) => Readonly<Record<string, unknown>>>> = {
  kolega: (script) => ({
    'hooks/guard.sh': script,
    '.kolega/hooks.json': {
      schema_version: 1,
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'hooks/guard.sh' }] }] },
    },
  }),
  'agent-hooks': (script) => ({
    '.agents/hooks/guard/scripts/run': script,
    '.agents/hooks/guard/HOOK.md': '---\nname: guard\ndescription: A guard.\ntrigger: before_tool\n---\n',
  }),
  qoder: (script) => ({
    'hooks/guard.sh': script,
    '.qoder/settings.json': {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '"$QODER_PROJECT_DIR"/hooks/guard.sh' }] }],
      },
    },
  }),
  kode: (script) => ({
    'hooks/guard.sh': script,
    '.kode/config.yaml': { hooks: { tool_call_pre: [{ exec: ['PROJECT/hooks/guard.sh'] }] } },
  }),
  polytoken: (script) => ({
    'hooks/guard.sh': script,
    '.polytoken/hooks.json': [
      { name: 'guard', event: 'pre_tool_use', handler: { bash: '"$POLYTOKEN_PROJECT_DIR"/hooks/guard.sh' } },
    ],
  }),
};

/** One command that must be blocked and one that must pass. */
export const CANARIES = `cases:
  - name: a recursive removal
    example: PreToolUse
    with: { tool_name: Bash, tool_input: { command: rm -rf / } }
    prove: must block
  - name: a listing
    example: PreToolUse
    with: { tool_name: Bash, tool_input: { command: ls } }
    prove: must pass
`;

interface Bench {
  readonly root: string;
  readonly project: string;
  readonly prove: (options?: ProveChoice) => Promise<Proof>;
  /** The proof of the only hook. */
  readonly one: (options?: ProveChoice) => Promise<HookProof>;
}

interface ProveChoice {
  readonly stresses?: readonly string[];
  readonly only?: readonly string[];
  readonly strict?: boolean;
  readonly dialects?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Lays out a project, in which everything is trusted, that goes away with the test. */
export function makeBench(files: Readonly<Record<string, unknown>>): Bench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-prove-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const project = join(root, 'project');
  const home = join(root, 'home');
  for (const folder of [project, home]) mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) lay(join(project, name), content, project);
  const prove = async ({
    stresses = [],
    only = [],
    strict = false,
    dialects,
    env = {},
  }: ProveChoice = {}): Promise<Proof> => {
    const place = {
      project,
      home,
      ...(dialects === undefined ? {} : { dialects }),
      env: { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...env },
    };
    return proveHooks({
      hooks: { ...place, trust: 'all' },
      only,
      strict,
      ...(await readCanaries(place)),
      stresses: STRESSES.filter(({ name }) => stresses.includes(name)),
    });
  };
  const one = async (options?: ProveChoice): Promise<HookProof> => {
    const { hooks } = await prove(options);
    const [first] = hooks;
    if (first === undefined || hooks.length > 1) throw new Error(`expected one hook, there are ${hooks.length}`);
    return first;
  };
  return { root, project, prove, one };
}

function lay(path: string, content: unknown, project: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const text = (typeof content === 'string' ? content : JSON.stringify(content)).replaceAll('PROJECT/', `${project}/`);
  writeFileSync(path, text);
  if (text.startsWith('#!')) chmodSync(path, 0o755);
}
