import type { Handler, Verdict } from '../../../packages/core/src/model/index.ts';
import { isJsonObject } from '../../../packages/core/src/model/index.ts';
import { decode } from '../../../packages/core/src/engine/decode.ts';
import type { Reading } from '../../../packages/core/src/engine/frame.ts';
import { aFrame, aHook, aReport } from '../../support/hooks.ts';
import { parsed } from '../answer-case.ts';
import { anyJson, KEYS } from '../json-text.ts';
import { mutate, TOKENS } from '../mutate.ts';
import type { Random } from '../random.ts';
import { placesOf } from '../refusals.ts';
import type { Target } from '../target.ts';
import type { Decode } from './answers.ts';

/** How an answer begins that refuses, and where it is given. */
interface Opening {
  readonly dialect: string;
  readonly native: string;
  readonly text: string;
  readonly handler: 'command' | 'http' | 'prompt';
}

/** Every dialect in which a refusal counts whatever is wrong with the rest of its answer. */
const OPENINGS: readonly Opening[] = ['kolega', 'agent-hooks', 'qoder', 'polytoken'].flatMap((dialect) =>
  placesOf(dialect)
    .filter(({ powerful, native }) => powerful || native === 'PermissionRequest')
    .flatMap(({ native, row }) => [
      ...openingsOf(dialect, native, Object.entries(row.outcomes ?? {})).map((text) => ({ dialect, native, text })),
      ...(row.endsTurn === true ? [{ dialect, native, text: '{"continue":false,"systemMessage":"no"' }] : []),
    ])
    .flatMap((opening): readonly Opening[] => [
      { ...opening, handler: 'command' },
      ...(dialect === 'qoder' ? [{ ...opening, handler: 'http' as const }] : []),
      ...((dialect === 'qoder' || dialect === 'kolega') && opening.native !== 'PermissionRequest'
        ? [{ ...opening, handler: 'prompt' as const, text: '{"ok":false,"reason":"no"' }]
        : []),
    ]),
);

function openingsOf(
  dialect: string,
  native: string,
  outcomes: readonly (readonly [string, { readonly does: string }])[],
): readonly string[] {
  if (native === 'PermissionRequest')
    return [`{"hookSpecificOutput":{"hookEventName":"${native}","decision":{"behavior":"deny"`];
  switch (dialect) {
    case 'kolega':
      return ['{"hookSpecificOutput":{"permissionDecision":"deny"'];
    case 'agent-hooks':
      return ['{"decision":"deny"', '{"reason":"no","decision":"deny"'];
    case 'qoder':
      return ['{"decision":"deny"', '{"decision":"block"', '{ "reason": "no", "decision": "block"'];
    default:
      return outcomes
        .filter(([, { does }]) => does !== 'proceed')
        .map(([word]) => `{"outcome":"${word}","reason":"no"`);
  }
}

/** Where the answer begins is fixed: the refusal stands in its first bytes. What follows is anything. */
interface Input {
  readonly opening: number;
  readonly rest: string;
  readonly cut: boolean;
}

/** Answers that refuse in their first bytes and are broken, cut, doubled or endless behind them. */
export const brokenRefusals = (read: Decode = decode): Target => ({
  name: 'broken-refusals',
  weight: 20,
  limitMs: 500,
  seeds: [],
  input: (random) => {
    const input: Input = { opening: random.below(OPENINGS.length), rest: restOf(random), cut: random.chance(0.2) };
    return JSON.stringify(input);
  },
  run: (input) => {
    const value = parsed(input);
    return isJsonObject(value) && typeof value['rest'] === 'string' ? check(value as unknown as Input, read) : null;
  },
});

function restOf(random: Random): string {
  const members = Array.from(
    { length: random.below(4) },
    () => `,${JSON.stringify(random.pick(KEYS))}:${valueText(random)}`,
  ).join('');
  const closed = `${members}${random.pick(['', '}', '}}', '}}}', ',}', ']', '},'])}`;
  const behind = random.pick(['', '', '\n', ' {"decision":"allow"}', '\0', 'done', '[]', '"', '\\']);
  const rest = `${closed}${behind}`;
  const damaged = random.chance(0.5) && rest !== '' ? mutate(rest, random, [JSON.stringify(anyJson(random, 4))]) : rest;
  // A word that goes on where the refusal ends would be another word.
  return /^[\w"\\]/.test(damaged) ? `,${damaged}` : damaged;
}

function valueText(random: Random): string {
  const kind = random.below(8);
  if (kind === 0) return random.pick(['NaN', 'Infinity', '-Infinity', 'undefined', 'None', 'True', '1e999', '0x1', '']);
  if (kind === 1) return `${'['.repeat(random.below(900))}${']'.repeat(random.below(900))}`;
  if (kind === 2) return `"${random.pick(TOKENS)}`;
  if (kind === 3) return '{"a":'.repeat(random.below(700));
  return JSON.stringify(anyJson(random, 4));
}

function check({ opening, rest, cut }: Input, read: Decode): string | null {
  const { dialect, native, text, handler } = OPENINGS[opening % OPENINGS.length] as Opening;
  const stdout = `${text}${rest}`;
  const reading: Reading = {
    hook: aHook({ dialect, handler: HANDLERS[handler] }),
    frame: frameFor(dialect, native),
    background: false,
  };
  const ending = handler === 'command' ? { how: 'exited' as const, code: 0 } : { how: 'answered' as const };
  const verdict = read(reading, aReport({ ending, stdout, truncated: cut ? ['stdout'] : [] }));
  if (isRefused(verdict) || isWellFormed(stdout, dialect, cut)) return null;
  return `a refusal of ${dialect} on ${native} was lost: ${JSON.stringify(verdict).slice(0, 300)}`;
}

/** An answer as it should be is judged by the table of its dialect alone, in which one key may outrank another. */
function isWellFormed(stdout: string, dialect: string, cut: boolean): boolean {
  const value = parsed(stdout.trim());
  if (cut || !isJsonObject(value)) return false;
  return (dialect === 'qoder' || dialect === 'kolega') && Object.hasOwn(value, 'hookSpecificOutput');
}

const isRefused = ({ decision, extra }: Verdict): boolean =>
  decision === 'block' || (isJsonObject(extra?.permission) && extra.permission['behavior'] === 'deny');

const HANDLERS: Readonly<Record<Opening['handler'], Handler>> = {
  command: { kind: 'command', form: 'shell', shell: 'bash', script: 'x' },
  http: { kind: 'http', url: 'http://x', headers: {}, allowedVariables: null },
  prompt: { kind: 'prompt', prompt: 'p', model: null },
};

const FRAMES = new Map<string, Reading['frame']>();

function frameFor(dialect: string, native: string): Reading['frame'] {
  const key = `${dialect} ${native}`;
  const known = FRAMES.get(key);
  if (known !== undefined) return known;
  const place = placesOf(dialect).find((each) => each.native === native);
  if (place === undefined) throw new Error(`no event ${native} in ${dialect}`);
  const frame = aFrame(dialect, place.event);
  FRAMES.set(key, frame);
  return frame;
}
