import { prepareBashParser } from '@hookline/core/internal';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { actsOf } from '../shell/interpret.ts';
import { shown } from '../shell/marks.ts';
import { LINES_THAT_CARRY } from '../testing/carried-lines.ts';
import { LINES_OF_RULES } from '../testing/command-lines.ts';
import { LINES_OF_DESKTOPS } from '../testing/desktop-lines.ts';
import { LINES_OF_DISGUISES, LINES_OF_NO_DISGUISE } from '../testing/disguise-lines.ts';
import { LINES_OF_ELSEWHERE, LINES_OF_ELSEWHERE_THAT_PASS } from '../testing/elsewhere-lines.ts';
import { EVERYDAY_LINES } from '../testing/everyday-lines.ts';
import { LINES_OF_FILES, LINES_OF_FILES_THAT_PASS } from '../testing/file-lines.ts';
import { LINES_OF_LATER, LINES_OF_LATER_THAT_PASS } from '../testing/later-lines.ts';
import { LINES_THAT_HIDE, LINES_THAT_HIDE_NOTHING } from '../testing/hidden-lines.ts';
import { LINES_THAT_CARRY_NOTHING } from '../testing/nearby-lines.ts';
import { LINES_OF_PACKS } from '../testing/pack-lines.ts';
import { LINES_OF_SYSTEMS } from '../testing/system-lines.ts';
import { LINES_THAT_PASS } from '../testing/passing-lines.ts';
import { LINES_OF_VALUES, LINES_OF_VALUES_THAT_PASS } from '../testing/value-lines.ts';
import { readCall } from './call.ts';
import { fits, judgeCommand } from './judge.ts';
import { isPack, PACKS } from './packs.ts';
import type { CommandRule } from './rule.ts';
import { COMMAND_RULES } from './rules.ts';

beforeAll(prepareBashParser);

const PLACE = { home: '/home/me', project: '/home/me/work/app', cwd: '/home/me/work/app' };
const judge = (line: string, packs: readonly string[] = []) =>
  judgeCommand(line, { ...PLACE, unparsable: 'ask', allowed: [], packs: packs.filter(isPack) });

const corpus = (): readonly string[] =>
  (
    parse(readFileSync(new URL('../../../../test/guards/corpus/commands.yaml', import.meta.url), 'utf8')) as readonly {
      readonly command: string;
    }[]
  ).map(({ command }) => command);

const STOPPED = [
  ...LINES_OF_RULES,
  ...LINES_OF_SYSTEMS,
  ...LINES_OF_DESKTOPS,
  ...LINES_OF_FILES,
  ...LINES_OF_LATER,
  ...LINES_OF_DISGUISES,
  ...LINES_THAT_HIDE,
  ...LINES_THAT_CARRY,
  ...LINES_OF_VALUES,
  ...LINES_OF_ELSEWHERE,
];
const PASSED = [
  ...LINES_THAT_PASS,
  ...EVERYDAY_LINES,
  ...LINES_THAT_HIDE_NOTHING,
  ...LINES_OF_FILES_THAT_PASS,
  ...LINES_OF_LATER_THAT_PASS,
  ...LINES_OF_NO_DISGUISE,
  ...LINES_THAT_CARRY_NOTHING,
  ...LINES_OF_VALUES_THAT_PASS,
  ...LINES_OF_ELSEWHERE_THAT_PASS,
];

/** The rules that no line is about, by what they look for. */
function unused(rules: readonly CommandRule[], lines: readonly string[]): readonly string[] {
  const calls = lines.flatMap((line) =>
    actsOf(line, PLACE).flatMap((act) => (act.act === 'run' ? [readCall(act.invocation, PLACE)] : [])),
  );
  return rules
    .filter((rule) => !calls.some((call) => fits(rule, call)))
    .map(({ id, why, programs, text }) => shown(`${id}: ${why} (${programs.join(' ')}) ${text?.source ?? ''}`));
}

describe('every rule about commands', () => {
  it('is shown by a line that it stops', () => {
    expect(unused(COMMAND_RULES, [...corpus(), ...STOPPED.map(([line]) => line)])).toEqual([]);
  });

  it.each(STOPPED)('%s: %s (%s)', (line, does, rule) => {
    expect(judge(line)).toContainEqual(expect.objectContaining({ does, rule }));
  });

  it.each(PASSED)('lets pass, with every pack: %s', (line) => {
    expect(judge(line, Object.keys(PACKS))).toEqual([]);
  });

  it('asks about text that is longer than what it reads', () => {
    const long = `${'SELECT 1; '.repeat(3000)} DROP DATABASE x`;
    expect(judge(`psql -c "${long}"`)).toContainEqual(expect.objectContaining({ does: 'ask', rule: 'unparsable' }));
    expect(judge(`psql <<< "${long}"`)).toContainEqual(expect.objectContaining({ does: 'ask', rule: 'unparsable' }));
    expect(judge(`git commit -m "${long}"`)).toEqual([]);
  });

  it('takes no longer for each of many folders than for one', () => {
    const start = performance.now();
    judge(`find ${'a '.repeat(9000)}`);
    for (const program of ['unshare', 'chroot', 'exec -a', 'script', 'systemctl link'])
      judge(`${program} ${'--a '.repeat(5000)} -`);
    for (const word of ['print ', '; '.padEnd(40), '(x '])
      judge(`awk '${word.repeat(1000)}' && sed '${word.repeat(1000)}'`, Object.keys(PACKS));
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it.each([
    ['rm -rf ~/Documents', 'remove-personal'],
    ['rm -rf ../other', 'remove-outside'],
    ['cd .. && rm -rf build', 'remove-outside'],
    ['rm -rf /tmp/x ../other/node_modules dist', undefined],
  ])('knows its neighbours where project and home lie among temporary files: %s', (line, rule) => {
    const [project, home] = ['/tmp/place/app', '/tmp/place/home'];
    const [worst] = judgeCommand(line, { project, home, cwd: project, unparsable: 'ask', allowed: [] });
    expect(worst?.rule).toBe(rule);
  });

  it.each(Object.keys(PACKS))('of the pack %s is shown by a line that it stops', (name) => {
    const lines = LINES_OF_PACKS.filter(([pack]) => pack === name).map(([, line]) => line);
    expect(unused(isPack(name) ? PACKS[name] : [], lines)).toEqual([]);
  });

  it.each(LINES_OF_PACKS)('of the pack %s asks about %s, which counts only with the pack', (pack, line) => {
    const ids: readonly string[] = (isPack(pack) ? PACKS[pack] : []).map(({ id }) => id);
    expect(
      judge(line, [pack]).some(({ rule }) => ids.includes(rule)),
      line,
    ).toBe(true);
    expect(judge(line).some(({ rule }) => ids.includes(rule))).toBe(false);
  });
});
