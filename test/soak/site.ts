import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json, JsonObject } from '../../packages/core/src/model/index.ts';

/** A project with hooks of all dialects and handlers, each of which does what an event asks for. */
export interface Site {
  readonly root: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

const PATIENT_S = 60;
const SHORT_S = 0.3;

/** Lays the project out in the folder; `programs` holds what its hooks run, `port` is where the server listens. */
export function laySite(root: string, programs: string, port: number): Site {
  const project = join(root, 'project');
  const behave = join(root, 'bin', 'behave');
  lay(behave, null);
  for (const [from, to] of [
    ['behave.sh', behave],
    ['behave.sh', join(project, '.agents/hooks/patient/scripts/run')],
    ['behave.sh', join(project, '.agents/hooks/short/scripts/run')],
    ['behave.sh', join(project, '.agents/hooks/behind/scripts/run')],
    ['soak_hooks.py', join(project, 'soak_hooks.py')],
    ['soak-module.mjs', join(project, 'soak-module.mjs')],
  ] as const)
    copyProgram(join(programs, from), to);
  lay(join(project, '.kolega/hooks.json'), kolega(behave));
  lay(join(project, '.qoder/settings.json'), qoder(behave, port));
  lay(join(project, '.kode/config.yaml'), kode(behave));
  lay(join(project, '.polytoken/hooks.json'), polytoken(behave));
  for (const [name, trigger, more] of AGENT_HOOKS)
    lay(join(project, '.agents/hooks', name, 'HOOK.md'), hookFile(name, trigger, more));
  mkdirSync(join(root, 'home'));
  const env = {
    // The folder stands in the environment of every hook, also where that is exact.
    PATH: `${process.env['PATH'] ?? ''}:${join(root, 'bin')}`,
    HOME: join(root, 'home'),
    LANG: 'C.UTF-8',
    HOOKLINE_STATE_DIR: join(root, 'state'),
  };
  return { root, project, env };
}

/** Where the programs lie, seen from a bundle that has them beside it. */
export const programsBeside = (url: string): string => join(dirname(fileURLToPath(url)), 'programs');

const group = (matcher: string, ...hooks: readonly JsonObject[]): JsonObject => ({ matcher, hooks });

const kolega = (behave: string): JsonObject => ({
  schema_version: 1,
  hooks: {
    PreToolUse: [
      group('Bash', { type: 'command', command: behave, timeout: PATIENT_S }),
      group('Short', { type: 'command', command: behave, timeout: SHORT_S }),
      group('Missing', { type: 'command', command: './nowhere/program', timeout: PATIENT_S }),
      group('Python', { type: 'python', callable: 'soak_hooks:behave', timeout: PATIENT_S }),
      // Another callable, so that its crashes cost no other.
      group('PythonExits', { type: 'python', callable: 'soak_hooks:leave', timeout: PATIENT_S }),
      group('PythonShort', { type: 'python', callable: 'soak_hooks:behave', timeout: SHORT_S }),
      group('Module', { type: 'module', module: './soak-module.mjs#behave', timeout: PATIENT_S }),
      group('ModuleShort', { type: 'module', module: './soak-module.mjs#behave', timeout: SHORT_S }),
      group('Prompt', { type: 'prompt', prompt: 'May it? $EVENT', timeout: SHORT_S }),
    ],
  },
});

function qoder(behave: string, port: number): JsonObject {
  const url = `http://127.0.0.1:${port}/hook`;
  const headers = { Authorization: 'Bearer ${HOME}' };
  return {
    hooks: {
      PreToolUse: [
        group('Bash', { type: 'command', command: behave, timeout: PATIENT_S }),
        group('Short', { type: 'command', command: behave, timeout: SHORT_S }),
        group('Direct', { type: 'command', command: behave, args: [], timeout: PATIENT_S }),
        group('Text', { type: 'command', command: 'read -r event; [[ $event == *soak-pass* ]]', timeout: PATIENT_S }),
        group('Missing', { type: 'command', command: './nowhere/program', args: [], timeout: PATIENT_S }),
        group('Http', { type: 'http', url, headers, timeout: PATIENT_S }),
        group('HttpShort', { type: 'http', url, headers, timeout: SHORT_S }),
        group('HttpNobody', { type: 'http', url: 'http://127.0.0.1:1/', timeout: PATIENT_S }),
        group('Prompt', { type: 'prompt', prompt: 'May it?', timeout: SHORT_S }),
        group('Agent', { type: 'agent', prompt: 'May it? $ARGUMENTS', timeout: SHORT_S }),
      ],
      PostToolUse: [
        { matcher: 'Bash', async: true, hooks: [{ type: 'command', command: behave, timeout: PATIENT_S }] },
      ],
    },
  };
}

const kode = (behave: string): JsonObject => ({
  hooks: {
    tool_call_pre: [{ exec: [behave], timeout_ms: PATIENT_S * 1000 }],
    user_prompt_submit: [{ exec: [behave], timeout_ms: SHORT_S * 1000 }],
    session_start: [{ exec: ['./nowhere/program'], timeout_ms: PATIENT_S * 1000 }],
  },
});

const polytoken = (behave: string): readonly JsonObject[] => [
  { name: 'patient', event: 'pre_tool_use', matcher: 'Bash', handler: { bash: `exec '${behave}'` } },
  {
    name: 'text',
    event: 'pre_tool_use',
    matcher: 'Text',
    handler: { bash: 'cat > /dev/null; echo \'{"outcome":"allow"}\'' },
  },
  { name: 'behind', event: 'post_tool_use', matcher: 'Bash', handler: { bash: behave } },
];

const AGENT_HOOKS = [
  ['patient', 'before_tool', `timeout: ${PATIENT_S * 1000}\nmatcher:\n  tool: ^Bash$`],
  ['short', 'before_tool', `timeout: ${SHORT_S * 1000}\nmatcher:\n  tool: ^Short$`],
  ['missing', 'before_tool', `timeout: ${PATIENT_S * 1000}\nmatcher:\n  tool: ^Missing$`],
  ['behind', 'after_tool', `timeout: ${PATIENT_S * 1000}\nasync: true\nmatcher:\n  tool: ^Bash$`],
] as const;

const hookFile = (name: string, trigger: string, more: string): string =>
  `---\nname: ${name}\ndescription: Does what it is asked to.\ntrigger: ${trigger}\n${more}\n---\n`;

function lay(path: string, content: Json | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
}

function copyProgram(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, 0o755);
}
