import type { Handler, Report, Verdict } from '../../../packages/core/src/model/index.ts';
import { isJsonObject } from '../../../packages/core/src/model/index.ts';
import { decode } from '../../../packages/core/src/engine/decode.ts';
import type { Reading } from '../../../packages/core/src/engine/frame.ts';
import { aDialect, aFrame, aHook, aReport } from '../../support/hooks.ts';
import {
  type AnswerCase,
  caseIn,
  caseOf,
  parsed,
  ignoresExit,
  needsReason,
  readsText,
  type Relation,
} from '../answer-case.ts';
import { type Place, placesOf, refusalsAt } from '../refusals.ts';
import type { Target } from '../target.ts';

/** What reads an answer; a test may put a broken reader here. */
export type Decode = (reading: Reading, report: Report) => Verdict;

/** The reader of a dialect's answers. */
export function answers(dialect: string, read: Decode = decode): Target {
  const places = placesOf(dialect);
  return {
    name: `answers-${dialect}`,
    weight: 14,
    limitMs: 200,
    seeds: [],
    input: (random, corpus) => JSON.stringify(caseOf(places, random, corpus)),
    run: (input) => check(places, caseIn(input, places.length), read),
  };
}

function check(places: readonly Place[], given: AnswerCase, read: Decode): string | null {
  const place = places[given.place % places.length] as Place;
  const { handler = 'command', background = false } = given;
  const reading: Reading = {
    hook: aHook({ dialect: place.dialect, handler: HANDLERS[handler] }),
    frame: FRAMES.get(place) ?? frameOf(place),
    background,
  };
  const { stdout, stderr = '', value } = given;
  const ending =
    given.ending ?? (handler === 'http' ? { how: 'answered' as const } : { how: 'exited' as const, code: 0 });
  const verdict = read(reading, aReport({ ending, stdout, stderr, ...(value === undefined ? {} : { value }) }));
  const general = wrongAnyhow(verdict, given, place);
  return general ?? CHECKS[given.relation](verdict, place, () => read(reading, aReport({ ending })));
}

const FRAMES = new Map<Place, Reading['frame']>();

function frameOf(place: Place): Reading['frame'] {
  const frame = aFrame(place.dialect, place.event, {}, place.native);
  FRAMES.set(place, frame);
  return frame;
}

const HANDLERS: Readonly<Record<Handler['kind'], Handler>> = {
  command: { kind: 'command', form: 'shell', shell: 'bash', script: 'x' },
  http: { kind: 'http', url: 'http://x', headers: {}, allowedVariables: null },
  python: { kind: 'python', callable: 'a:b' },
  module: { kind: 'module', path: 'a.mjs', exportName: 'b' },
  prompt: { kind: 'prompt', prompt: 'p', model: null },
  agent: { kind: 'agent', prompt: 'p', model: null, tools: null, maxTurns: null },
  mcp_tool: { kind: 'mcp_tool', server: 's', tool: 't', input: {} },
  text: { kind: 'text', text: 't' },
  function: { kind: 'function', call: () => undefined },
};

/** What holds for every answer. */
function wrongAnyhow({ decision, effect, extra }: Verdict, given: AnswerCase, place: Place): string | null {
  if (given.background === true && decision !== undefined) return `a background hook decided: ${decision}`;
  if (decision === 'block' && effect === undefined) return 'a block without an effect';
  if (decision === 'allow' && !saysAllow(given, place)) return 'an allow that does not stand in the answer';
  const permission = extra?.permission;
  if (isJsonObject(permission) && permission['behavior'] === 'allow' && !grants(given) && !readsText(place.dialect))
    return 'a permission that does not stand in the answer';
  return null;
}

/** Two dialects have a word for it, and it must be said by an answer that can be read, in plain JSON. */
function saysAllow({ stdout, ending }: AnswerCase, { dialect, native }: Place): boolean {
  const isReadAnyway = dialect === 'claude' && (ending?.how === 'killed' || ending?.how === 'exited');
  if (
    (dialect !== 'qoder' && dialect !== 'claude') ||
    (ending !== undefined &&
      ending.how !== 'answered' &&
      !(ending.how === 'exited' && ending.code === 0) &&
      !isReadAnyway)
  )
    return false;
  const answer = parsed(stdout.replace(/^\uFEFF/, '').trim());
  const inner = ownIn(answer, 'hookSpecificOutput');
  const asked = native === 'PreToolUse' ? ownIn(inner, 'permissionDecision') : undefined;
  const plain = ownIn(answer, 'decision');
  return asked === 'allow' || ((plain === 'allow' || plain === 'approve') && asked !== 'deny' && asked !== 'ask');
}

const grants = ({ stdout }: AnswerCase): boolean =>
  ownIn(ownIn(ownIn(parsed(stdout.replace(/^\uFEFF/, '').trim()), 'hookSpecificOutput'), 'decision'), 'behavior') ===
  'allow';

const ownIn = (value: unknown, key: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

type Check = (verdict: Verdict, place: Place, silently: () => Verdict) => string | null;

const isRefused = ({ decision, extra }: Verdict): boolean =>
  decision === 'block' || (isJsonObject(extra?.permission) && extra.permission['behavior'] === 'deny');

const refuses: Check = (verdict, place) =>
  refusalsAt(place).length === 0 || isRefused(verdict)
    ? null
    : `a refusal on ${place.native} was lost: ${JSON.stringify(verdict).slice(0, 300)}`;

const refusesWhereItCan: Check = (verdict, place) =>
  !place.powerful || isRefused(verdict)
    ? null
    : `a refusal on ${place.native} was lost: ${JSON.stringify(verdict).slice(0, 300)}`;

/** Whether an answer beside exit 2 counts too, so that it may end the turn as well. */
const readsBesideExit = ({ dialect }: Place): boolean =>
  aDialect(dialect).answer.readsBlockingExit === 'its-reason-first';

const CHECKS: Readonly<Record<Relation, Check>> = {
  any: () => null,
  damaged: () => null,
  tolerated: refuses,
  doubled: refuses,
  reply: refusesWhereItCan,
  value: refusesWhereItCan,
  exit: (verdict, place, silently) => {
    if (ignoresExit(place)) return null;
    const lost = refusesWhereItCan(verdict, place, silently);
    if (lost !== null || readsText(place.dialect) || needsReason(place)) return lost;
    if (verdict.effect === silently().effect || (verdict.effect === 'end_turn' && readsBesideExit(place))) return null;
    return `exit 2 has effect ${verdict.effect} by what was printed`;
  },
  fault: (verdict, place) => {
    const { onFault, onTimeout = onFault, block } = place.row;
    const { code } = verdict.fault ?? {};
    const meant = code === 'timeout' ? onTimeout : onFault;
    const mustBlock = meant === 'block' && block !== null && place.powerful && code !== 'bad_output';
    return !mustBlock || verdict.decision === 'block' ? null : `a fault on ${place.native} does not block`;
  },
};
