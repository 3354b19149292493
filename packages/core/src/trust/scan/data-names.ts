import { oncePerText, placesOf } from './per-text.ts';

/** A path that is given to a name, in a text of python or JavaScript. */
interface Given {
  readonly text: string;
  /** What stands before the path in its statement, and what stands behind it. */
  readonly statement: string;
  readonly after: string;
}

const NAME = String.raw`[A-Za-z_$][\w$]{0,60}`;
const ASSIGNED = new RegExp(String.raw`(?:^|[\s(,])(${NAME})\s{0,4}(?::\s{0,4}[\w.[\]]{1,40}\s{0,4})?=(?!=)[^=]*$`);
/** `for p in ["a", ` and `for (const p of ["a", `. */
const LOOPED = new RegExp(
  String.raw`\bfor\s{0,4}\(?\s{0,4}(?:(?:const|let|var)\s+)?(${NAME})\s+(?:in|of)\s+[[({][^=]*$`,
);
const EACH = String.raw`\s{0,4}\.\s{0,4}(?:map|flatMap|forEach|filter|some|every|find|reduce)\(\s{0,4}(?:async\s{0,4})?\(?\s{0,4}(${NAME})`;
const TAKES_EACH = new RegExp(`^${EACH}`);
/** `"a"].map((p) =>`. */
const LISTED = new RegExp(String.raw`^[^;\n[\](){}]{0,160}\]${EACH}`);
const OPTION_DEFAULT = /\b(?:add_argument|option)\s{0,4}\([^;\n]{0,200}\bdefault\s{0,4}[=:]\s{0,4}$/;
const OPTION_NAME = /['"](?:--?)?([A-Za-z][\w-]{1,40})['"]/g;
const CALLED = new RegExp(String.raw`(?:^|[^\w$])(${NAME})\s{0,4}\(((?:[^();\n]{0,80},)?)\s{0,4}$`);

/**
 * The names by which a text refers to the path: a variable, one that goes through a list, the value of an option, or
 * the parameter of a function of its own.
 */
export function namesGiven({ text, statement, after }: Given): readonly string[] {
  const assigned = ASSIGNED.exec(statement)?.[1];
  const looped = LOOPED.exec(statement)?.[1];
  const listed = LISTED.exec(after)?.[1];
  const names = [assigned, looped, listed, optionIn(statement), parameterIn(text, statement)];
  return [...names.flatMap((name) => name ?? []), ...(assigned === undefined ? [] : takenFrom(text, assigned))];
}

/** The names of what is taken out of a list, one by one. */
const takenFrom = oncePerText((text, list): readonly string[] =>
  placesOf(text, list)
    .flatMap((at) => {
      const looped = TAKES_APART.exec(text.slice(Math.max(0, at - 200), at))?.[1];
      const each = looped === undefined ? TAKES_EACH.exec(text.slice(at + list.length, at + list.length + 160)) : null;
      return looped?.match(/[A-Za-z_$][\w$]*/g) ?? each?.[1] ?? [];
    })
    .slice(0, MOST_NAMES),
);

/** Whether a statement ends where a loop names what it goes through; what it takes out of that has names of its own. */
export const isTakenApart = (statement: string): boolean => TAKES_APART.test(statement);

/** `for a, b in `, `for (const [a, b] of Object.entries(` and `for i, p in enumerate(`. */
const LOOP_OVER = String.raw`\bfor\s{0,4}\(?\s{0,4}(?:(?:const|let|var)\s{1,4})?([A-Za-z_$([{][\w$,()[\]{} ]{0,80}?)\s{1,4}(?:in|of)\s{1,4}(?:(?:enumerate|sorted|list|set|reversed|Object\.(?:entries|values|keys))\s{0,4}\(\s{0,4})?`;
const TAKES_APART = new RegExp(`${LOOP_OVER}$`);

const MOST_NAMES = 40;

/** `add_argument("--rules", default="…")` is read as `rules`. */
function optionIn(statement: string): string | undefined {
  if (!OPTION_DEFAULT.test(statement)) return undefined;
  const call = statement.slice(statement.search(/\b(?:add_argument|option)\s{0,4}\(/));
  return [...call.matchAll(OPTION_NAME)].at(-1)?.[1]?.replaceAll('-', '_');
}

/** The parameters of a function that the text defines. */
const parametersOf = oncePerText((text, called): readonly string[] => {
  for (const at of placesOf(text, called)) {
    const kind = DEFINES.exec(text.slice(Math.max(0, at - 20), at))?.[1];
    const parameters = (kind === 'def' || kind === 'function' ? OF_FUNCTION : kind === undefined ? OF_METHOD : OF_VALUE)
      .exec(text.slice(at + called.length, at + called.length + 300))
      ?.slice(1)
      .find((each) => each !== undefined);
    if (parameters !== undefined) return namesIn(parameters);
  }
  return [];
});

const namesIn = (parameters: string): readonly string[] =>
  parameters
    .split(',')
    .map((each) => /^\s*([\w$]+)/.exec(each)?.[1] ?? '')
    .filter((each) => each !== 'self' && each !== 'cls');

const DEFINES = /(?<![\w$])(def|function|const|let|var)\s+$/;
const OF_FUNCTION = /^\s{0,4}\(([^)]{0,200})\)/;
/** `log(p) {` */
const OF_METHOD = /^\s{0,4}\(([^()\n]{1,200})\)\s{0,4}(?::[^{\n]{1,60})?\{/;
/** `f = (p) =>` and `f = p =>`. */
const OF_VALUE = new RegExp(
  String.raw`^\s{0,4}=\s{0,4}(?:async\s{0,4})?(?:\(([^)]{0,200})\)|(${NAME}))\s{0,4}(?::[^=\n]{1,60})?=>`,
);

const KEYWORDS = /^(?:if|elif|while|for|switch|catch|return|with|case|and|or|not|in|await|assert)$/;

/** The parameter that a call of a function of this text gives the path to. */
export function parameterIn(text: string, statement: string): string | undefined {
  const [, called, before = ''] = CALLED.exec(statement) ?? [];
  if (called === undefined || KEYWORDS.test(called)) return undefined;
  const parameters = parametersOf(text, called);
  const found = parameters[before.split(',').length - 1];
  return found === '' ? undefined : found;
}

/** What stands around a place of a text; a call that is written over several lines is one statement. */
export function aroundOf(text: string, index: number, length: number): Pick<Given, 'statement' | 'after'> {
  const before = onOneLine(text.slice(Math.max(0, index - 300), index));
  const after = onOneLine(text.slice(index + length, index + length + 200));
  return { statement: before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf(';')) + 1), after };
}

const onOneLine = (text: string): string =>
  text.replace(/([([,+/])\s{0,4}\n\s{0,40}|\s{0,4}\n\s{0,40}(?=[)\].,])/g, '$1 ');
