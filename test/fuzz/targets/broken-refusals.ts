import type { EventName, Handler, JsonObject, Verdict } from '../../../packages/core/src/model/index.ts';
import { isJsonObject } from '../../../packages/core/src/model/index.ts';
import { decode } from '../../../packages/core/src/engine/decode.ts';
import type { Reading } from '../../../packages/core/src/engine/frame.ts';
import { DIALECT_IDS } from '../../support/dialect-ids.ts';
import { aFrame, aHook, aReport } from '../../support/hooks.ts';
import { parsed } from '../answer-case.ts';
import { anyJson, KEYS } from '../json-text.ts';
import { mutate, TOKENS } from '../mutate.ts';
import type { Random } from '../random.ts';
import { placesOf, refusalsAt } from '../refusals.ts';
import type { Target } from '../target.ts';
import type { Decode } from './answers.ts';

/** How an answer begins that refuses, and where it is given. */
interface Opening {
  readonly dialect: string;
  readonly native: string;
  readonly event: EventName;
  readonly text: string;
  readonly handler: 'command' | 'http' | 'prompt';
}

/** Where a malformed answer is void as in the program itself: a warning must say that a refusal is void with it. */
const VOIDING: ReadonlySet<string> = new Set(['kode', 'claude', 'codex', 'kimi', 'qwen', 'gemini', 'cline', 'copilot']);

/** Where a server or a model may answer too. */
const SERVERS: ReadonlySet<string> = new Set(['qoder', 'claude']);
const MODELS: ReadonlySet<string> = new Set(['qoder', 'kolega']);

/** Every refusal of every dialect, without its end. */
const OPENINGS: readonly Opening[] = DIALECT_IDS.flatMap((dialect) =>
  placesOf(dialect).flatMap((place) => {
    const openings = refusalsAt(place).flatMap((refusal) => [refusal, reversed(refusal)].map(unclosed));
    const { native, event, powerful } = place;
    const answered = [...new Set(openings)].flatMap((text): readonly Opening[] => [
      { dialect, native, event, text, handler: 'command' },
      ...(SERVERS.has(dialect) ? [{ dialect, native, event, text, handler: 'http' as const }] : []),
    ]);
    if (!powerful || !MODELS.has(dialect)) return answered;
    return [...answered, { dialect, native, event, text: '{"ok":false,"reason":"no"', handler: 'prompt' as const }];
  }),
);

function reversed(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toReversed());
}

function unclosed(object: JsonObject): string {
  return JSON.stringify(object).replace(/}+$/, '');
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
  const given = OPENINGS[opening % OPENINGS.length] as Opening;
  const { dialect, native, text, handler } = given;
  const stdout = `${text}${rest}`;
  const reading: Reading = {
    hook: aHook({ dialect, handler: HANDLERS[handler] }),
    frame: frameFor(given),
    background: false,
  };
  const ending = handler === 'command' ? { how: 'exited' as const, code: 0 } : { how: 'answered' as const };
  const verdict = read(reading, aReport({ ending, stdout, truncated: cut ? ['stdout'] : [] }));
  if (isRefused(verdict) || isWellFormed(stdout, cut)) return null;
  if (VOIDING.has(dialect) && isSaidVoid(verdict) && !isAllowed(verdict)) return null;
  return `a refusal of ${dialect} on ${native} was lost: ${JSON.stringify(verdict).slice(0, 300)}`;
}

/** An answer as it should be is judged by the table of its dialect alone, in which one key may outrank another. */
function isWellFormed(stdout: string, cut: boolean): boolean {
  const value = parsed(stdout.trim());
  return !cut && isJsonObject(value) && Object.hasOwn(value, 'hookSpecificOutput');
}

const isSaidVoid = ({ messages = [] }: Verdict): boolean =>
  messages.some(({ level, text }) => level === 'warning' && text.includes('the refusal in its answer is void'));

const isAllowed = ({ decision, extra }: Verdict): boolean =>
  decision === 'allow' || (isJsonObject(extra?.permission) && extra.permission['behavior'] === 'allow');

const isRefused = ({ decision, extra }: Verdict): boolean =>
  decision === 'block' || (isJsonObject(extra?.permission) && extra.permission['behavior'] === 'deny');

const HANDLERS: Readonly<Record<Opening['handler'], Handler>> = {
  command: { kind: 'command', form: 'shell', shell: 'bash', script: 'x' },
  http: { kind: 'http', url: 'http://x', headers: {}, allowedVariables: null },
  prompt: { kind: 'prompt', prompt: 'p', model: null },
};

const FRAMES = new Map<string, Reading['frame']>();

function frameFor({ dialect, native, event }: Opening): Reading['frame'] {
  const key = `${dialect} ${native} ${event}`;
  const known = FRAMES.get(key);
  if (known !== undefined) return known;
  const frame = aFrame(dialect, event, {}, native);
  FRAMES.set(key, frame);
  return frame;
}
