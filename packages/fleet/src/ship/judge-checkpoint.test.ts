import { generateKeyPairSync, type JsonWebKey, createPrivateKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  checkpointDigest,
  type DailyCheckpoint,
  leafText,
  MOST_CHECKPOINTS,
  type StreamCheckpointAnswer,
} from '../protocol/daily-checkpoint.ts';
import { hashTree } from '../protocol/hash-tree.ts';
import { judgeCheckpoint, type KnownCheckpoint, type OwnSide } from './judge-checkpoint.ts';

const newKey = (): JsonWebKey => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const [KEY, STRANGER] = [newKey(), newKey()];
const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-19T12:00:00Z');

function jwsOf(said: object, key = KEY): string {
  const text = [{ alg: 'EdDSA' }, said]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign(null, Buffer.from(text), createPrivateKey({ key, format: 'jwk' })).toString('base64url')}`;
}

/** A gateway that signs checkpoints in which a stream has so many lines. */
function gatewayWith(
  ends: readonly number[],
  change: Partial<DailyCheckpoint> = {},
  headOf = (lines: number) => `h${lines}`,
) {
  const checkpoints: string[] = [];
  const trees = ends.map((lines) =>
    hashTree(['other 1 5 x', leafText('m', 1, { lines, head: headOf(lines) }), 'z 1 9 y']),
  );
  for (const [n, tree] of trees.entries()) {
    const before = checkpoints.at(-1);
    const said: DailyCheckpoint = {
      v: 1,
      kind: 'daily checkpoint',
      org: 'acme',
      number: n + 1,
      day: `day ${n + 1}`,
      at: NOW,
      streams: tree.count,
      root: tree.root,
      audit: null,
      previous: before === undefined ? null : checkpointDigest(before),
      ...change,
    };
    checkpoints.push(jwsOf(said));
  }
  const answer = (after: number | null, newest = ends.length): StreamCheckpointAnswer => {
    const lines = ends[newest - 1] ?? 0;
    const end = {
      lines,
      head: headOf(lines),
      index: 1,
      count: 3,
      path: trees[newest - 1]?.pathOf(1) ?? [],
      jws: checkpoints[newest - 1] ?? '',
    };
    return { key: KEY.x ?? '', newest, checkpoints: checkpoints.slice(after ?? newest - 1, newest), end };
  };
  return { answer, checkpoints };
}

const own = (lines: number, known: KnownCheckpoint | null = null): OwnSide => ({
  sinceLookMs: 3_600_000,
  machine: 'm',
  org: 'acme',
  stream: '7',
  epoch: 1,
  confirmed: { lines, head: `h${lines}` },
  receipts: [10, 20, 30, 40].flatMap((each) =>
    each > lines ? [] : [{ stream: '7', from: each - 10, lines: each, head: `h${each}` }],
  ),
  known,
});

/** What is known after the first checkpoint, with 10 lines under it and so many confirmed. */
function after(lines: number, gateway = gatewayWith([10, 20])): KnownCheckpoint {
  const { problem, known } = judgeCheckpoint(own(lines), gateway.answer(null, 1), NOW);
  if (known === null || problem !== null) throw new Error(problem ?? 'nothing is known');
  return known;
}

describe('what a machine thinks of a checkpoint', () => {
  it('is nothing where its stream is under it as it was confirmed', () => {
    const gateway = gatewayWith([10, 20]);
    const { problem, known } = judgeCheckpoint(own(30, after(20, gateway)), gateway.answer(1), NOW);
    expect([problem, known?.number, known?.lines, known?.shown]).toEqual([null, 2, 30, { lines: 20, head: 'h20' }]);
    // Nothing new, and nothing yet.
    expect(judgeCheckpoint(own(40, known), gateway.answer(2), NOW).problem).toBeNull();
    const none = { key: KEY.x ?? '', newest: null, checkpoints: [], end: null };
    expect(judgeCheckpoint(own(40), none, NOW)).toEqual({ problem: null, known: null });
  });

  const changed = (change: Partial<StreamCheckpointAnswer>) => (answer: StreamCheckpointAnswer) => ({
    ...answer,
    ...change,
  });
  const withEnd = (change: object) => (answer: StreamCheckpointAnswer) =>
    ({ ...answer, end: { ...answer.end, ...change } }) as StreamCheckpointAnswer;

  it.each<[string, (answer: StreamCheckpointAnswer) => StreamCheckpointAnswer, RegExp]>([
    ['another key', changed({ key: STRANGER.x ?? '', checkpoints: [], end: null }), /another key than before/],
    ['no signature of its key', changed({ checkpoints: [jwsOf({}, STRANGER)] }), /not signed by its key/],
    ['a statement that is no checkpoint', changed({ checkpoints: [jwsOf({ v: 1, what: 'lines' })] }), /not signed/],
    [
      'an older one as the newest',
      changed({ newest: 0, checkpoints: [], end: null }),
      /newest checkpoint is 0, and was 1/,
    ],
    ['none any more', changed({ newest: null, checkpoints: [], end: null }), /newest checkpoint is none, and was 1/],
    ['a newer one that is not shown', changed({ checkpoints: [] }), /checkpoint 2 is kept back/],
    [
      'a history that was written anew',
      changed({ checkpoints: gatewayWith([11, 20]).checkpoints.slice(1) }),
      /checkpoint 2 does not follow checkpoint 1/,
    ],
    [
      'a gap',
      changed({ newest: 3, checkpoints: gatewayWith([10, 20, 30]).checkpoints.slice(2) }),
      /checkpoint 3 does not follow checkpoint 1/,
    ],
    [
      'one of another organisation',
      changed({ checkpoints: gatewayWith([10, 20], { org: 'other' }).checkpoints.slice(1) }),
      /another organisation/,
    ],
    [
      'no end of this stream',
      changed({ end: null }),
      /has 0 lines of this machine, and the gateway had confirmed 20 before/,
    ],
    ['an end that is not under it', withEnd({ lines: 30, head: 'h30' }), /not under the checkpoint that is named/],
    ['another path', withEnd({ path: [] }), /not under the checkpoint that is named/],
    ['another number of leaves', withEnd({ count: 4 }), /not under the checkpoint that is named/],
    [
      'an end under one that does not follow',
      changed({ end: gatewayWith([10, 20], { at: 1 }).answer(1).end }),
      /is not one of those that follow/,
    ],
  ])('is a finding for %s', (_, change, problem) => {
    const gateway = gatewayWith([10, 20]);
    const judged = judgeCheckpoint(own(30, after(20, gateway)), change(gateway.answer(1)), NOW);
    expect(judged.problem).toMatch(problem);
  });

  it.each<[string, readonly number[], number, RegExp, ((lines: number) => string)?]>([
    [
      'fewer lines than were confirmed before it',
      [10, 10],
      20,
      /has 10 lines of this machine, and the gateway had confirmed 20 before/,
    ],
    ['more lines than were sent', [10, 40], 20, /has 40 lines of this machine, which has sent 30/],
    [
      'another line at the same place',
      [10, 20],
      20,
      /says that line 20 of this machine is x20, and it is h20/,
      (lines) => (lines === 20 ? 'x20' : `h${lines}`),
    ],
    ['an end where no chunk ended', [10, 25], 20, /ended at line 25, where it never did/],
  ])('is a finding for %s', (...[, ends, confirmed, problem, headOf]) => {
    const gateway = gatewayWith(ends, {}, headOf);
    expect(judgeCheckpoint(own(30, after(confirmed, gateway)), gateway.answer(1), NOW).problem).toMatch(problem);
  });

  it('is a finding for the first end of a stream that is under none of the checkpoints that follow', () => {
    const gateway = gatewayWith([10, 20]);
    const forged = gatewayWith([10, 20], { at: 1 }).answer(1).end;
    for (const known of [
      { ...after(20, gateway), shown: null },
      { ...after(20, gateway), stream: '6' },
    ]) {
      expect(judgeCheckpoint(own(30, known), { ...gateway.answer(1), end: forged }, NOW).problem).toMatch(
        /is not one of those that follow/,
      );
      expect(judgeCheckpoint(own(30, known), gateway.answer(1), NOW).problem).toBeNull();
    }
    // Of what was signed before its first look a machine cannot tell.
    expect(judgeCheckpoint(own(30), { ...gateway.answer(null), end: forged }, NOW).problem).toBeNull();
  });

  it('is no finding where another process of the machine has sent the same lines in other chunks', () => {
    const gateway = gatewayWith([10, 20]);
    const { receipts, ...rest } = own(30, after(20, gateway));
    const learned = [...receipts, { stream: '7', from: 10, lines: 30, head: 'h30' }];
    expect(judgeCheckpoint({ ...rest, receipts: learned }, gateway.answer(1), NOW).problem).toBeNull();
  });

  it('is a finding where none comes for days, and goes on from what is said then', () => {
    const gateway = gatewayWith([10, 20]);
    const known = after(20, gateway);
    const none = { ...gateway.answer(null, 1), checkpoints: [] };
    expect(judgeCheckpoint(own(20, known), none, NOW + 2 * DAY_MS).problem).toBeNull();
    expect(judgeCheckpoint(own(20, known), none, NOW + 4 * DAY_MS).problem).toMatch(/no checkpoint for days/);
    const other = gatewayWith([10, 20, 30], { audit: 'x' });
    const judged = judgeCheckpoint(own(30, known), other.answer(1, 2), NOW);
    expect(judged.problem).toMatch(/does not follow/);
    expect(judgeCheckpoint(own(30, judged.known), other.answer(2), NOW).problem).toBeNull();
  });

  it('is no finding where too much time has passed to see how they follow each other, or a receipt is gone', () => {
    const gateway = gatewayWith([10, 20]);
    const far = jwsOf({
      ...gateway,
      v: 1,
      kind: 'daily checkpoint',
      org: 'acme',
      number: MOST_CHECKPOINTS + 5,
      day: 'd',
      at: NOW,
      streams: 3,
      root: hashTree(['other 1 5 x', 'm 1 20 h20', 'z 1 9 y']).root,
      audit: null,
      previous: 'p',
    });
    const end = { ...gateway.answer(1).end, jws: far } as StreamCheckpointAnswer['end'];
    const answer = { ...gateway.answer(1), newest: MOST_CHECKPOINTS + 5, checkpoints: [far], end };
    const away = { ...own(30, after(20, gateway)), sinceLookMs: MOST_CHECKPOINTS * DAY_MS };
    expect(judgeCheckpoint(away, answer, NOW).problem).toBeNull();
    // There is one a day: a gateway that has made hundreds within an hour hides how they follow each other.
    expect(judgeCheckpoint({ ...away, sinceLookMs: DAY_MS }, answer, NOW).problem).toMatch(
      /does not follow checkpoint 1/,
    );
    const forgetful = { ...own(30, after(20, gateway)), receipts: [] };
    expect(judgeCheckpoint(forgetful, gateway.answer(1), NOW).problem).toBeNull();
  });
});
