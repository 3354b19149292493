/** A command that a guard refuses: a program, and words that follow it. */
export type BlockedCommand = readonly [program: string, ...words: readonly string[]];

/** Parses commands as a person wrote them; one line about the first that cannot be used. */
export function readBlocked(texts: readonly string[]): readonly BlockedCommand[] | string {
  const commands: BlockedCommand[] = [];
  for (const text of texts) {
    const [program, ...words] = text.trim().split(/\s+/);
    if (program === undefined || program === '')
      return 'a command was expected, such as "git push --force"; found nothing';
    const odd = [program, ...words].find((word) => !PLAIN.test(word));
    if (odd !== undefined)
      return `a program and plain words were expected, such as "git push --force"; found ${JSON.stringify(odd)} in ${JSON.stringify(text)}`;
    if (program.startsWith('-') || program.includes('/'))
      return `the name of a program was expected first, such as git; found ${JSON.stringify(program)}`;
    commands.push([program, ...words]);
  }
  return commands;
}

const PLAIN = /^[\w@%+:,./-]+$/;

export const commandText = (command: BlockedCommand): string => command.join(' ');

/** Shell keywords, and programs, that run the command which follows them. */
export const WRAPPERS =
  'sudo doas env command builtin exec nohup nice time timeout setsid stdbuf xargs find if then elif else while until do ! {'.split(
    ' ',
  );

/** What such a guard detects and what it does not, line by line. */
export function blockedComment(commands: readonly BlockedCommand[]): readonly string[] {
  const hasLetters = commands.some(([, ...words]) => words.some((word) => /^-[A-Za-z]{1,3}$/.test(word)));
  return [
    'It refuses a command line that runs one of these:',
    ...commands.map((command) => `  ${commandText(command)}`),
    'that is, the program with these words behind it. Other words may stand between them, options in any order; also after',
    '; && || and |, in $( ), behind sudo, env, xargs and the like, and in the text of sh -c and eval.',
    ...(hasLetters ? ['Short options count letter by letter: -rf is also -fr, and -r -f.'] : []),
    'The same words in quotes, in a comment or as arguments of another program are no reason to refuse.',
    '',
    'It does not see other spellings (another option of the same meaning, an alias, another program), what variables hold,',
    'or what scripts do. The lines of a here-document count as commands. To stop deliberate attempts to get past it, use a sandbox.',
  ];
}

/** Command lines that such a guard must refuse, and some that it must let pass, each with its title. */
export function blockedExamples(commands: readonly BlockedCommand[]): {
  readonly refused: readonly Example[];
  readonly passed: readonly Example[];
} {
  const texts = commands.map(commandText);
  const [first = '', ...others] = texts;
  const [program, ...words]: BlockedCommand = commands[0] ?? [''];
  const shorter = [program, ...words.slice(0, -1)].join(' ');
  return {
    refused: [
      ...texts.map((text) => ({ title: `refuses ${text}`, line: text, command: text })),
      { title: 'refuses it among other commands', line: `cd src && sudo ${first} | tail`, command: first },
    ],
    passed: [
      { title: 'lets pass what only mentions it', line: `echo '${first}' # ${first}`, command: first },
      // With several commands the shorter one may be another of them.
      ...(words.length > 0 && others.length === 0
        ? [{ title: `lets ${shorter} pass`, line: shorter, command: first }]
        : []),
    ],
  };
}

interface Example {
  readonly title: string;
  readonly line: string;
  /** The command that the example is about. */
  readonly command: string;
}

/** The guard's message to the model. */
export const blockedReason = (command: string): string => `${command} is not allowed here.`;
