/** A text of python or JavaScript, and what its names stand for: found once for each, since a text may be long. */
export interface NamedText {
  readonly text: string;
  /** Where a name stands. */
  readonly placesOf: (name: string) => readonly number[];
  /** The names of what is taken out of a list, one by one. */
  readonly takenFrom: (list: string) => readonly string[];
  /** The parameters of a function of this text, in their order. */
  readonly parametersOf: (called: string) => readonly string[];
}

export function namedText(text: string): NamedText {
  let places: ReadonlyMap<string, readonly number[]> | null = null;
  const placesOf = (name: string): readonly number[] => (places ??= placesOfNames(text)).get(name) ?? [];
  return {
    text,
    placesOf,
    takenFrom: onceForEach((list) => takenFrom(text, list, placesOf(list))),
    parametersOf: onceForEach((called) => parametersOf(text, called, placesOf(called))),
  };
}

function placesOfNames(text: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const { 0: name, index } of text.matchAll(/(?<![\w$])[A-Za-z_$][\w$]*/g)) {
    const known = places.get(name);
    if (known === undefined) places.set(name, [index]);
    else known.push(index);
  }
  return places;
}

/** The same answer for the same name, found once. */
export function onceForEach<Answer>(find: (name: string) => Answer): (name: string) => Answer {
  const known = new Map<string, Answer>();
  return (name) => {
    const answer = known.get(name) ?? find(name);
    known.set(name, answer);
    return answer;
  };
}

/** A path that is given to a name. */
interface Given {
  readonly within: NamedText;
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
const LOOPS_OVER = new RegExp(String.raw`\bfor\s{0,4}\(?\s{0,4}(?:(?:const|let|var)\s+)?(${NAME})\s+(?:in|of)\s+$`);
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
export function namesGiven({ within, statement, after }: Given): readonly string[] {
  const assigned = ASSIGNED.exec(statement)?.[1];
  const looped = LOOPED.exec(statement)?.[1];
  const listed = LISTED.exec(after)?.[1];
  const names = [assigned, looped, listed, optionIn(statement), parameterIn(within, statement)];
  return [...names.flatMap((name) => name ?? []), ...(assigned === undefined ? [] : within.takenFrom(assigned))];
}

function takenFrom(text: string, list: string, places: readonly number[]): readonly string[] {
  const names = places.flatMap((at) => {
    const looped = LOOPS_OVER.exec(text.slice(Math.max(0, at - 160), at))?.[1];
    return looped ?? TAKES_EACH.exec(text.slice(at + list.length, at + list.length + 160))?.[1] ?? [];
  });
  return names.slice(0, MOST_LOOPS);
}

const MOST_LOOPS = 20;

/** `add_argument("--rules", default="…")` is read as `rules`. */
function optionIn(statement: string): string | undefined {
  if (!OPTION_DEFAULT.test(statement)) return undefined;
  const call = statement.slice(statement.search(/\b(?:add_argument|option)\s{0,4}\(/));
  return [...call.matchAll(OPTION_NAME)].at(-1)?.[1]?.replaceAll('-', '_');
}

/** The parameter that a call of a function of this text gives the path to. */
function parameterIn({ parametersOf: parametersFor }: NamedText, statement: string): string | undefined {
  const [, called, before = ''] = CALLED.exec(statement) ?? [];
  if (called === undefined) return undefined;
  const found = parametersFor(called)[before.split(',').length - 1];
  return found === '' ? undefined : found;
}

function parametersOf(text: string, called: string, places: readonly number[]): readonly string[] {
  const at = places.find((place) => DEFINES.test(text.slice(Math.max(0, place - 20), place)));
  if (at === undefined) return [];
  const defined = PARAMETERS.exec(text.slice(at + called.length, at + called.length + 300));
  return (defined?.[1] ?? defined?.[2] ?? '')
    .split(',')
    .map((each) => /^\s*([\w$]+)/.exec(each)?.[1] ?? '')
    .filter((each) => each !== 'self' && each !== 'cls');
}

const DEFINES = /(?<![\w$])(?:def|function|const|let|var)\s+$/;
/** Of `def f(a)`, `function f(a)`, `const f = (a) =>` and `const f = a =>`. */
const PARAMETERS = new RegExp(
  String.raw`^\s{0,4}(?:=\s{0,4}(?:async\s{0,4})?)?(?:\(([^)]{0,200})\)|(${NAME})(?=\s{0,4}(?::[^=\n]{1,60})?=>))`,
);

/** What stands around a place of a text; a call that is written over several lines is one statement. */
export function aroundOf(text: string, index: number, length: number): Omit<Given, 'within'> {
  const before = onOneLine(text.slice(Math.max(0, index - 300), index));
  const after = onOneLine(text.slice(index + length, index + length + 200));
  return { statement: before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf(';')) + 1), after };
}

const onOneLine = (text: string): string =>
  text.replace(/([([,+/])\s{0,4}\n\s{0,40}|\s{0,4}\n\s{0,40}(?=[)\].,])/g, '$1 ');
