import { PERMISSION_MODES } from '@hookline/agent';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { loadCommands } from '../index.ts';
import { completionScript } from './index.ts';

const COMMANDS = await loadCommands();
const scriptOf = (shell: string): string => completionScript(shell, COMMANDS);

/** What bash offers when the cursor is on the last word. */
function offered(...words: string[]): readonly string[] {
  const quoted = ['hookline', ...words].map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _hookline 2> /dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['-c', `${scriptOf('bash')}\n${ask}`], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((word) => word !== '');
}

describe('bash completion', () => {
  it('offers commands, options and the values of options', () => {
    expect(offered('e')).toEqual(['explain', 'events']);
    expect(offered('fire', '--tr')).toEqual(['--trust-hooks']);
    expect(offered('fire', '--event', 'Pre')).toEqual([
      'PreModelTurn',
      'PreToolUse',
      'PreCompact',
      'PreModelSwitch',
      'PreToolSelection',
    ]);
    expect(offered('list', '--json', '--dialect', 'ko')).toEqual(['kolega', 'kode']);
    expect(offered('validate', '--reporter', '')).toEqual(['pretty', 'json', 'github']);
    expect(offered('completion', 'z')).toEqual(['zsh']);
    expect(offered('ask', '--permission-mode', '')).toEqual([...PERMISSION_MODES]);
    expect(offered('chat', '--model', 'openai')).toEqual(['openai/', 'openai-compatible/']);
  });

  it('offers files where a file is meant, and nothing where a text is free', () => {
    expect(offered('fire', 'bas')).toEqual(['bash.ts']);
    expect(offered('fire', '--prompt', '')).toEqual([]);
    expect(offered('ask', '')).toEqual([]);
    expect(offered('ask', '--script', 'bas')).toEqual(['bash.ts']);
  });
});

describe('every completion script', () => {
  it.each([
    ['bash', scriptOf('bash')],
    ['zsh', scriptOf('zsh')],
    ['fish', scriptOf('fish')],
  ])('of %s knows every command and option, and no hidden one', (_shell, script) => {
    for (const { name, options } of COMMANDS.filter(({ hidden }) => hidden !== true)) {
      expect(script).toContain(name);
      for (const option of options) expect(script).toContain(option.name);
    }
    expect(script).not.toContain('__background');
  });

  it('of fish and zsh quotes what it says', () => {
    expect(scriptOf('fish')).toContain(String.raw`-d 'Kolega\'s state folder, which holds your own hooks for it.'`);
    expect(scriptOf('zsh')).toContain(
      String.raw`'--state-dir=[Kolega'\''s state folder, which holds your own hooks for it.]:DIR:_files -/'`,
    );
  });
});
