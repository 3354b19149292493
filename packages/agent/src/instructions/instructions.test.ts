import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoadedInstructions } from './collection.ts';
import { includesIn } from './includes.ts';
import { loadInstructions, nestedInstructions } from './instructions.ts';

let root = '';
let project = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-instructions-')));
  project = join(root, 'project');
  mkdirSync(project);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, text: string | Uint8Array): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const USER = 'home/.config/agents/AGENTS.md';
const load = (env: Readonly<Record<string, string>> = {}): LoadedInstructions =>
  loadInstructions({ project, home: join(root, 'home'), env });
const shown = ({ files }: LoadedInstructions): readonly string[] =>
  files.map(({ path, memoryType, loadReason }) => `${path.slice(root.length + 1)} ${memoryType} ${loadReason}`);
const paths = ({ files }: LoadedInstructions): readonly string[] =>
  files.map(({ path }) => path.slice(root.length + 1));

describe('the instructions of a project', () => {
  it('are the user’s, the project’s and the local ones, in that order', () => {
    expect(load()).toEqual({ files: [], problems: [] });
    const own = put('project/AGENTS.md', 'own\n');
    const local = put('project/AGENTS.local.md', 'local\n');
    const user = put(USER, '\ufeffuser\n');
    expect(load()).toEqual({
      files: [
        { path: user, memoryType: 'User', loadReason: 'session_start', text: 'user\n' },
        { path: own, memoryType: 'Project', loadReason: 'session_start', text: 'own\n' },
        { path: local, memoryType: 'Local', loadReason: 'session_start', text: 'local\n' },
      ],
      problems: [],
    });
  });

  it('tell why they are read again after a compaction', () => {
    put('project/AGENTS.md', '@a.md');
    put('project/a.md', 'a');
    expect(shown(loadInstructions({ project, home: root, env: {}, loadReason: 'compact' }))).toEqual([
      'project/AGENTS.md Project compact',
      'project/a.md Project include',
    ]);
  });

  it('XDG_CONFIG_HOME moves the user’s file; a relative one is ignored', () => {
    put(USER, 'u');
    put('config/agents/AGENTS.md', 'c');
    expect(paths(load({ XDG_CONFIG_HOME: join(root, 'config') }))).toEqual(['config/agents/AGENTS.md']);
    expect(paths(load({ XDG_CONFIG_HOME: 'config' }))).toEqual([USER]);
  });

  it('a line that is just @path pulls that file in, after the one that names it', () => {
    put(USER, '@rules/style.md\n@~/notes.md\n@../../shared.md\n');
    put('home/.config/agents/rules/style.md', '');
    put('home/notes.md', '');
    put('home/shared.md', '');
    put('project/AGENTS.md', 'See:\r\n@docs/a.md  \r\nand @docs/no.md in a sentence\r\n   @./b.md\r\n');
    put('project/docs/a.md', '@more.md');
    put('project/docs/more.md', '');
    put('project/b.md', '');
    put('project/AGENTS.local.md', '@docs/a.md\n@c.md');
    put('project/c.md', '');
    expect(load().problems).toEqual([]);
    expect(shown(load())).toEqual([
      `${USER} User session_start`,
      'home/.config/agents/rules/style.md User include',
      'home/notes.md User include',
      'home/shared.md User include',
      'project/AGENTS.md Project session_start',
      'project/docs/a.md Project include',
      'project/docs/more.md Project include',
      'project/b.md Project include',
      'project/AGENTS.local.md Local session_start',
      'project/c.md Local include',
    ]);
  });

  it('code blocks, names of people and words hold no includes', () => {
    const text = [
      '@alice',
      '@a.md and more',
      '```py',
      '@app.route',
      '~~~',
      '@x/y.md',
      '```',
      '@real.md',
      '````',
      '```',
      '@no.md',
      '````',
      '    @code.md',
      '@@x.md',
      '@',
      'mail@x.org',
      '~~~ts',
      '@open.md',
    ].join('\n');
    expect(includesIn(text)).toEqual([{ target: 'real.md', line: 8 }]);
  });

  it('circles are cut, and every file is loaded once', () => {
    put('project/AGENTS.md', '@a.md\n@b.md\n@AGENTS.md');
    put('project/a.md', '@b.md');
    put('project/b.md', '@a.md\n@./AGENTS.md\n@link.md');
    symlinkSync('a.md', join(project, 'link.md'));
    expect([paths(load()), load().problems]).toEqual([['project/AGENTS.md', 'project/a.md', 'project/b.md'], []]);
  });

  it('includes go five levels deep', () => {
    put('project/AGENTS.md', '@1.md');
    for (let level = 1; level <= 6; level += 1) put(`project/${level}.md`, `\n@${level + 1}.md`);
    expect(paths(load()).at(-1)).toBe('project/5.md');
    expect(load().problems).toEqual([
      '5.md:2 6.md is included more than 5 levels deep; fix the file or the line @6.md',
    ]);
  });

  it('what a project’s files include outside of it is refused, also through a link', () => {
    put('secret.md', 'secret');
    put('home/x.md', 'secret');
    put('project/AGENTS.md', '@../secret.md\n@~/x.md\n@link.md\n@folder/secret.md\n@inside.md');
    put('project/AGENTS.local.md', `@${root}/secret.md`);
    put('project/real.md', 'fine');
    symlinkSync('../secret.md', join(project, 'link.md'));
    symlinkSync('..', join(project, 'folder'));
    symlinkSync('real.md', join(project, 'inside.md'));
    const { problems } = load();
    expect(paths(load())).toEqual(['project/AGENTS.md', 'project/inside.md', 'project/AGENTS.local.md']);
    const outside = "lies outside the project, and only the user's own instructions may include it; fix the file or";
    const link = 'is a symlink that leads out of the project, and is not followed; fix the file or';
    expect(problems).toEqual([
      `AGENTS.md:1 ${root}/secret.md ${outside} the line @../secret.md`,
      `AGENTS.md:2 ${root}/home/x.md ${outside} the line @~/x.md`,
      `AGENTS.md:3 link.md ${link} the line @link.md`,
      `AGENTS.md:4 folder/secret.md ${link} the line @folder/secret.md`,
      `AGENTS.local.md:1 ${root}/secret.md ${outside} the line @${root}/secret.md`,
    ]);
  });

  it('a file of the project that is itself a link out of it is not followed; the user’s own may be one', () => {
    const elsewhere = put('dotfiles/AGENTS.md', '@rules.md');
    put('home/.config/agents/rules.md', 'beside the link');
    symlinkSync(elsewhere, join(project, 'AGENTS.md'));
    symlinkSync(elsewhere, join(root, USER));
    expect(paths(load())).toEqual([USER, 'home/.config/agents/rules.md']);
    rmSync(join(root, USER));
    expect(load()).toEqual({
      files: [],
      problems: ['AGENTS.md:1 AGENTS.md is a symlink that leads out of the project, and is not followed; fix the file'],
    });
  });

  it('what is missing or no file is one problem, never waited for', () => {
    put('project/AGENTS.md', 'x\n@gone.md\n@folder/\n@pipe.md\n');
    mkdirSync(join(project, 'folder'));
    mkdirSync(join(project, 'AGENTS.local.md'));
    spawnSync('mkfifo', [join(project, 'pipe.md')]);
    expect(load().problems).toEqual([
      'AGENTS.md:2 gone.md does not exist; fix the file or the line @gone.md',
      'AGENTS.md:3 folder is not a file; fix the file or the line @folder/',
      'AGENTS.md:4 pipe.md is not a file; fix the file or the line @pipe.md',
      'AGENTS.local.md:1 AGENTS.local.md is not a file; fix the file',
    ]);
  });

  it('a file of more than 256 KB is cut at a whole character, and text and problem say so', () => {
    const path = put('project/AGENTS.md', `x${'é'.repeat(200_000)}`);
    const note = 'the file has 400001 bytes, and only the first 262144 were read';
    expect(load()).toEqual({
      files: [
        {
          path,
          memoryType: 'Project',
          loadReason: 'session_start',
          text: `x${'é'.repeat(131_071)}\n[cut: ${note}]\n`,
        },
      ],
      problems: [`AGENTS.md:1 AGENTS.md was cut: ${note}; fix the file`],
    });
  });

  it('bytes that are not UTF-8 are replaced', () => {
    put('project/AGENTS.md', Uint8Array.of(0x61, 0xff, 0x62));
    expect(load().files[0]?.text).toBe('a\ufffdb');
  });

  it('at most 100 files are read', () => {
    put('project/AGENTS.md', Array.from({ length: 120 }, (_, index) => `@${index}.md`).join('\n'));
    for (let index = 0; index < 120; index += 1) put(`project/${index}.md`, '');
    const loaded = load();
    expect([loaded.files.length, loaded.problems.length, loaded.problems[0]]).toEqual([
      100,
      21,
      'AGENTS.md:100 99.md is one too many: 100 are read; fix the file or the line @99.md',
    ]);
  });
});

describe('nested instructions', () => {
  const nested = (file: string, loaded: readonly string[] = []): LoadedInstructions =>
    nestedInstructions(join(root, file), project, loaded);

  it('are those of the folders between the project and the file, outermost first, with what they include', () => {
    put('project/AGENTS.md', 'not again');
    put('project/a/AGENTS.md', '@more.md\n@~/x.md');
    put('project/a/more.md', '');
    put('project/a/b/c/AGENTS.md', '');
    put('project/other/AGENTS.md', '');
    expect(shown(nested('project/a/b/c/new/file.ts'))).toEqual([
      'project/a/AGENTS.md Project nested_traversal',
      'project/a/more.md Project include',
      'project/a/b/c/AGENTS.md Project nested_traversal',
    ]);
    expect(nested('project/a/b/c/new/file.ts').problems).toEqual([
      "a/AGENTS.md:2 ~/x.md lies outside the project, and only the user's own instructions may include it; fix the file or the line @~/x.md",
    ]);
  });

  it('leave out what is loaded already', () => {
    const outer = put('project/a/AGENTS.md', '@more.md');
    const more = put('project/a/more.md', '');
    put('project/a/b/AGENTS.md', '@../more.md');
    expect(paths(nested('project/a/b/x', [outer]))).toEqual(['project/a/b/AGENTS.md', 'project/a/more.md']);
    expect(paths(nested('project/a/b/x', [outer, more]))).toEqual(['project/a/b/AGENTS.md']);
    expect(paths(nested('project/a/x', [outer, more]))).toEqual([]);
  });

  it('there are none for a file in the project’s own folder or outside of it', () => {
    put('project/AGENTS.md', '');
    put('AGENTS.md', '');
    put('elsewhere/AGENTS.md', '');
    for (const file of ['project/x', 'x', 'elsewhere/x', 'project'])
      expect(nested(file)).toEqual({ files: [], problems: [] });
  });

  it('are found through links to the project, and a folder that is a link out of it gives none', () => {
    put('project/a/AGENTS.md', '');
    put('elsewhere/AGENTS.md', '');
    symlinkSync(project, join(root, 'link'));
    symlinkSync('../elsewhere', join(project, 'out'));
    expect(nestedInstructions(join(project, 'a/x'), join(root, 'link'), []).files.map(({ path }) => path)).toEqual([
      join(root, 'link/a/AGENTS.md'),
    ]);
    expect(nested('project/out/x')).toEqual({
      files: [],
      problems: [
        'out/AGENTS.md:1 out/AGENTS.md is a symlink that leads out of the project, and is not followed; fix the file',
      ],
    });
  });
});
