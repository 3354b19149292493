import { describe, expect, it } from 'vitest';
import { outcomeWith, runWith } from '../../../../test/support/outcomes.ts';
import { outcomeLines, printedLines } from './outcome.ts';
import { coloured, plain } from './paint.ts';

const shown = (part: Parameters<typeof outcomeWith>[0]): string => outcomeLines(outcomeWith(part), plain).join('\n');

describe('outcomeLines', () => {
  it('says that nothing was decided', () => {
    expect(shown({})).toBe('PreToolUse: nothing decided');
  });

  it('says what was decided, by whom, and what each hook did', () => {
    const hook = 'kolega:project:PreToolUse[0].hooks[0]';
    expect(
      shown({
        decision: 'block',
        block: { effect: 'deny_tool', reason: 'no', hook },
        updatedInput: { command: 'ls' },
        additionalContext: ['line one\nline two'],
        messages: [{ level: 'warning', text: 'careful', code: 'KODE-HOOK-002', hook }],
        extra: { retry: true },
        hooks: [
          runWith({ status: 'blocked', exitCode: 2 }),
          runWith({ status: 'failed', name: 'lint', durationMs: 120, fault: { code: 'exit', message: 'exit 1' } }),
          runWith({ status: 'skipped', name: 'late', why: 'something blocked before it' }),
        ],
      }),
    ).toBe(
      [
        'PreToolUse: block (deny_tool) by kolega:project:PreToolUse[0].hooks[0]',
        '  input    {"command":"ls"}',
        '  context  line one',
        '           line two',
        '  warning  careful (KODE-HOOK-002)',
        '  extra    retry: true',
        '  blocked  4.1 ms  kolega  command  .kolega/hooks.json  guard',
        '  failed   120 ms  kolega  command  .kolega/hooks.json  lint',
        '      exit: exit 1',
        '  skipped  -       kolega  command  .kolega/hooks.json  late',
        '      something blocked before it',
      ].join('\n'),
    );
  });

  it('says a code and a fault once, where a message of the system holds both', () => {
    const hook = 'kode:project:tool_call_pre[0]';
    const message = 'hook "guard" could not be started: guard.sh does not exist';
    const text = `KODE-HOOK-004: ${message}. Correct exec in the configuration, or install the program.`;
    expect(
      shown({
        decision: 'block',
        block: { effect: 'deny_tool', reason: message, hook },
        messages: [{ level: 'error', text, code: 'KODE-HOOK-004', hook }],
        hooks: [runWith({ status: 'blocked', fault: { code: 'not_started', message } })],
      }),
    ).toBe(
      [
        `PreToolUse: block (deny_tool) by ${hook}`,
        `  error    ${text}`,
        '  blocked  4.1 ms  kolega  command  .kolega/hooks.json  guard',
        '      not_started',
      ].join('\n'),
    );
  });

  it('gives the reason of an ask or an allow', () => {
    expect(shown({ decision: 'ask', reason: 'sure?' })).toBe('PreToolUse: ask: sure?');
    expect(shown({ decision: 'allow' })).toBe('PreToolUse: allow');
  });

  it('never shows what a hook printed', () => {
    expect(shown({ hooks: [runWith({ stdout: 'NOISE', stderr: 'NOISE' })] })).not.toContain('NOISE');
    expect(printedLines([runWith({ stdout: 'NOISE' })])).toEqual([
      'kolega:project:PreToolUse[0].hooks[0] stdout: NOISE',
    ]);
  });

  it('lets no text of a hook reach the terminal raw or forge a line', () => {
    const evil = '\u001b[2Jx\nPreToolUse: allow';
    const text = shown({ hooks: [runWith({ name: evil })], additionalContext: [evil], updatedPrompt: evil });
    expect(text).not.toContain('\u001b');
    expect(text.split('\n').filter((line) => line.startsWith('PreToolUse'))).toHaveLength(1);
  });

  it('cuts long texts and says how much is missing', () => {
    expect(shown({ updatedPrompt: 'x'.repeat(500) })).toContain('... (100 more characters; --json shows all)');
  });

  it('colours only where it is told to', () => {
    expect(outcomeLines(outcomeWith({ decision: 'allow' }), coloured)).toEqual([
      '\u001b[1mPreToolUse\u001b[22m: \u001b[32mallow\u001b[39m',
    ]);
  });
});
