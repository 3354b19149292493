import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');

/** file that imports → what it imports; paths of files are under packages/, folders of core under packages/core/src. */
const forbidden: readonly (readonly [string, string])[] = [
  ['core/src/model/planted.ts', '../text/quote.ts'],
  ['core/src/model/planted.ts', '../index.ts'],
  ['core/src/model/planted.ts', 'node:fs'],
  ['core/src/dialects/planted.ts', '../engine/plan.ts'],
  ['core/src/dialects/planted.ts', '../text/quote.ts'],
  ['core/src/dialects/planted.ts', 'yaml'],
  ['core/src/text/planted.ts', '../load/load.ts'],
  ['core/src/text/planted.ts', '../dialects/index.ts'],
  ['core/src/engine/planted.ts', '../handlers/command.ts'],
  ['core/src/engine/planted.ts', '../dialects/index.ts'],
  ['core/src/engine/planted.ts', '../load/load.ts'],
  ['core/src/engine/planted.ts', '../trust/trust.ts'],
  ['core/src/engine/planted.ts', '../record/record.ts'],
  ['core/src/engine/planted.ts', '../create-hooks.ts'],
  ['core/src/engine/rules/planted.ts', '../../handlers/command.ts'],
  ['core/src/engine/rules/planted.ts', '../../index.ts'],
  ['core/src/speak/planted.ts', '../handlers/command.ts'],
  ['core/src/speak/planted.ts', '../dialects/index.ts'],
  ['core/src/handlers/planted.ts', '../engine/plan.ts'],
  ['core/src/handlers/planted.ts', '../load/load.ts'],
  ['core/src/handlers/planted.ts', '../trust/trust.ts'],
  ['core/src/handlers/planted.ts', '../record/record.ts'],
  ['core/src/load/planted.ts', '../engine/plan.ts'],
  ['core/src/load/planted.ts', '../trust/trust.ts'],
  ['core/src/load/planted.ts', '../dialects/index.ts'],
  ['core/src/load/shapes/planted.ts', '../../engine/plan.ts'],
  ['core/src/trust/planted.ts', '../load/load.ts'],
  ['core/src/record/planted.ts', '../engine/engine.ts'],
  ['core/src/planted.ts', './dialects/kolega.ts'],
  ['core/src/planted.ts', '../../cli/src/main.ts'],
  ['core/src/planted.ts', 'hookline'],
  ['core/src/handlers/planted.ts', '@hookline/core'],
  ['cli/src/planted.ts', '../../core/src/index.ts'],
  ['cli/src/planted.ts', '@hookline/core/dist/index.js'],
  ['cli/src/commands/planted.ts', '../../../core/src/model/hook.ts'],
  ['cli/src/commands/planted.ts', '../../../toolbox/src/index.ts'],
  ['toolbox/src/convert/planted.ts', '../../../core/src/index.ts'],
  ['toolbox/src/convert/planted.ts', '@hookline/core/internal/model'],
  ['agent/src/planted.ts', '@hookline/core/dist/index.js'],
  ['toolbox/src/convert/planted.ts', '@hookline/agent'],
  ['toolbox/src/convert/planted.ts', '@hookline/guards'],
  ['guards/src/planted.ts', '@hookline/toolbox'],
  ['guards/src/planted.ts', 'hookline'],
];

const allowed: readonly (readonly [string, string])[] = [
  ['core/src/model/planted.ts', './hook.ts'],
  ['core/src/dialects/planted.ts', '../model/dialect.ts'],
  ['core/src/dialects/planted.ts', './kolega.ts'],
  ['core/src/text/planted.ts', '../model/json.ts'],
  ['core/src/engine/planted.ts', '../model/hook.ts'],
  ['core/src/speak/planted.ts', '../engine/frame.ts'],
  ['core/src/engine/planted.ts', '../text/quote.ts'],
  ['core/src/engine/planted.ts', './rules/match.ts'],
  ['core/src/engine/rules/planted.ts', '../../model/hook.ts'],
  ['core/src/engine/rules/planted.ts', '../plan.ts'],
  ['core/src/handlers/planted.ts', '../model/hook.ts'],
  ['core/src/handlers/planted.ts', 'node:child_process'],
  ['core/src/load/planted.ts', '../engine/rules/match.ts'],
  ['core/src/load/planted.ts', 'yaml'],
  ['core/src/load/shapes/planted.ts', '../../engine/rules/match.ts'],
  ['core/src/load/shapes/planted.ts', '../place.ts'],
  ['core/src/planted.ts', './dialects/index.ts'],
  ['core/src/planted.ts', './engine/engine.ts'],
  ['core/src/planted.ts', './handlers/command.ts'],
  ['cli/src/planted.ts', '@hookline/core'],
  ['cli/src/planted.ts', '@hookline/core/internal'],
  ['agent/src/planted.ts', '@hookline/core/internal'],
  ['guards/src/planted.ts', '@hookline/core/internal'],
  ['cli/src/commands/planted.ts', '../print.ts'],
  ['cli/src/planted.ts', 'commander'],
  ['cli/src/commands/planted.ts', '@hookline/toolbox'],
  ['toolbox/src/convert/planted.ts', '@hookline/core'],
  ['toolbox/src/convert/planted.ts', '../cases/index.ts'],
  ['guards/src/planted.ts', '@hookline/core'],
];

let folder: string;
let refused: Set<string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-direction-'));
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  [...forbidden, ...allowed].forEach(([file, target], index) => {
    plant(file.replace('planted', `planted-${index}`), `import '${target}';\n`);
    plant(file.replace('planted', `lazy-${index}`), `export const lazy = () => import('${target}');\n`);
  });
  refused = filesRefused();
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each(forbidden.map((arrow, index) => [...arrow, index] as const))(
  '%s may not import %s',
  (file, _target, index) => {
    expect(refused).toContain(`packages/${file.replace('planted', `planted-${index}`)}`);
    expect(refused).toContain(`packages/${file.replace('planted', `lazy-${index}`)}`);
  },
);

test.each(allowed.map((arrow, index) => [...arrow, index + forbidden.length] as const))(
  '%s may import %s',
  (file, _target, index) => {
    expect(refused).not.toContain(`packages/${file.replace('planted', `planted-${index}`)}`);
    expect(refused).not.toContain(`packages/${file.replace('planted', `lazy-${index}`)}`);
  },
);

function plant(file: string, text: string): void {
  const path = join(folder, 'packages', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesRefused(): Set<string> {
  const report = JSON.parse(lint()) as { diagnostics: { code: string; filename: string }[] };
  const found = report.diagnostics.filter(({ code }) => code === 'eslint(no-restricted-imports)');
  return new Set(found.map(({ filename }) => filename));
}

function lint(): string {
  try {
    return execFileSync(process.execPath, [oxlint, '-f', 'json'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    return (error as { stdout: string }).stdout; // problems found: oxlint leaves with status 1
  }
}
