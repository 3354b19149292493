import { AGENTS, type AgentTable, type JsonObject } from '@hookline/core/internal';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { carryOutConnect, carryOutDisconnect } from './carry-out.ts';
import { formatOf } from './entry-format.ts';
import { type AgentPlace, planConnect, planDisconnect, registrationFile, usualEvents } from './plan-connection.ts';
import { isProof, tries } from '../../../../test/support/tier.ts';

const wholes: readonly AgentTable[] = AGENTS.filter(({ registration }) => registration.format === 'whole-file');

function makePlace(): AgentPlace & { readonly root: string } {
  const root = mkdtempSync(join(tmpdir(), 'hookline-whole-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = join(root, 'home');
  mkdirSync(join(root, 'project'), { recursive: true });
  mkdirSync(home);
  return { root, home, project: join(root, 'project'), env: { HOME: home } };
}

const programs = { command: ['/usr/bin/node', '/opt/hookline.js'], client: null, http: null };

function planned(agent: AgentTable, file: string, place: AgentPlace, events = usualEvents(agent)) {
  return planConnect(
    { agent, scope: 'user', via: 'command', fail: 'closed', mayAllow: false, events, programs },
    file,
    place,
  );
}

/** What a folder holds, by path. */
function filesIn(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names.map((each) => {
      const path = join(each.parentPath, each.name);
      return [path, each.isFile() ? readFileSync(path, 'latin1') : ''];
    }),
  );
}

describe.each(wholes.map((agent) => [agent.id, agent] as const))('the file of %s', (_id, agent) => {
  it('is taken away again, and all around it stays as it was', { timeout: 600_000 }, async () => {
    const place = makePlace();
    const file = registrationFile(agent, 'user', place) ?? '';
    for (let seed = 0; seed < (isProof ? 1000 : 40); seed += 1) {
      // The folders that are there, a file of the user beside ours, and what ours finds in its place.
      const depth = seed % 4;
      const folder = [dirname(file), dirname(dirname(file)), dirname(dirname(dirname(file))), place.home][depth] ?? '';
      mkdirSync(folder, { recursive: true });
      if (seed % 3 === 0) writeFileSync(join(folder, `other-${seed % 7}.js`), `// ${'x'.repeat(seed % 50)}\r\n`);
      if (depth === 0 && seed % 5 === 0) writeFileSync(file, ['', '\n', ' \r\n', '\uFEFF'][seed % 4] ?? '');
      const before = filesIn(place.home);
      const plan = await planned(agent, file, place);
      if (!plan.ok) throw new Error(JSON.stringify(plan.problems));
      carryOutConnect(plan, place);
      if (seed % 10 === 0) expect(await planned(agent, file, place)).toMatchObject({ ok: true, change: null });
      const back = await planDisconnect(agent, 'user', file, place);
      if (!back.ok) throw new Error(JSON.stringify(back.problems));
      carryOutDisconnect(back, { agent: agent.id, scope: 'user' }, place);
      rmSync(join(place.home, '.local'), { recursive: true, force: true });
      expect(filesIn(place.home), `seed ${seed}`).toEqual(before);
      for (const name of readdirSync(place.home)) rmSync(join(place.home, name), { recursive: true });
    }
  });

  it('gives every list of entries back, in any text around it', async () => {
    const format = formatOf(agent);
    for (let seed = 0; seed < tries(1000); seed += 1) {
      const entries = Array.from({ length: seed % 12 }, (_, index) => ({
        event: `event.${index}`,
        handler: { command: `/opt/${'"\\\n];{}, '.repeat(seed % 5)}`, args: ['hook', String(seed)], timeout: seed },
      }));
      const { text } = await format.withEntries('', entries);
      const parsed = await format.parse(seed % 2 === 0 ? text : text.replaceAll('reject', 'refuse'));
      const found = parsed.ok ? format.entriesIn(parsed.document.value as JsonObject) : [];
      expect(
        found.map(({ event, handler }) => ({ event, handler })),
        text,
      ).toEqual(entries);
    }
  });

  it('of a user under the same name is left alone, and named', async () => {
    const place = makePlace();
    const file = registrationFile(agent, 'user', place) ?? '';
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'export const Mine = async () => ({});\n');
    expect(await planned(agent, file, place)).toMatchObject({
      ok: false,
      problems: [{ file, message: expect.stringContaining('hookline has not written it') as string }],
    });
    expect(existsSync(file)).toBe(true);
  });

  it('holds nothing but entries', async () => {
    const format = formatOf(agent);
    const { text } = await format.withEntries('', [{ event: 'one', handler: { command: 'a', args: ['b'] } }]);
    expect(await format.withoutEntries(text, () => true, { root: true, hooks: true, lists: [] })).toEqual({
      text: '',
      removed: 1,
      isEmpty: true,
    });
  });
});
