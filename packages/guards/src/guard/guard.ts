import type { EventName, HostAnswer, JsonObject, AnyEvent, NeutralField } from '@hookline/core/internal';
import type { World } from './world.ts';

/** The event that a guard handles, and for tool events only those of these tools. */
export interface Listening {
  readonly event: EventName;
  /** Neutral names; null: the event is about no tool, or about any. */
  readonly tools: readonly string[] | null;
  /** Replaces this event where a system does not have it. */
  readonly insteadOf?: EventName;
  /** A field without which the guard has nothing to check. */
  readonly needs?: NeutralField;
}

/** One setting of a guard, given as text. */
export interface GuardOption {
  readonly name: string;
  readonly default: string;
  /** The only allowed values; absent: any string, a list is separated by commas. */
  readonly words?: readonly string[];
  /** The only allowed items of a list. */
  readonly items?: readonly string[];
  readonly about: string;
}

/** The settings of a guard, complete. */
export type OptionValues = Readonly<Record<string, string>>;

/** A tool call that shows what a guard does. */
export interface Canary {
  readonly title: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** A ready-made hook: data, and one function that decides. All its side effects go through `world`. */
export interface Guard {
  readonly name: string;
  readonly about: string;
  readonly listens: readonly Listening[];
  readonly options: readonly GuardOption[];
  /** It may rewrite the tool's input: then it gets the input with the fields of the host's system. */
  readonly rewrites: boolean;
  /**
   * What it must block, and what it must let pass, with its default options; absent for one that blocks no tool call.
   */
  readonly canaries?: { readonly blocked: Canary; readonly passed: Canary };
  /** What its own failure means: `refuse` for those that prevent something. */
  readonly onFailure: 'refuse' | 'let-pass';
  /** Seconds that it may need; the host's time limit is set a little higher where it can be set. */
  readonly seconds: (options: OptionValues) => number;
  readonly judge: (event: AnyEvent, options: OptionValues, world: World) => Promise<HostAnswer>;
}

/** The settings with defaults filled in, or what is wrong with those given. */
export function readOptions(
  { name, options }: Pick<Guard, 'name' | 'options'>,
  given: Readonly<Record<string, string>>,
):
  | { readonly values: OptionValues }
  | { readonly why: string; readonly word: string; readonly known: readonly string[] } {
  const known = options.map((option) => option.name);
  for (const [key, value] of Object.entries(given)) {
    const row = options.find((option) => option.name === key);
    if (row === undefined) return { why: `${name} has no option "${key}"`, word: key, known };
    if (row.words !== undefined && !row.words.includes(value))
      return {
        why: `option ${key} of ${name} takes ${row.words.join(', ')}; got "${value}"`,
        word: value,
        known: row.words,
      };
    const odd = row.items === undefined ? undefined : split(value).find((item) => row.items?.includes(item) !== true);
    if (odd !== undefined && row.items !== undefined)
      return {
        why: `option ${key} of ${name} takes a list of ${row.items.join(', ')}; got "${odd}"`,
        word: odd,
        known: row.items,
      };
  }
  return { values: { ...Object.fromEntries(options.map((option) => [option.name, option.default])), ...given } };
}

/** A setting that is a list. */
export const listOf = (options: OptionValues, name: string): readonly string[] => split(options[name] ?? '');

const split = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A setting that is a number; `otherwise` replaces anything else. */
export function numberOf(options: OptionValues, name: string, otherwise: number): number {
  const value = Number(options[name]);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}

/** The empty answer of a guard. */
export const NOTHING: HostAnswer = {};
