import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hooksProject } from '../../../../test/support/hooks-project.ts';
import type { AnyEvent } from '../internal.ts';
import { readTimeline } from '../record/read-timeline.ts';
import { recordFiles } from '../record/record-files.ts';
import type { SpoolLimits } from '../record/shipped-mark.ts';
import { writeShippedMark } from '../record/shipped-mark.ts';
import { openRecord } from '../record/writer.ts';
import { noteEntry } from '../record/entry.ts';

const here = hooksProject({ trust: 'all' });
const { open, write } = here;

const tool: AnyEvent = {
  hook_event_name: 'PreToolUse',
  session_id: 's-1',
  cwd: '/',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

const state = (): string => join(here.folder, 'state');

/** A record whose current file is full, with one more beside it that was never shipped. */
function fillSpool(spool: SpoolLimits): void {
  const folder = join(state(), 'record');
  const small = openRecord(folder, { maxBytes: 1 });
  for (let count = 0; count < 12; count += 1) small.append(noteEntry(new Date(), 'before'));
  small.close();
  const large = openRecord(folder, { maxBytes: Number.POSITIVE_INFINITY });
  const line = noteEntry(new Date(), 'x'.repeat(8_000));
  for (let bytes = 0; bytes < 8 * 1024 * 1024; bytes += 80_000) large.append(...Array.from({ length: 10 }, () => line));
  large.close();
  writeShippedMark(state(), { spool, files: [] });
}

const fine = { type: 'command', command: 'exit 0' };
const inQoder = (): void =>
  write('project/.qoder/settings.json', { hooks: { PreToolUse: [{ hooks: [fine] }], Stop: [{ hooks: [fine] }] } });

describe('where the fleet wants every decision recorded and the spool is full', () => {
  test('hooks with power refuse, with the fault unavailable, and none is run', async () => {
    inQoder();
    fillSpool({ maxBytes: 100, whenFull: 'strict' });
    const outcome = await (await open()).fire(tool);
    expect(outcome.block).toMatchObject({ effect: 'deny_tool', reason: expect.stringContaining('wait to be shipped') });
    expect(outcome.hooks).toMatchObject([{ status: 'blocked', fault: { code: 'unavailable' }, durationMs: 0 }]);
  });

  test('functions of the host refuse as well', async () => {
    fillSpool({ maxBytes: 100, whenFull: 'strict' });
    const hooks = await open();
    let isCalled = false;
    hooks.on({ event: 'PreToolUse' }, () => {
      isCalled = true;
      return {};
    });
    const outcome = await hooks.fire(tool);
    expect([outcome.decision, outcome.hooks[0]?.fault?.code, isCalled]).toEqual(['block', 'unavailable', false]);
  });

  test('they decide again as soon as something was shipped', async () => {
    inQoder();
    const spool = { maxBytes: 100, whenFull: 'strict' } as const;
    fillSpool(spool);
    const hooks = await open();
    expect((await hooks.fire(tool)).decision).toBe('block');
    const files = recordFiles(join(state(), 'record')).map((file) => ({ ...file, offset: file.size }));
    writeShippedMark(state(), { spool, files });
    await hooks.fire(tool); // the first that can be written shows that there is room
    expect((await hooks.fire(tool)).decision).toBe('none');
  });

  test('with oldest they decide as ever, and the record goes on', async () => {
    inQoder();
    fillSpool({ maxBytes: 100, whenFull: 'oldest' });
    const outcome = await (await open()).fire(tool);
    expect([outcome.decision, outcome.hooks[0]?.status]).toEqual(['none', 'passed']);
    expect(readTimeline(join(state(), 'record'), { limit: 1 })[0]?.status).toBe('done');
  });
});
