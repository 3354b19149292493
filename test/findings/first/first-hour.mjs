// Reproductions of N rows: what a new user meets. Each says whether it shows: true on the first release, false now.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const BLOCKS = '#!/bin/bash\nif grep -q "rm -rf"; then echo no >&2; exit 2; fi\n';
const qoder = (line, matcher = '') => ({
  hooks: { PreToolUse: [{ matcher, hooks: [{ type: 'command', command: line }] }] },
});
const kolega = (line) => ({
  schema_version: 1,
  hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: line }] }] },
});
const DANGEROUS = JSON.stringify({ command: 'rm -rf /' });

/** The command as it is packed, in a folder that has no dependency of the workspace around it. */
const packed = ({ release, root }) => {
  const folder = join(root, 'installed/node_modules/hookline');
  const { dependencies = {} } = JSON.parse(readFileSync(join(release, 'packages/cli/package.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  cpSync(join(release, 'packages/cli/dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(release, 'packages/cli/package.json'), join(folder, 'package.json'));
  for (const name of Object.keys(dependencies).filter((one) => !one.startsWith('@hookline/')))
    cpSync(join(release, 'node_modules', name), join(root, 'installed/node_modules', name), { recursive: true });
  return join(folder, 'dist/hookline.js');
};

const run = (command, words, { project, env }) =>
  spawnSync(process.execPath, [command, ...words], { cwd: project, env, encoding: 'utf8', timeout: 60_000 });

const said = ({ stdout, stderr }) => stdout + stderr;

/** The text of every source file. */
const sourcesOf = ({ release }) => {
  const folder = join(release, 'packages');
  return readdirSync(folder)
    .flatMap((name) => (existsSync(join(folder, name, 'src')) ? [join(folder, name, 'src')] : []))
    .flatMap((sources) =>
      readdirSync(sources, { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.ts$/.test(file))
        .map((file) => readFileSync(join(sources, file), 'utf8')),
    );
};

/** A case file: dangerous commands that must be blocked. */
const cases = (dialect, { hook, count = 1 } = {}) =>
  [
    `dialect: ${dialect}`,
    ...(hook === undefined ? [] : [`hook: ${hook}`]),
    'cases:',
    ...Array.from({ length: count }, (_, at) => [
      `  - name: case ${at}`,
      '    example: PreToolUse',
      '    with: { tool_name: Bash, tool_input: { command: rm -rf / } }',
      '    prove: must block',
    ]).flat(),
    '',
  ].join('\n');

/** What a program of the library prints. */
const library = ({ release, project, env, put, root }, code) => {
  const core = pathToFileURL(join(release, 'packages/core/dist/index.js')).href;
  const file = put(join(root, 'program.mjs'), `import { createHooks } from ${JSON.stringify(core)};\n${code}`);
  return spawnSync(process.execPath, [file], { cwd: project, env, encoding: 'utf8', timeout: 60_000 }).stdout;
};

export const FIRST_HOUR = {
  N1: (world) => {
    world.put('.kode/config.yaml', 'hooks:\n  tool_call_pre: [ { exec: ["false"] } ]\n');
    const words = ['fire', '--event', 'PreToolUse', '--tool', 'bash', '--input', DANGEROUS, '--trust-hooks'];
    return run(packed(world), words, world).status !== 2;
  },
  N2: (world) => sourcesOf(world).some((text) => /binding\(|process_wrap/.test(text)),
  N3: (world) => {
    const command = packed(world);
    world.put('.kolega/hooks.json', kolega('true'));
    const dist = join(command, '..');
    // A damaged installation: every part but the first file is gone.
    for (const name of readdirSync(dist)) if (name !== 'hookline.js' && name.endsWith('.js')) rmSync(join(dist, name));
    return run(command, ['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', '{}'], world).status !== 2;
  },
  N4: ({ put, call }) => {
    put('hooks/guard.sh', BLOCKS, 0o755);
    put('.qoder/settings.json', qoder('./hooks/guard.sh'));
    put('.kolega/hooks.json', kolega('./hooks/guard.sh'));
    put('guard.hooktest.yaml', cases('qoder', { hook: 'guard.sh' }));
    call(['trust']);
    return said(call(['prove', '--stress', 'bare-env'])).includes('which is not here');
  },
  N5: ({ put, call }) => {
    const lines = ['command -v jq >/dev/null || exit 2', 'grep -q "rm -rf" && exit 2'];
    put('hooks/guard.sh', `#!/bin/bash\n${lines.join('\n')}\nexit 0\n`, 0o755);
    put('.kolega/hooks.json', kolega('./hooks/guard.sh'));
    put('guard.hooktest.yaml', cases('kolega'));
    call(['trust']);
    return !call(['prove']).stdout.startsWith('fails open when');
  },
  N6: ({ call }) => said(call(['connect', '--help'])).includes('unknown command'),
  N7: ({ put, call }) => {
    put('.kolega/hooks/g.sh', BLOCKS, 0o755);
    put('.kolega/hooks.json', kolega('.kolega/hooks/g.sh'));
    put('g.hooktest.yaml', cases('kolega', { count: 5 }));
    call(['trust']);
    put('.kolega/hooks/g.sh', `${BLOCKS}# changed\n`, 0o755);
    return said(call(['test'])).split('hookline trust').length > 4;
  },
  N8: ({ put, call }) => {
    put('.kolega/hooks.json', {
      schema_version: 1,
      hooks: {
        PreToolUse: [{ matcher: 'execute_terminal_command', hooks: [{ type: 'command', command: 'sh -c "exit 2"' }] }],
      },
    });
    const fired = call(['fire', '--event', 'PreToolUse', '--tool', 'Bash', '--input', DANGEROUS, '--trust-hooks']);
    return fired.status !== 2;
  },
  N10: (world) =>
    library(
      world,
      `const hooks = await createHooks({ project: process.cwd() });
hooks.on({ event: 'PreToolUse' }, () => ({ decision: 'blok' }));
const event = { hook_event_name: 'PreToolUse', session_id: 's', cwd: process.cwd(), tool_name: 'Bash', tool_input: {} };
const outcome = await hooks.fire(event);
console.log(outcome.hooks.some(({ fault }) => fault !== null) ? 'fault' : 'passed');
await hooks.close();`,
    ).trim() === 'passed',
  N11: ({ put, call }) => {
    put('.qoder/settings.json', qoder('.qoder/hooks/missing.sh', 'Bash'));
    return !said(call(['validate'])).includes('missing.sh');
  },
  N12: ({ release }) => !['docs/README.md', 'docs/embed/api.md'].every((page) => existsSync(join(release, page))),
  N13: ({ release }) => {
    const { repository } = JSON.parse(readFileSync(join(release, 'packages/cli/package.json'), 'utf8'));
    return repository === undefined;
  },
  N14: ({ call }) => {
    call(['add', 'dangerous-commands', '--dialect', 'kolega', '--yes', '--no-input']);
    call(['trust']);
    return !call(['list']).stdout.includes('dangerous-commands');
  },
  N15: ({ call }) => {
    call(['add', 'dangerous-commands', '--dialect', 'kolega', '--yes', '--no-input']);
    return said(call(['remove', 'dangerous-commands', '--dry-run'])).includes('unknown command');
  },
  N17: ({ call }) => !said(call(['--vresion'])).includes('--version'),
  N18: ({ call }) => said(call(['validate'])).includes('No problems found'),
  N20: (world) => sourcesOf(world).some((text) => /without further ado|is no time\b/.test(text)),
  N21: ({ root, release, env }) => {
    const bin = join(root, 'bin');
    mkdirSync(bin);
    for (const folder of env.PATH.split(delimiter).filter(existsSync))
      for (const name of readdirSync(folder))
        if (!/^(?:jq|python.*)$/.test(name) && !existsSync(join(bin, name)))
          try {
            symlinkSync(join(folder, name), join(bin, name));
          } catch {
            // A name of a broken link: the first one stays.
          }
    const demo = existsSync(join(release, 'scripts/demo.mjs')) ? 'scripts/demo.mjs' : 'examples/run.mjs';
    const { status } = spawnSync(process.execPath, [demo], {
      cwd: release,
      env: { ...env, PATH: bin },
      timeout: 300_000,
    });
    return status !== 0;
  },
};
