import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DIALECTS } from '../../../packages/core/src/dialects/index.ts';
import type { LoadPlace } from '../../../packages/core/src/load/discover.ts';
import { loadFile } from '../../../packages/core/src/load/load.ts';
import type { Json, Source } from '../../../packages/core/src/model/index.ts';
import { anyJson } from '../json-text.ts';
import { mutate } from '../mutate.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';

/** Where a dialect's file lies in a project, and how a guard stands in it beside anything else. */
interface Shape {
  readonly dialect: string;
  readonly file: string;
  readonly seeds: readonly string[];
  /** A file with the guard and a neighbour that may be broken; null where the dialect rejects a file whole. */
  readonly guarded: ((neighbour: Json, random: Random) => string) | null;
}

const GUARD = 'guard-stays-armed';

const SHAPES: readonly Shape[] = [
  {
    dialect: 'kolega',
    file: '.kolega/hooks.json',
    seeds: [
      '{"schema_version":1,"hooks":{"PreToolUse":[{"matcher":"bash|mcp__.*","hooks":[{"type":"command","command":"x \'y z\'","timeout":5},{"type":"python","callable":"a.b:c"},{"type":"prompt","prompt":"$EVENT","model":"fast"}]}]}}',
      '{"schema_version":1,"hooks":{"Stop":[{"hooks":[{"type":"agent","prompt":"p"},{"type":"module","module":"./h.mjs#f"}]}],"Nope":[]}}',
    ],
    guarded: (neighbour, random) => {
      const guard = { hooks: [{ type: 'command', command: GUARD }] };
      const entries = random.chance(0.5) ? [guard, neighbour] : [neighbour, guard];
      return JSON.stringify({ schema_version: 1, hooks: { Unknown: neighbour, PreToolUse: entries, Stop: neighbour } });
    },
  },
  {
    dialect: 'qoder',
    file: '.qoder/settings.json',
    seeds: [
      '{"model":"x","hooks":{"PreToolUse":[{"matcher":"Bash","async":false,"hooks":[{"type":"command","command":"~/x.sh","timeout":600,"if":"Bash(git *)","env":{"A":"b"},"args":["${QODER_PROJECT_DIR}"]}]}]}}',
      '{"hooks":{"Stop":[{"sequential":true,"hooks":[{"type":"http","url":"http://x","headers":{"A":"${B}"},"allowedEnvVars":["B"]},{"type":"prompt","prompt":"p $ARGUMENTS"}]}]}}',
    ],
    guarded: (neighbour, random) => {
      const guard = { hooks: [{ type: 'command', command: GUARD }, neighbour] };
      const entries = random.chance(0.5) ? [guard, neighbour] : [neighbour, guard];
      return JSON.stringify({ other: neighbour, hooks: { Unknown: neighbour, PreToolUse: entries, Stop: neighbour } });
    },
  },
  {
    dialect: 'kode',
    file: '.kode/config.yaml',
    seeds: [
      'model: x\nhooks:\n  tool_call_pre:\n    - exec: ~/bin/check --strict\n      timeout_ms: 3000\n    - exec: ["a", "b c"]\n',
      '{"hooks":{"session_start":[{"exec":"x"}],"tool_call_post":[{"exec":["a"],"timeout_ms":1}]}}',
      'hooks: &h\n  session_end: [{exec: "a \\"b\\"", timeout_ms: 5}]\nother: *h\n',
    ],
    guarded: (neighbour, random) => {
      const guard = { exec: GUARD };
      const entries = random.chance(0.5) ? [guard, neighbour] : [neighbour, guard];
      return JSON.stringify({
        hooks: { unknown: neighbour, tool_call_pre: entries, session_end: neighbour },
        other: neighbour,
      });
    },
  },
  {
    dialect: 'polytoken',
    file: '.polytoken/hooks.json',
    seeds: [
      '[{"name":"a","event":"pre_tool_use","matcher":"file_*","handler":{"bash":"exit 0"}},"!b",{"name":"c","event":"stop","handler":{"bash":"x"}}]',
    ],
    guarded: null,
  },
  {
    dialect: 'agent-hooks',
    file: '.agents/hooks/one/HOOK.md',
    seeds: [
      '---\nname: a\ndescription: b\ntrigger: before_tool\nmatcher:\n  tool: Shell|Write\n  pattern: "\\.py$"\ntimeout: 5000\nasync: false\npriority: 100\n---\n\n# Text\n',
      '---\nname: "x"\ndescription: >-\n  long\n  text\ntrigger: pre-tool-call\nmatcher: {tool: "a(b"}\n---\n',
    ],
    guarded: null,
  },
];

/** The loader of each shape of configuration, through a real file. A guard beside a broken neighbour stays armed. */
export const loaders: readonly Target[] = SHAPES.map((shape) => {
  let place: LoadPlace | null = null;
  const open = (): LoadPlace => (place ??= makePlace(shape));
  return {
    name: `loader-${shape.dialect}`,
    weight: 5,
    limitMs: 500,
    seeds: shape.seeds,
    input: (random, corpus) =>
      shape.guarded !== null && random.chance(0.4)
        ? shape.guarded(anyJson(random, 4), random)
        : mutate(random.pick(corpus), random, corpus),
    run: async (input) => {
      const found = open();
      const path = join(found.project, shape.file);
      writeFileSync(path, input);
      const source = await loadFile(DIALECTS, path, found);
      return source === null ? 'the file belongs to no dialect' : wrongIn(source, input, shape);
    },
    close: () => {
      if (place !== null) rmSync(place.home, { recursive: true, force: true });
      place = null;
    },
  };
});

function makePlace({ file }: Shape): LoadPlace {
  const home = mkdtempSync(join(tmpdir(), 'hookline-fuzz-'));
  const project = join(home, 'project');
  mkdirSync(dirname(join(project, file)), { recursive: true });
  return { project, home, env: {}, platform: 'linux', stateDir: null, plugins: [], strict: true };
}

function wrongIn(source: Source, input: string, shape: Shape): string | null {
  // A blank file of settings is one without hooks, and no mistake.
  if (!source.usable && source.diagnostics.length === 0 && shape.dialect !== 'kode')
    return 'a file is not used, and nothing says so';
  if (source.hooks.length > 0 && source.rejected) return 'a file is rejected and gives hooks';
  if (shape.guarded === null || !isGuarded(input, shape)) return null;
  const isArmed = source.hooks.some(({ handler }) => JSON.stringify(handler).includes(GUARD));
  return isArmed ? null : `the guard is gone: ${JSON.stringify(source.diagnostics).slice(0, 300)}`;
}

/** Whether an input is one of those that this target makes around the guard, and not damaged since. */
function isGuarded(input: string, { dialect }: Shape): boolean {
  try {
    const { hooks } = JSON.parse(input) as { readonly hooks?: Readonly<Record<string, unknown>> };
    const entries = hooks?.[dialect === 'kode' ? 'tool_call_pre' : 'PreToolUse'];
    return Array.isArray(entries) && entries.some((entry) => isGuard(entry)) && input.startsWith('{');
  } catch {
    return false;
  }
}

const isGuard = (entry: unknown): boolean => {
  const text = JSON.stringify(entry) ?? '';
  return (
    [`{"hooks":[{"type":"command","command":"${GUARD}"}]}`, `{"exec":"${GUARD}"}`].includes(text) ||
    text.startsWith(`{"hooks":[{"type":"command","command":"${GUARD}"},`)
  );
};
