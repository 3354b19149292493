import { DIALECTS } from '@hookline/core';
import { describe, expect, it } from 'vitest';
import { explanationLines } from './explanation.ts';
import { explainedWith, listedWith } from './fixtures.ts';
import { listingLines } from './listing.ts';
import { plain } from './paint.ts';
import { trustedProjectLines, trustResultLines } from './trust.ts';

describe('listingLines', () => {
  it('groups hooks by dialect, says why one is not armed, and counts', () => {
    const hooks = [
      listedWith({ dialect: 'kode', event: 'tool_call_pre', source: '.kode/config.yaml', name: 'k' }),
      listedWith({ matcher: 'Bash' }),
      listedWith({ event: 'Stop', name: 'end', armed: false, why: 'the project is not trusted' }),
    ];
    expect(listingLines({ hooks, armed: 2, total: 4, diagnostics: [] }, DIALECTS, plain)).toEqual([
      'kolega (Kolega Code)',
      '  PreToolUse     Bash  command  .kolega/hooks.json  guard',
      '  Stop           *     command  .kolega/hooks.json  end',
      '    not armed: the project is not trusted',
      '',
      expect.stringMatching(/^kode \(.+\)$/),
      '  tool_call_pre  *     command  .kode/config.yaml   k',
      '',
      'armed 2 of 4',
    ]);
  });

  it('says that there are none', () => {
    expect(listingLines({ hooks: [], armed: 0, total: 0, diagnostics: [] }, DIALECTS, plain)).toEqual([
      'No hooks here.',
    ]);
  });
});

describe('explanationLines', () => {
  it('numbers the hooks that would run in their order, then says why the others would not', () => {
    const hooks = [
      explainedWith({ name: 'second', order: 2 }),
      explainedWith({ name: 'other', runs: false, order: null, why: 'the matcher "Write" does not match "Bash"' }),
      explainedWith({ name: 'first', order: 1 }),
    ];
    expect(explanationLines({ event: 'PreToolUse', hooks, diagnostics: [] }, plain)).toEqual([
      'PreToolUse: 2 of 3 hooks would run',
      '',
      'Would run, in this order:',
      '   1.  kolega  PreToolUse  *  command  .kolega/hooks.json  first',
      '       it matches everything',
      '   2.  kolega  PreToolUse  *  command  .kolega/hooks.json  second',
      '       it matches everything',
      '',
      'Would not run:',
      '  -  kolega  PreToolUse  *  command  .kolega/hooks.json  other',
      '       the matcher "Write" does not match "Bash"',
    ]);
  });
});

describe('trust', () => {
  const content = {
    path: '/p',
    digest: 'abc',
    files: [
      { path: '.kolega/hooks.json', digest: '1' },
      { path: '.kolega/h.sh', digest: '2' },
    ],
  };

  it('shows what it covers and what has changed since', () => {
    const changes = { added: [], removed: ['old.sh'], changed: ['.kolega/h.sh'] };
    expect(trustResultLines({ content, already: false, changes, problem: null }, plain)).toEqual([
      'Trusted /p',
      'It covers:',
      '  .kolega/hooks.json',
      '  .kolega/h.sh        changed',
      '  old.sh  removed',
      'A change to any of these needs trust again.',
    ]);
  });

  it('says when there is nothing to trust', () => {
    const empty = { ...content, files: [] };
    expect(trustResultLines({ content: empty, already: false, changes: null, problem: null }, plain)).toEqual([
      'Nothing to trust: /p has no hooks of its own.',
    ]);
    expect(trustedProjectLines([], plain)).toEqual(['No project is trusted.']);
  });

  it('lists projects with their state', () => {
    const projects = [
      { path: '/a', digest: '0123456789abcdef', state: 'trusted' as const },
      { path: '/b\u001b[2J', digest: 'f'.repeat(64), state: 'changed' as const },
    ];
    expect(trustedProjectLines(projects, plain)).toEqual(['trusted  /a  0123456789ab', 'changed  /b  ffffffffffff']);
  });
});
