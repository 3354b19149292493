/** Gives whole numbers from 0 to below `most`, always the same ones for a seed. */
export type Dice = (most: number) => number;

/** A small generator (mulberry32): what matters is that a failure can be repeated. */
export function seeded(seed: number): Dice {
  let state = (seed + 1) * 0x9e3779b9;
  return (most) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  };
}

/**
 * The text of a settings file as some person may have it: valid JSON with hooks of its own or without, in any spacing,
 * with either line end, a byte order mark, a key twice, an empty object. `commented`: with comments here and there.
 */
export function randomSettings(seed: number, events: readonly string[], commented = false): string {
  const dice = seeded(seed);
  const space = commented ? withComments(dice, spacing(dice)) : spacing(dice);
  const tail = pick(dice, ['', '\n', '\r\n', '\n\n', ' ']);
  return `${dice(12) === 0 ? '\uFEFF' : ''}${dice(20) === 0 ? space() : ''}${root(dice, space, events)}${tail}`;
}

type Space = () => string;

const pick = <Item>(dice: Dice, items: readonly Item[]): Item => items[dice(items.length)] as Item;

/** How one person spaces a file: mostly by rule, now and then by chance. */
function spacing(dice: Dice): Space {
  const eol = pick(dice, ['\n', '\r\n']);
  const ways: readonly Space[] = [
    () => '',
    () => ' ',
    () => `${eol}${pick(dice, ['  ', '    ', '\t', ''])}`,
    () => pick(dice, ['', ' ', '\t', eol, `${eol}  `, `${eol}${eol}`, '\r', '   ']),
  ];
  return pick(dice, ways);
}

const COMMENTS = ['/* a { note } */', '// a "note", [here]\n', '/* two\n lines */', '//\r\n', '/**/'];

const withComments =
  (dice: Dice, space: Space): Space =>
  () =>
    dice(6) === 0 ? `${space()}${pick(dice, COMMENTS)}${space()}` : space();

function root(dice: Dice, space: Space, events: readonly string[]): string {
  const others = members(dice, 3, () => [text(dice), value(dice, space, 3)] as const).filter(([key]) => key !== HOOKS);
  const hooks = (): readonly [string, string] => [
    dice(15) === 0 ? String.raw`"\u0068ooks"` : HOOKS,
    hooksText(dice, space, events),
  ];
  const found = dice(3) === 0 ? [] : dice(25) === 0 ? [hooks(), hooks()] : [hooks()];
  const at = dice(others.length + 1);
  return object([...others.slice(0, at), ...found, ...others.slice(at)], space);
}

function hooksText(dice: Dice, space: Space, events: readonly string[]): string {
  const chosen = [...events, 'UserPromptSubmit'].filter(() => dice(2) === 0);
  const lists = chosen.map(
    (event) =>
      [
        JSON.stringify(event),
        array(
          members(dice, 3, () => group(dice, space)),
          space,
        ),
      ] as const,
  );
  return object(lists, space);
}

function group(dice: Dice, space: Space): string {
  const matcher: readonly (readonly [string, string])[] = dice(2) === 0 ? [] : [['"matcher"', text(dice)]];
  const handlers = members(dice, 2, () =>
    object(
      [
        ['"type"', '"command"'],
        ['"command"', command(dice)],
        ...(dice(3) === 0 ? [['"timeout"', '1.50e1'] as const] : []),
        ...(dice(4) === 0 ? [['"args"', array([text(dice)], space)] as const] : []),
      ],
      space,
    ),
  );
  return object([...matcher, [HOOKS, array(handlers, space)]], space);
}

const members = <Item>(dice: Dice, most: number, make: () => Item): readonly Item[] =>
  Array.from({ length: dice(most + 1) }, make);

function value(dice: Dice, space: Space, depth: number): string {
  const kinds = depth === 0 ? 4 : 6;
  switch (dice(kinds)) {
    case 0:
      return text(dice);
    case 1:
      return pick(dice, ['0', '-1.5e-7', '12345678901234567890', '1E400']);
    case 2:
      return pick(dice, ['true', 'false']);
    case 3:
      return 'null';
    case 4:
      return array(
        members(dice, 3, () => value(dice, space, depth - 1)),
        space,
      );
    default:
      return object(
        members(dice, 3, () => [text(dice), value(dice, space, depth - 1)] as const),
        space,
      );
  }
}

const HOOKS = '"hooks"';
const TEXTS = [
  '"model"',
  '"ä ö 漢字 😀"',
  String.raw`"\u00e4\n\t\"\\"`,
  '"{ [ ] } , :"',
  '""',
  HOOKS,
  '"// no comment"',
  String.raw`"C:\\Users\\ana"`,
  '"permissions"',
  '"\u2028"',
  '"$schema"',
];
const text = (dice: Dice): string =>
  pick(
    dice,
    TEXTS.filter((each) => each !== HOOKS || dice(9) === 0),
  );

/** A handler without a command would spoil its file. */
const command = (dice: Dice): string => {
  const chosen = text(dice);
  return (JSON.parse(chosen) as string).trim() === '' ? '"true"' : chosen;
};

const array = (items: readonly string[], space: Space): string =>
  `[${items.map((item) => `${space()}${item}${space()}`).join(',') || space()}]`;

const object = (entries: readonly (readonly [string, string])[], space: Space): string =>
  `{${entries.map(([key, item]) => `${space()}${key}${space()}:${space()}${item}${space()}`).join(',') || space()}}`;
