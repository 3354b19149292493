import { join } from 'node:path';
import type { ProgramCall, World } from '../guard/world.ts';

/** The formatter of a project for a kind of file, and how it is called; null when the project has none. */
export async function findFormatter(path: string, extension: string, world: World): Promise<ProgramCall | null> {
  for (const row of FORMATTERS) {
    if (!row.extensions.includes(extension)) continue;
    const program = await programOf(row, world);
    if (program !== null) return { program, args: [...row.args, path] };
  }
  return null;
}

interface Formatter {
  readonly program: string;
  readonly args: readonly string[];
  readonly extensions: readonly string[];
  /** Files whose presence, or a text in them, shows that the project uses it; any of them. */
  readonly shownBy: readonly { readonly file: string; readonly holds?: RegExp }[];
  /** Installed by the project itself, below node_modules. */
  readonly isLocal: boolean;
}

const SCRIPT = ['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx', '.json', '.jsonc', '.css'];
const WEB = [...SCRIPT, '.scss', '.less', '.html', '.vue', '.md', '.mdx', '.yaml', '.yml', '.graphql'];
const PACKAGE = 'package.json';
const PYTHON = ['.py', '.pyi'];

const FORMATTERS: readonly Formatter[] = [
  {
    program: 'oxfmt',
    args: [],
    extensions: SCRIPT,
    isLocal: true,
    shownBy: [{ file: '.oxfmtrc.json' }, { file: '.oxfmtrc.jsonc' }, { file: PACKAGE, holds: /"oxfmt"/ }],
  },
  {
    program: 'biome',
    args: ['format', '--write'],
    extensions: SCRIPT,
    isLocal: true,
    shownBy: [{ file: 'biome.json' }, { file: 'biome.jsonc' }],
  },
  {
    program: 'prettier',
    args: ['--write', '--log-level', 'warn'],
    extensions: WEB,
    isLocal: true,
    shownBy: [
      { file: '.prettierrc' },
      { file: '.prettierrc.json' },
      { file: '.prettierrc.yaml' },
      { file: 'prettier.config.js' },
      { file: 'prettier.config.mjs' },
      { file: PACKAGE, holds: /"prettier"/ },
    ],
  },
  {
    program: 'ruff',
    args: ['format', '--quiet'],
    extensions: PYTHON,
    isLocal: false,
    shownBy: [{ file: 'ruff.toml' }, { file: '.ruff.toml' }, { file: 'pyproject.toml', holds: /^\[tool\.ruff/m }],
  },
  {
    program: 'black',
    args: ['--quiet'],
    extensions: PYTHON,
    isLocal: false,
    shownBy: [{ file: 'pyproject.toml', holds: /^\[tool\.black|["']black[<>=~"' ]/m }],
  },
  { program: 'gofmt', args: ['-w'], extensions: ['.go'], isLocal: false, shownBy: [{ file: 'go.mod' }] },
  {
    program: 'rustfmt',
    args: ['--edition', '2021'],
    extensions: ['.rs'],
    isLocal: false,
    shownBy: [{ file: 'Cargo.toml' }],
  },
];

async function programOf(
  { program, shownBy, isLocal }: Formatter,
  { project, readText, realPath }: World,
): Promise<string | null> {
  const texts = await Promise.all(
    shownBy.map(async ({ file, holds }) => ({ holds, text: await readText(join(project, file)) })),
  );
  if (!texts.some(({ holds, text }) => text !== null && (holds?.test(text) ?? true))) return null;
  if (!isLocal) return program;
  const local = join(project, 'node_modules/.bin', program);
  return (await readText(await realPath(local))) === null ? null : local;
}
