import { type Dice, seeded } from './random-settings.ts';

/**
 * The text of a TOML file as some person may have it, with a list `hooks` or without: tables, comments, all kinds of
 * texts, either line end, a byte order mark, nothing at all.
 */
export function randomToml(seed: number, events: readonly string[]): string {
  const dice = seeded(seed);
  if (dice(15) === 0) return pick(dice, ['', '\n', '  ', '# only a comment', '\r\n\r\n']);
  const eol = pick(dice, ['\n', '\r\n']);
  const inline = dice(3) === 0;
  const lines = [
    ...several(dice, 3, (index) => `top${index} = ${value(dice)}${comment(dice)}`),
    ...(inline ? [inlineList(dice, events, eol)] : []),
    ...several(dice, 3, (index) => table(dice, index).join(eol)),
    ...(inline ? [] : several(dice, 3, () => hook(dice, events).join(eol))),
    ...several(dice, 2, (index) => table(dice, index + 10).join(eol)),
  ];
  const gap = pick(dice, [eol, `${eol}${eol}`, `${eol}# a note${eol}`]);
  const tail = pick(dice, ['', eol, `${eol}${eol}`, `${eol}# the end`, '  ', `${eol}\t`]);
  return `${dice(12) === 0 ? '\uFEFF' : ''}${dice(8) === 0 ? eol : ''}${lines.join(gap)}${tail}`;
}

const pick = <Item>(dice: Dice, items: readonly Item[]): Item => items[dice(items.length)] as Item;

const several = <Item>(dice: Dice, most: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: dice(most + 1) }, (_, index) => make(index));

const comment = (dice: Dice): string => pick(dice, ['', '', ' # why [[hooks]]', '\t# "']);

const TEXTS = [
  '"plain"',
  "'C:\\Users'",
  String.raw`"\u00e4 \"quoted\" \\"`,
  '"""\nmore\n[[hooks]]\n"""',
  "'''\n# no comment\n'''",
  '"ä 漢字 😀"',
  '"# no comment"',
];

const value = (dice: Dice): string =>
  pick(dice, [
    pick(dice, TEXTS),
    pick(dice, TEXTS),
    '1_000',
    '0xff',
    'true',
    '2026-11-16T07:32:00Z',
    '[1, 2, # two\n  3,\n]',
    '{ a = 1, "b c" = [true] }',
    '3.0e2',
  ]);

const table = (dice: Dice, index: number): readonly string[] => [
  `${pick(dice, ['', '  '])}[${pick(dice, [`table${index}`, `"a b".x${index}`, `models.m${index}`])}]${comment(dice)}`,
  ...several(
    dice,
    3,
    (key) => `${pick(dice, ['', '  '])}key${key}${pick(dice, [' = ', '='])}${value(dice)}${comment(dice)}`,
  ),
];

const keysOf = (dice: Dice, events: readonly string[]): readonly string[] => [
  `event = "${pick(dice, events)}"`,
  `command = ${pick(dice, ['"true"', '\'echo "x"\'', String.raw`"a \\ b"`])}`,
  ...(dice(2) === 0 ? ['matcher = "Bash|Write"'] : []),
  ...(dice(2) === 0 ? ['timeout = 5'] : []),
];

const hook = (dice: Dice, events: readonly string[]): readonly string[] => [
  `${pick(dice, ['[[hooks]]', '[[ hooks ]]', '[["hooks"]]'])}${comment(dice)}`,
  ...keysOf(dice, events).map((line) => `${line}${comment(dice)}`),
];

function inlineList(dice: Dice, events: readonly string[], eol: string): string {
  const space = pick(dice, ['', ' ', `${eol}  `, `${eol}  # one more${eol}  `]);
  const items = several(dice, 3, () => `${space}{ ${keysOf(dice, events).join(', ')} }`);
  const last = items.length > 0 && dice(2) === 0 ? ',' : '';
  return `${pick(dice, ['hooks', '"hooks"'])} = [${items.join(',')}${last}${pick(dice, ['', ' ', eol])}]`;
}
