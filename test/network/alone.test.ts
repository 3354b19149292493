import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { bundle } from '../support/bundle.ts';
import { fileURLToPath } from 'node:url';
import { needs } from '../support/programs.ts';

/** A network without anybody else, in which the metadata address is our own, and names are looked up with us. */
const SETUP = [
  'ip link set lo up',
  'ip addr add 169.254.169.254/32 dev lo',
  'mount --bind "$0" /etc/resolv.conf',
  'mount --bind "$1" /etc/nsswitch.conf',
].join(' && ');
const canBeAlone = spawnSync('unshare', ['--net', '--mount', 'ip', 'link', 'set', 'lo', 'up']).status === 0;

// Needs the superuser; elsewhere the same is tested with names that are looked up by a function.
test.runIf(canBeAlone)(
  'a metadata service that is really there is not reached by literal, by name or by re-binding',
  { ...needs('unshare', 'mount', 'ip'), timeout: 90_000 },
  () => {
    const { path, remove } = bundle('');
    try {
      const folder = dirname(path);
      writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n');
      writeFileSync(join(folder, 'nsswitch.conf'), 'hosts: files dns\n');
      buildSync({
        entryPoints: [fileURLToPath(new URL('alone.ts', import.meta.url))],
        outfile: path,
        bundle: true,
        platform: 'node',
        format: 'esm',
        logLevel: 'error',
        alias: {
          '@hookline/core/internal': fileURLToPath(new URL('../../packages/core/src/internal.ts', import.meta.url)),
          '@hookline/core': fileURLToPath(new URL('../../packages/core/src/index.ts', import.meta.url)),
        },
        banner: {
          js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
        },
      });
      const files = [join(folder, 'resolv.conf'), join(folder, 'nsswitch.conf')];
      const command = ['sh', '-c', `${SETUP} && shift && exec "$@"`, ...files, process.execPath, path];
      const { stdout, stderr } = spawnSync('unshare', ['--net', '--mount', ...command], {
        encoding: 'utf8',
        timeout: 60_000,
      });
      expect(stderr).toBe('');
      const refused = Array.from({ length: 6 }, () => 'refused');
      expect(JSON.parse(stdout)).toEqual({
        hooks: refused,
        fetches: refused,
        pages: refused,
        visitsWhenRefused: { honest: 0, metadata: 0 },
        honest: ['honest', 'honest', 'honest'],
        rebindingHook: ['honest', 'refused'],
        rebindingFetch: ['honest', 'refused'],
        rebindingPage: ['honest', 'refused'],
        visitsWhenRebound: 0,
        lifted: ['metadata', 'metadata', 'metadata', 'refused', 'refused'],
        visitsWhenLifted: 3,
      });
    } finally {
      remove();
    }
  },
);
