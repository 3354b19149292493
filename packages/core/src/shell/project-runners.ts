/** A program that starts what a file of the project defines. */
export interface Runner {
  readonly names: RegExp;
  /** The files that define what it starts: those of the nearest folder that has one. */
  readonly files: readonly string[];
  /** Whether it also searches the folders above. */
  readonly isSoughtAbove: boolean;
  /** Files that change how it starts things; each counts, in its folder and in those above. */
  readonly steering: readonly string[];
  /** First words with which it starts nothing of the project. */
  readonly harmless?: RegExp;
  /** The words with which it is a runner, where it is one only with them. */
  readonly told?: RegExp;
  /** How its file is parsed for what it starts; absent: it is not, so the command is shown when trust is given. */
  readonly follows?: 'scripts' | 'binaries' | 'recipes';
}

const OF_NODE = ['.npmrc', '.yarnrc.yml', '.yarnrc', '.pnp.cjs', '.pnpmfile.cjs', 'pnpm-workspace.yaml', 'bunfig.toml'];

const OF_PYTEST = ['conftest.py', 'pytest.ini', '.pytest.ini', 'tox.ini', 'setup.cfg', 'pyproject.toml'];

export const RUNNERS: readonly Runner[] = [
  {
    names: /^(?:npx|bunx)$/,
    files: ['package.json'],
    isSoughtAbove: true,
    steering: OF_NODE,
    harmless: /^(?:--version|-v)$/,
    follows: 'binaries',
  },
  {
    names: /^(?:npm|pnpm|yarn|corepack)$/,
    files: ['package.json'],
    isSoughtAbove: true,
    steering: OF_NODE,
    harmless: /^(?:view|info|ping|whoami|config|--version|-v)$/,
    follows: 'scripts',
  },
  {
    names: /^(?:g|b|re)?make$/,
    files: ['GNUmakefile', 'makefile', 'Makefile'],
    isSoughtAbove: false,
    steering: [],
    follows: 'recipes',
  },
  { names: /^ninja$/, files: ['build.ninja'], isSoughtAbove: false, steering: [] },
  {
    names: /^git$/,
    told: /^(?:commit|push|merge|rebase|am|pull|cherry-pick) ?/,
    files: [],
    isSoughtAbove: false,
    steering: ['.husky', '.githooks', 'hooks'].flatMap((folder) =>
      [
        'pre-commit',
        'commit-msg',
        'prepare-commit-msg',
        'post-commit',
        'pre-push',
        'pre-rebase',
        'post-merge',
        'post-checkout',
      ].map((name) => `${folder}/${name}`),
    ),
  },
  { names: /^direnv$/, files: ['.envrc'], isSoughtAbove: true, steering: ['.env'] },
  {
    names: /^(?:docker|podman|docker-buildx)$/,
    told: /^(?:run|exec|compose|build|buildx|start) ?/,
    files: ['Dockerfile', 'compose.yaml', 'compose.yml', 'docker-compose.yml'],
    isSoughtAbove: false,
    steering: ['.env'],
  },
  {
    names:
      /^(?:nix|nix-shell|nix-build|bazel|bazelisk|cmake|meson|dotnet|mix|swift|dart|flutter|stack|cabal|zig|terraform|ansible-playbook|vagrant)$/,
    files: [
      'flake.nix',
      'shell.nix',
      'default.nix',
      'CMakeLists.txt',
      'meson.build',
      'mix.exs',
      'Package.swift',
      'build.zig',
      'Vagrantfile',
    ],
    isSoughtAbove: true,
    steering: [
      '.bazelrc',
      'WORKSPACE',
      'MODULE.bazel',
      'ansible.cfg',
      'Directory.Build.props',
      'Directory.Build.targets',
    ],
    harmless: /^--version$/,
  },
  {
    names: /^(?:unittest|doctest|nose2|coverage|behave|robot)$/,
    files: [],
    isSoughtAbove: false,
    steering: ['.coveragerc', 'setup.cfg', 'pyproject.toml'],
  },
  { names: /^just$/, files: ['justfile', 'Justfile', '.justfile'], isSoughtAbove: true, steering: ['.env'] },
  { names: /^task$/, files: ['Taskfile.yml', 'Taskfile.yaml'], isSoughtAbove: true, steering: ['.env'] },
  {
    names: /^(?:rake|bundle)$/,
    files: ['Rakefile', 'Gemfile'],
    isSoughtAbove: true,
    steering: ['.bundle/config', 'Gemfile.lock'],
  },
  {
    names: /^(?:gradle|mvn|ant|sbt)$/,
    files: ['build.gradle', 'build.gradle.kts', 'pom.xml', 'build.xml', 'build.sbt'],
    isSoughtAbove: true,
    steering: ['gradle.properties', 'settings.gradle', 'settings.gradle.kts', '.mvn/jvm.config', '.mvn/extensions.xml'],
  },
  { names: /^pytest$|^py\.test$/, files: ['pyproject.toml', 'tox.ini'], isSoughtAbove: true, steering: OF_PYTEST },
  {
    names: /^(?:tox|nox|poetry|uv|hatch|pdm|pipenv|pre-commit|invoke)$/,
    files: ['tox.ini', 'noxfile.py', 'pyproject.toml', '.pre-commit-config.yaml', 'tasks.py'],
    isSoughtAbove: true,
    steering: ['uv.toml', '.python-version', ...OF_PYTEST],
  },
  {
    names: /^cargo$/,
    files: ['Cargo.toml', 'build.rs'],
    isSoughtAbove: true,
    steering: ['.cargo/config.toml', '.cargo/config', 'rust-toolchain.toml', 'rust-toolchain'],
    harmless: /^(?:fmt|--version)$/,
  },
  {
    names: /^go$/,
    told: /^(?:run|test|generate|tool|vet|build) /,
    files: ['go.mod', 'go.work'],
    isSoughtAbove: true,
    steering: ['go.sum'],
  },
  {
    names: /^(?:composer|docker-compose|lefthook|mise)$/,
    files: ['composer.json', 'docker-compose.yml', 'compose.yaml', 'lefthook.yml', '.mise.toml'],
    isSoughtAbove: true,
    steering: ['mise.toml', '.tool-versions', '.env'],
  },
  {
    names: /^(?:eslint|prettier|jest|vitest|mocha|ava|stylelint|webpack|vite|rollup|tsup|playwright|cypress)$/,
    files: [],
    isSoughtAbove: false,
    steering: [
      ...['js', 'cjs', 'mjs', 'ts', 'mts'].flatMap((extension) =>
        'eslint prettier jest vitest ava stylelint webpack vite rollup tsup playwright cypress'
          .split(' ')
          .map((name) => `${name}.config.${extension}`),
      ),
      '.eslintrc.js',
      '.eslintrc.cjs',
      '.prettierrc.js',
      '.prettierrc.cjs',
      '.prettierrc.mjs',
      '.mocharc.js',
      '.mocharc.cjs',
    ],
  },
  {
    names: /^deno$/,
    told: /^(?:task|test|bench) /,
    files: ['deno.json', 'deno.jsonc', 'package.json'],
    isSoughtAbove: true,
    steering: ['deno.lock', ...OF_NODE],
  },
  {
    names: /^bun$/,
    told: /^(?:run [^./]+|test .*)$/,
    files: ['package.json'],
    isSoughtAbove: true,
    steering: OF_NODE,
    follows: 'scripts',
  },
  {
    names: /^node$/,
    told: /^--(?:run[ =]|test )/,
    files: ['package.json'],
    isSoughtAbove: true,
    steering: ['.npmrc'],
    follows: 'scripts',
  },
];

const OF_VERSIONS = ['.tool-versions', 'mise.toml', '.mise.toml'];

/** Interpreters that read a file of the project before the script that they are given. */
export const STEERED_INTERPRETERS: readonly { readonly names: RegExp; readonly steering: readonly string[] }[] = [
  // Version managers put programs of these names first in PATH; with `path:` such a file names the program itself.
  { names: /^python[\d.]*$/, steering: ['.python-version', ...OF_VERSIONS] },
  { names: /^node$/, steering: ['.node-version', '.nvmrc', ...OF_VERSIONS] },
  { names: /^ruby$/, steering: ['.ruby-version', ...OF_VERSIONS] },
  { names: /^perl$/, steering: ['.perl-version', ...OF_VERSIONS] },
  { names: /^deno$/, steering: ['deno.json', 'deno.jsonc'] },
  { names: /^bun$/, steering: ['bunfig.toml', 'tsconfig.json'] },
  { names: /^(?:tsx|ts-node|jiti)$/, steering: ['tsconfig.json'] },
];

/** The names of all runners, as a part of a pattern. */
export const RUNNER_NAMES: string = RUNNERS.map(({ names }) => names.source.replace(/[$^]/g, '')).join('|');
