import { isJsonObject } from '../model/index.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { shownValue } from '../text/shown-value.ts';

/** The check of an option, and its description. */
export interface OptionRule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

/** A rule for every option; an option without one does not compile. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

/**
 * Throws a TypeError for an option that does not exist or has the wrong type; `caller` is the function that was called
 * with it, `told` are the options that the message lists for a host.
 */
export function checkOptions(
  caller: string,
  options: unknown,
  rules: Readonly<Record<string, OptionRule>>,
  told: readonly string[] = Object.keys(rules),
): void {
  if (!isJsonObject(options)) throw new TypeError(`${caller} takes an object of options, not ${shownValue(options)}`);
  for (const name of Object.keys(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) throw new TypeError(unknownOption(caller, name, told));
    const value: unknown = options[name];
    if (value !== undefined && !rule.holds(value))
      throw new TypeError(`${caller}: the option "${name}" must be ${rule.expected}, not ${shownValue(value)}`);
  }
}

// Options are few and their names similar, so only a typing mistake is worth a guess.
const NEAR = 0.34;

function unknownOption(caller: string, name: string, known: readonly string[]): string {
  const meant = didYouMean(name, known, NEAR);
  return `${caller}: there is no option "${name}"${meant === null ? `; known are ${known.join(', ')}` : `; did you mean "${meant}"?`}`;
}
