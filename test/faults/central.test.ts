import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CentralRule } from '../../packages/core/src/model/index.ts';
import { type Behave, centralRig, PASSED, says } from '../support/central-gateway.ts';
import type { Stage } from './dialect.ts';
import { FAULT_DIALECTS } from './dialects.ts';

const rig = centralRig();

const FAULTS: Readonly<
  Record<string, { readonly behave?: Behave; readonly arrange?: () => void; readonly deadlineMs?: number }>
> = {
  'nothing listens': { arrange: () => rig.join('http://127.0.0.1:9') },
  'the connection is cut': { behave: (response) => response.destroy() },
  'status 500': { behave: says({ error: 'broken' }, 500) },
  'status 502': { behave: says({ error: 'the hook failed' }, 502) },
  'status 503': { behave: says({ error: 'too many' }, 503) },
  'status 401': { behave: says({ error: 'not signed' }, 401) },
  'a redirection': { behave: (response) => response.writeHead(302, { location: `${rig.url()}/x` }).end() },
  'the deadline': { behave: () => undefined, deadlineMs: 30 },
  'no JSON': { behave: (response) => response.writeHead(200).end('<html>') },
  'no answer of a gateway': { behave: says({ answer: { decision: 'allow' } }) },
  'a hook that was killed': {
    behave: says({ answer: { ...PASSED, ending: { how: 'killed', signal: 'SIGKILL' } }, version: 7 }),
  },
  'half an answer': {
    behave: (response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"answer":', () => response.destroy());
    },
  },
  'too large an answer': { behave: says({ answer: { ...PASSED, stdout: 'x'.repeat(2 * 1024 * 1024) }, version: 7 }) },
  'no gateway was joined': { arrange: () => rmSync(rig.machineFile()) },
  'a damaged file of the machine': { arrange: () => writeFileSync(rig.machineFile(), '{"url":5}') },
  'a file of the machine that others can write': { arrange: () => chmodSync(rig.machineFile(), 0o666) },
};

const WAYS = ['dialect', 'block', 'cached'] as const;
const stages = FAULT_DIALECTS.flatMap(({ id, stages: all }) =>
  all.filter(({ waits }) => waits).map((stage) => ({ id, native: stage.native, stage })),
);

describe('a central decision without an answer', () => {
  it('is tried for every dialect of the first specification', () => {
    expect(stages.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['kode', 'polytoken', 'kolega', 'agent-hooks', 'qoder']),
    );
  });

  describe.each(stages)('$id $native', ({ id, native, stage }) => {
    it.each(WAYS)('%s', async (onUnreachable) => {
      for (const [name, { behave, arrange, deadlineMs = 20_000 }] of Object.entries(FAULTS)) {
        rig.join();
        rmSync(rig.kept(), { recursive: true, force: true });
        rig.lay(id, { onUnreachable, deadlineMs }, { event: native });
        rig.behave = behave ?? says({ answer: PASSED, version: 7 });
        arrange?.();
        const { hooks, block, decision } = await rig.fire({ hook_event_name: stage.event, ...stage.fields });
        const about = `${id} ${native} ${onUnreachable} ${name}`;
        expect(
          hooks.map(({ fault }) => fault?.code),
          about,
        ).toEqual(['unavailable']);
        expect(decision, about).not.toBe('allow');
        const isClosed = isStopped(stage, onUnreachable);
        expect([block?.effect ?? null, hooks[0]?.status], about).toEqual(
          isClosed ? [stage.effect, 'blocked'] : [null, 'failed'],
        );
      }
      expect(rig.hasRun()).toBe(false);
    });
  });
});

/** By the rows that were written by hand from the specification of each dialect. */
const isStopped = ({ effect, onFault }: Stage, onUnreachable: CentralRule['onUnreachable']): boolean =>
  effect !== null && (onUnreachable === 'block' || onFault === 'block');
