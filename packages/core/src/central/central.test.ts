import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { centralRig, PASSED, REFUSED, says, TOOL } from '../../../../test/support/central-gateway.ts';
import type { JsonObject } from '../model/index.ts';
import { MOST_FAULTS } from './breaker.ts';

const rig = centralRig();

describe('a hook that is decided centrally', () => {
  it('is decided by what the gateway says, and not run here', async () => {
    rig.lay('qoder', {});
    rig.behave = says({ answer: REFUSED, version: 7 });
    const { block, hooks } = await rig.fire();
    expect(block).toMatchObject({ reason: 'the company says no', effect: 'deny_tool' });
    expect(hooks).toMatchObject([{ status: 'blocked', notes: ['decided by the gateway with version 7'] }]);
    expect(rig.hasRun()).toBe(false);
  });

  it('is run here where the policy does not say that', async () => {
    rig.lay('qoder', null);
    expect((await rig.fire()).hooks).toMatchObject([{ status: 'passed' }]);
    expect([rig.hasRun(), rig.asked]).toEqual([true, []]);
  });

  it('tells only what its policy lets out, signed, under the id of the run', async () => {
    rig.lay('qoder', {});
    await rig.fire({
      ...TOOL,
      session_id: 's',
      cwd: '/secret',
      tool_input: { command: 'ls', big: 12345678901234567890n.toString() },
    });
    const [asked] = rig.asked;
    const { idempotency, ...question } = JSON.parse(asked?.question ?? '') as JsonObject;
    expect(question).toEqual({
      org: 'acme',
      hook: 'guard',
      event: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    });
    expect(idempotency).toMatch(/^[0-9a-z]{20,}-1$/);
    expect(asked?.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('asks again where the gateway has closed a connection that was kept', async () => {
    rig.lay('qoder', {});
    const hooks = await rig.open();
    expect((await hooks.fire(TOOL)).hooks[0]?.fault).toBeNull();
    rig.behave = (response, _question, request) => {
      rig.behave = says({ answer: REFUSED, version: 7 });
      request.socket.resetAndDestroy();
      response.destroy();
    };
    expect((await hooks.fire(TOOL)).decision).toBe('block');
    const [, first, second] = rig.asked;
    expect(second?.question).toBe(first?.question);
  });

  it('asks again where the clock of the machine is put right while the gateway answers', async () => {
    rig.lay('qoder', {});
    const hooks = await rig.open();
    const now = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3 * 86_400_000);
    onTestFinished(() => clock.mockRestore());
    rig.behave = (response) => {
      rig.behave = says({ answer: REFUSED, version: 7 });
      clock.mockRestore();
      response.writeHead(401, { date: new Date().toUTCString() }).end('{}');
    };
    expect((await hooks.fire(TOOL)).decision).toBe('block');
    expect(rig.asked).toHaveLength(2);
  });

  it('is not reached by an environment that names another state folder or lets errors pass', async () => {
    rig.lay('qoder', { onUnreachable: 'block' });
    rig.behave = says({ answer: REFUSED, version: 7 });
    rig.here.write('other/fleet/nothing', '');
    const env = {
      PATH: process.env['PATH'],
      HOOKLINE_STATE_DIR: join(rig.here.folder, 'other'),
      HOOKLINE_ON_ERROR: 'proceed',
    };
    const hooks = await rig.open(env);
    expect((await hooks.fire(TOOL)).block?.reason).toBe('the company says no');
    writeFileSync(rig.machineFile(), 'damaged');
    expect((await hooks.fire(TOOL)).decision).toBe('block');
  });

  it('does not keep a session waiting longer than its deadline', async () => {
    rig.lay('qoder', { deadlineMs: 50 });
    rig.behave = (response) => void response.writeHead(200).write('{');
    const { hooks } = await rig.fire();
    expect(hooks[0]?.fault).toEqual({
      code: 'unavailable',
      message: 'hook "guard" got no answer: the gateway gave none: no answer within 50 ms',
    });
  });
});

describe('the last answer', () => {
  const away = says({ error: 'away' }, 503);

  it('counts for the same question as long as the policy says', async () => {
    rig.lay('qoder', { onUnreachable: 'cached', cacheMs: 3_600_000 });
    rig.behave = says({ answer: REFUSED, version: 7 });
    await rig.fire();
    rig.behave = away;
    const { block, hooks } = await rig.fire();
    expect(block?.reason).toBe('the company says no');
    expect(hooks[0]?.notes[0]).toMatch(
      /^decided by the answer of \d+ s ago, because there is none now: .*status 503: away/,
    );
    expect((await rig.fire({ ...TOOL, tool_input: { command: 'pwd' } })).hooks[0]?.fault?.code).toBe('unavailable');
    // What is not part of the question does not matter.
    expect((await rig.fire({ ...TOOL, session_id: 'x' })).decision).toBe('block');
  });

  it('does not count when it is too old', async () => {
    rig.lay('qoder', { onUnreachable: 'cached', cacheMs: 1 });
    rig.behave = says({ answer: REFUSED, version: 7 });
    await rig.fire();
    rig.behave = away;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await rig.fire()).hooks[0]?.fault?.code).toBe('unavailable');
  });

  it('does not count when this machine did not write it', async () => {
    rig.lay('qoder', { onUnreachable: 'cached' });
    rig.behave = says({ answer: REFUSED, version: 7 });
    await rig.fire();
    rig.behave = away;
    const folder = join(rig.kept(), 'answers');
    const [name = ''] = readdirSync(folder);
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace('"code":2', '"code":0'));
    expect((await rig.fire()).hooks[0]?.fault?.code).toBe('unavailable');
    writeFileSync(join(folder, name), text);
    expect((await rig.fire()).decision).toBe('block');
  });

  it('is not kept where the policy does not want it', async () => {
    rig.lay('qoder', {});
    await rig.fire();
    expect(() => readdirSync(rig.kept())).toThrow('ENOENT');
  });
});

describe('a gateway that does not answer', () => {
  it('is not asked for a while after some faults, by no process of the machine, and each is a fault', async () => {
    rig.lay('qoder', {});
    rig.behave = says({ error: 'broken' }, 500);
    for (let n = 0; n < MOST_FAULTS + 3; n += 1) {
      const { hooks } = await rig.fire();
      expect(hooks[0]?.fault?.message).toMatch(
        n < MOST_FAULTS ? /status 500: broken/ : /was not asked: .* asked again in \d+ s/,
      );
    }
    expect(rig.asked).toHaveLength(MOST_FAULTS);
  });

  it('is asked again after that, and one answer is enough', async () => {
    rig.lay('qoder', {});
    const file = join(rig.kept(), 'acme.guard.json');
    rig.here.write(file.slice(rig.here.folder.length + 1), { faults: MOST_FAULTS, until: Date.now() - 1 });
    rig.behave = says({ error: 'broken' }, 500);
    await rig.fire();
    expect(rig.asked).toHaveLength(1);
    await rig.fire();
    expect(rig.asked).toHaveLength(1);
    writeFileSync(file, JSON.stringify({ faults: MOST_FAULTS, until: Date.now() - 1 }));
    rig.behave = says({ answer: PASSED, version: 7 });
    expect((await rig.fire()).hooks[0]?.fault).toBeNull();
    rig.behave = says({ error: 'broken' }, 500);
    for (let n = 0; n < MOST_FAULTS; n += 1) await rig.fire();
    expect(rig.asked).toHaveLength(2 + MOST_FAULTS);
  });

  it('is asked by a machine whose clock was put back', async () => {
    rig.lay('qoder', {});
    rig.here.write('account/.local/state/hookline/fleet/central/acme.guard.json', {
      faults: 5,
      until: Date.now() + 86_400_000,
    });
    expect((await rig.fire()).hooks[0]?.fault).toBeNull();
  });
});
