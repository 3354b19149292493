import { DIALECTS } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { explanationLines } from '../commands/explain/plan-lines.ts';
import { trustedProjectLines, trustResultLines } from '../commands/trust.ts';
import { explainedWith, listedWith } from '../../../../test/support/outcomes.ts';
import { listingLines } from './listing.ts';
import { plain } from './paint.ts';

const WIDE = { paint: plain, width: null };
const ID = 'kolega:project:PreToolUse[0].hooks[0]';

describe('listingLines', () => {
  it('groups hooks by dialect with their ids, says which is in shadow and why one is not armed, and counts', () => {
    const hooks = [
      listedWith({ dialect: 'kode', event: 'tool_call_pre', source: '.kode/config.yaml', name: 'k' }),
      listedWith({ matcher: 'Bash', shadow: true }),
      listedWith({ event: 'Stop', name: 'end', armed: false, why: 'the project is not trusted' }),
    ];
    expect(listingLines({ hooks, armed: 2, total: 4, diagnostics: [] }, DIALECTS, WIDE)).toEqual([
      '  EVENT          MATCHER  HANDLER  FILE                NAME   ID',
      'kolega (Kolega Code)',
      `  PreToolUse     Bash     command  .kolega/hooks.json  guard  ${ID}`,
      '    in shadow: it runs, and decides nothing',
      `  Stop           *        command  .kolega/hooks.json  end    ${ID}`,
      '    not armed: the project is not trusted',
      '',
      expect.stringMatching(/^kode \(.+\)$/),
      `  tool_call_pre  *        command  .kode/config.yaml   k      ${ID}`,
      '',
      'armed 2 of 4',
    ]);
  });

  it('shows the name that people use, where the hook has only its command', () => {
    const hooks = [listedWith({ name: './.kolega/hooks/no-rm.sh', label: 'no-rm' })];
    const lines = listingLines({ hooks, armed: 1, total: 1, diagnostics: [] }, DIALECTS, WIDE);
    expect(lines[2]).toBe(`  PreToolUse  *        command  .kolega/hooks.json  no-rm  ${ID}`);
  });

  it('drops the id, the handler and the file in a narrow terminal, and wraps reasons between words', () => {
    const why = 'the project is not trusted: run "hookline trust" to let its hooks run';
    const hooks = [listedWith({ matcher: 'Bash', name: 'no-force-push', armed: false, why })];
    const shown = (width: number) =>
      listingLines({ hooks, armed: 0, total: 1, diagnostics: [] }, DIALECTS, { paint: plain, width });
    expect(shown(80).slice(0, 3)).toEqual([
      '  EVENT       MATCHER  HANDLER  FILE                NAME',
      'kolega (Kolega Code)',
      '  PreToolUse  Bash     command  .kolega/hooks.json  no-force-push',
    ]);
    expect(shown(48)).toEqual([
      '  EVENT       MATCHER  NAME',
      'kolega (Kolega Code)',
      '  PreToolUse  Bash     no-force-push',
      '    not armed: the project is not trusted: run',
      '    "hookline trust" to let its hooks run',
      '',
      'armed 0 of 1',
    ]);
  });

  it('says that there are none', () => {
    expect(listingLines({ hooks: [], armed: 0, total: 0, diagnostics: [] }, DIALECTS, WIDE)).toEqual([
      expect.stringMatching(/^No hooks here\./),
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
    expect(explanationLines({ event: 'PreToolUse', hooks, diagnostics: [] }, WIDE)).toEqual([
      'PreToolUse: 2 of 3 hooks would run',
      '',
      'Would run, in this order:',
      '  #   SYSTEM  EVENT       MATCHER  HANDLER  FILE                NAME',
      '  1.  kolega  PreToolUse  *        command  .kolega/hooks.json  first',
      '       it matches everything',
      '  2.  kolega  PreToolUse  *        command  .kolega/hooks.json  second',
      '       it matches everything',
      '',
      'Would not run:',
      '  #  SYSTEM  EVENT       MATCHER  HANDLER  FILE                NAME',
      '  -  kolega  PreToolUse  *        command  .kolega/hooks.json  other',
      '       the matcher "Write" does not match "Bash"',
    ]);
  });
});

describe('trust', () => {
  const content = {
    path: '/p',
    digest: 'abc',
    files: [
      { path: '.kolega/hooks.json', digest: 'a'.repeat(64), note: null },
      { path: '.kolega/h.sh', digest: `${'b'.repeat(64)}+x`, note: 'a link to x' },
    ],
    hooks: [],
    refusal: null,
  };
  const result = { content, already: false, changes: null, problem: null, switchesOff: [] };

  it('shows what it covers and what has changed since', () => {
    const changes = {
      added: ['.kolega/hooks.json Stop[0].hooks[1]'],
      removed: ['old.sh'],
      changed: ['.kolega/h.sh'],
      textOnly: ['.agents/hooks/a/HOOK.md'],
    };
    const switchesOff = [
      { id: 'p:user:x', name: 'x\u001b[2J', source: '/h/hooks.json', by: 'p.json', how: 'negation' as const },
    ];
    const lines = [
      'It covers:',
      '  .kolega/hooks.json  aaaaaaaaaaaa',
      '  .kolega/h.sh        bbbbbbbbbbbb+x  changed; a link to x',
      'Changed since it was trusted last:',
      '  .kolega/hooks.json Stop[0].hooks[1]  added',
      '  old.sh                               removed',
      'It switches hooks of yours off:',
      '  x (/h/hooks.json), by negation in p.json',
      'What is trusted stays in force: an edited definition has no effect until you trust again, and a hook of which a file',
      'changed does not run; the tool calls that it guards are asked about, or refused where no one can answer.',
    ];
    const told = { ...result, changes, switchesOff };
    expect(trustResultLines(told, false, plain)).toEqual(['Trusted /p', ...lines]);
    expect(trustResultLines(told, true, plain)).toEqual(['/p has changed since it was trusted.', ...lines]);
  });

  it('says where only text differs by which nothing runs', () => {
    const changes = { added: [], removed: [], changed: [], textOnly: ['.kolega/h.sh'] };
    expect(trustResultLines({ ...result, already: true, changes }, true, plain).slice(0, 4)).toEqual([
      '/p is trusted already.',
      'It covers:',
      '  .kolega/hooks.json  aaaaaaaaaaaa',
      '  .kolega/h.sh        bbbbbbbbbbbb+x  text changed, nothing that runs; a link to x',
    ]);
  });

  it('names files that an earlier version did not pin, and says what is known of them', () => {
    const changes = { added: [], removed: [], changed: [], textOnly: [], unpinned: ['.kolega/h.sh'] };
    const lines = trustResultLines({ ...result, changes }, true, plain);
    expect(lines.slice(0, 4)).toEqual([
      '/p is trusted, by an earlier version of hookline that covered less.',
      'It covers:',
      '  .kolega/hooks.json  aaaaaaaaaaaa',
      '  .kolega/h.sh        bbbbbbbbbbbb+x  not pinned yet; a link to x',
    ]);
    expect(lines.slice(-2).join(' ')).toMatch(/a file that is written after you gave trust withholds its hook\.$/);
    expect(trustResultLines({ ...result, changes }, false, plain).at(-1)).not.toMatch(/withholds/);
  });

  it('says how things stand, and why a project cannot be trusted', () => {
    const first = (more: object): unknown => trustResultLines({ ...result, ...more }, true, plain)[0];
    expect([{}, { already: true }, { problem: 'big.sh: larger than 64 MiB' }].map(first)).toEqual([
      '/p is not trusted.',
      '/p is trusted already.',
      '/p cannot be trusted: big.sh: larger than 64 MiB',
    ]);
  });

  it('says what trust in a project without hooks means', () => {
    const empty = { ...content, files: [] };
    expect([false, true].map((showsOnly) => trustResultLines({ ...result, content: empty }, showsOnly, plain))).toEqual(
      [
        ['Trusted /p: it has no hooks of its own; guards of yours may start its formatters and tests'],
        ['/p has no hooks of its own; trust lets guards of yours start its formatters and tests.'],
      ],
    );
    expect(trustedProjectLines([], plain)).toEqual(['No project is trusted.']);
  });

  it('says that a project is trusted without the hooks that it had', () => {
    const changes = { added: [], removed: ['.kolega/hooks.json'], changed: [], textOnly: [] };
    const gone = { ...result, content: { ...content, files: [] }, changes };
    expect(trustResultLines(gone, false, plain)).toEqual([
      'Trusted /p, which has no hooks any more',
      'Changed since it was trusted last:',
      '  .kolega/hooks.json  removed',
    ]);
  });

  it('lists projects with their state', () => {
    const projects = [
      { path: '/a', digest: '0123456789abcdef', state: 'trusted' as const },
      { path: '/b\u001b[2J', digest: 'f'.repeat(64), state: 'changed' as const },
    ];
    expect(trustedProjectLines(projects, plain)).toEqual(['trusted  /a  0123456789ab', 'changed  /b  ffffffffffff']);
  });
});
