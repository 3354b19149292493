import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));
const STARTS_GIT =
  /\b(?:spawn|spawnSync|exec|execFile|execFileSync|execSync)\(\s*['"`]git\b|['"`]git['"`],\s*\.\.\.|program: 'git'/;

test('git is started only so that a repository makes it start nothing', () => {
  const sources = readdirSync(PACKAGES, { recursive: true, encoding: 'utf8' })
    // Scripts that are written for users name it in their comments.
    .filter((name) => /^[^/]+\/src\/.*(?<!\.test)\.ts$/.test(name) && !name.includes('/author/script-'))
    .map((name) => ({ name, text: readFileSync(join(PACKAGES, name), 'utf8') }));
  const starting = sources.filter(({ text }) => STARTS_GIT.test(text));
  expect(starting.map(({ name }) => name).sort()).toEqual(
    expect.arrayContaining(['agent/src/worktree/git.ts', 'guards/src/checks/fingerprint.ts']),
  );
  expect(starting.filter(({ text }) => !text.includes('quietGitArgs(')).map(({ name }) => name)).toEqual([]);
});
