import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hooksProject } from '../../../../test/support/hooks-project.ts';
import type { AnyEvent, HooksOptions, Outcome } from '../internal.ts';
import { readTimeline } from '../record/read-timeline.ts';

const here = hooksProject({ trust: 'all' });
const { open, write } = here;

const DECLARATION = '{"async":true}';
const REFUSAL = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no way' },
});
/** Waits for a file that the test writes when the answer is there. */
const UNTIL_ASKED = 'while [ ! -e go ]; do sleep 0.02; done';
const CONTEXT = JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'late news' } });

const guard = (command: string, more: object = {}): void =>
  write('home/.claude/settings.json', { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command, ...more }] }] } });
const tool = (): AnyEvent => ({
  hook_event_name: 'PreToolUse',
  session_id: 's-1',
  cwd: here.project,
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
});
const inProject = (name: string): string => join(here.project, name);
const go = (): void => writeFileSync(inProject('go'), '');

/** What the hook of the user has done to the event, in a host of its own. */
async function decided(command: string, more: object = {}, options: HooksOptions = {}): Promise<Outcome> {
  guard(command, more);
  return (await open(options)).fire(tool());
}

describe('a hook that declares itself a background one while it runs', { timeout: 60_000 }, () => {
  const declares = (line: string, after: string): string =>
    `cat > /dev/null; printf '%s' '${line}'; ${UNTIL_ASKED}; ${after}; touch ended`;

  test.each([
    ['a whole line', `${DECLARATION}\n`],
    ['a line that has not ended', DECLARATION],
    ['a line between blanks', ` ${DECLARATION} \n`],
    ['a line of Windows', `${DECLARATION}\r\n`],
    ['a line with more in it', '{"async":true,"asyncTimeout":500,"x":1}\n'],
  ])('by %s is not waited for, and what it says later goes to the host', async (_title, line) => {
    const contexts: string[] = [];
    guard(declares(line, `printf '\\n%s\\n' '${CONTEXT}'`));
    const hooks = await open({ onContext: ({ text }) => contexts.push(text) });
    const outcome = await hooks.fire(tool());
    expect([outcome.decision, outcome.hooks.map(({ status }) => status)]).toEqual(['none', ['background']]);
    expect([existsSync(inProject('ended')), contexts]).toEqual([false, []]);
    go();
    await hooks.close();
    expect([existsSync(inProject('ended')), contexts]).toEqual([true, ['late news']]);
    const [decision] = readTimeline(join(here.folder, 'state/record'));
    expect(decision?.background).toMatchObject([{ status: 'background', exitCode: 0, fault: null }]);
  });

  test('in two writes is not waited for either, also beside others and time after time', async () => {
    guard(
      declares('{"asy', `printf 'nc":true}\\n'`).replace(
        UNTIL_ASKED,
        `sleep 0.2; printf 'nc":true}\\n'; ${UNTIL_ASKED}`,
      ),
    );
    const hooks = await open({ warm: true });
    for (let count = 0; count < 4; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the later ones are started by a helper that waits
      expect((await hooks.fire(tool())).hooks).toMatchObject([{ status: 'background' }]);
      // oxlint-disable-next-line no-await-in-loop
      await wait(60);
    }
    go();
    await hooks.close();
    expect(readTimeline(join(here.folder, 'state/record')).flatMap(({ background }) => background)).toHaveLength(4);
  });

  test.each([
    ['later', declares(`${DECLARATION}\n`, `printf '%s\\n' '${REFUSAL}'; exit 2`)],
    ['beside it', declares(`${JSON.stringify({ async: true, ...(JSON.parse(REFUSAL) as object) })}\n`, 'exit 2')],
  ])('refuses in vain %s', async (_title, command) => {
    expect(await decided(command)).toMatchObject({ decision: 'none', block: null });
    go();
  });

  test('is told that it refused in vain, where it did so in the same line', async () => {
    const line = JSON.stringify({ async: true, ...(JSON.parse(REFUSAL) as object) });
    const warned = [{ level: 'warning', text: expect.stringContaining('a background hook cannot stop') as string }];
    expect((await decided(declares(`${line}\n`, 'true'))).messages).toMatchObject(warned);
    go();
    expect((await decided(`printf '%s\\n' '${line}'`)).messages).toMatchObject(warned);
  });

  test('ends with the host', async () => {
    guard(`echo $$ > pid; printf '%s\\n' '${DECLARATION}'; exec sleep 60`);
    const hooks = await open();
    await hooks.fire(tool());
    await hooks.close();
    expect(() => process.kill(Number(readFileSync(inProject('pid'), 'utf8')), 0)).toThrow('ESRCH');
  });

  test('keeps no place from those that are waited for', async () => {
    guard(declares(`${DECLARATION}\n`, 'true'));
    const hooks = await open();
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => hooks.fire(tool())));
    expect(outcomes.every(({ hooks: [run] }) => run?.status === 'background')).toBe(true);
    go();
  });
});

describe('a hook that is waited for, whatever its first line says', { timeout: 60_000 }, () => {
  const says = (text: string): string => `cat > /dev/null; printf '%s' '${text}'; sleep 0.1; echo no >&2; exit 2`;

  test.each([
    ['nothing', ''],
    ['that it is none', '{"async":false}\n'],
    ['so in a text', '{"async":"true"}\n'],
    ['so in a list', '[{"async":true}]\n'],
    ['both', '{"async":false,"async":true}\n'],
    ['so after a blank line', `\n${DECLARATION}\n`],
    ['so after a line of a log', `checking\n${DECLARATION}\n`],
    ['so after a refusal', `${REFUSAL}\n${DECLARATION}\n`],
    ['so, with a refusal behind it', `${DECLARATION}${REFUSAL}\n`],
    ['so in several lines', '{\n "async": true\n}\n'],
  ])('refuses by its exit code where it says %s', async (_title, text) => {
    expect(await decided(says(text))).toMatchObject({ decision: 'block', block: { effect: 'deny_tool' } });
  });

  test.each([
    ['exits with 2', 'exit 2'],
    ['fails', 'exit 1'],
    ['is killed', 'kill -9 $$'],
  ])('refuses where its failures refuse and it %s', async (_title, end) => {
    const outcome = await decided(`printf '%s\\n' '${DECLARATION}'; sleep 0.1; ${end}`, { onFailure: 'block' });
    expect(outcome).toMatchObject({ decision: 'block', block: { effect: 'deny_tool' } });
  });
});
