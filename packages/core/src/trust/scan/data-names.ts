import { oncePerText } from './per-text.ts';

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
const takenFrom = oncePerText((text, list): readonly string[] => {
  const name = list.replaceAll('$', String.raw`\$`);
  const loops = new RegExp(String.raw`${LOOP_OVER}${name}(?![\w$])|(?<![\w$])${name}${EACH}`, 'g');
  return [...text.matchAll(loops)]
    .slice(0, MOST_LOOPS)
    .flatMap(([, looped, each]) => looped?.match(/[A-Za-z_$][\w$]*/g) ?? each ?? []);
});

/** Whether a statement ends where a loop names what it goes through; what it takes out of that has names of its own. */
export const isTakenApart = (statement: string): boolean => TAKES_APART.test(statement);

/** `for a, b in `, `for (const [a, b] of Object.entries(` and `for i, p in enumerate(`. */
const LOOP_OVER = String.raw`\bfor\s{0,4}\(?\s{0,4}(?:(?:const|let|var)\s{1,4})?([A-Za-z_$([{][\w$,()[\]{} ]{0,80}?)\s{1,4}(?:in|of)\s{1,4}(?:(?:enumerate|sorted|list|set|reversed|Object\.(?:entries|values|keys))\s{0,4}\(\s{0,4})?`;
const TAKES_APART = new RegExp(`${LOOP_OVER}$`);

const MOST_LOOPS = 20;

/** `add_argument("--rules", default="…")` is read as `rules`. */
function optionIn(statement: string): string | undefined {
  if (!OPTION_DEFAULT.test(statement)) return undefined;
  const call = statement.slice(statement.search(/\b(?:add_argument|option)\s{0,4}\(/));
  return [...call.matchAll(OPTION_NAME)].at(-1)?.[1]?.replaceAll('-', '_');
}

/** The parameters of a function that the text defines. */
const parametersOf = oncePerText((text, called): readonly string[] => {
  const name = called.replaceAll('$', String.raw`\$`);
  const defined = new RegExp(
    String.raw`\b(?:def|function)\s+${name}\s{0,4}\(([^)]{0,200})\)|\b(?:const|let|var)\s+${name}\s{0,4}=\s{0,4}(?:async\s{0,4})?(?:\(([^)]{0,200})\)|(${NAME}))\s{0,4}(?::[^=\n]{1,60})?=>|\b${name}\s{0,4}\(([^()\n]{1,200})\)\s{0,4}(?::[^{\n]{1,60})?\{`,
  ).exec(text);
  return (defined?.slice(1).find((each) => each !== undefined) ?? '')
    .split(',')
    .map((each) => /^\s*([\w$]+)/.exec(each)?.[1] ?? '')
    .filter((each) => each !== 'self' && each !== 'cls');
});

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
