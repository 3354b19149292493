import { commandText, WRAPPERS } from './blocked-commands.ts';
import { refusingAnswer } from './refusing-answer.ts';
import type { CommandGuard, HookTarget } from './shape-of-hook.ts';

/** The body of a guard of commands in Python. */
export const blockInPython = (target: HookTarget, { commands, path }: CommandGuard): readonly string[] => [
  'import json',
  'import re',
  'import sys',
  '',
  `BLOCKED = ${list(commands.map(commandText))}`,
  '# These run the command that follows them.',
  `WRAPPERS = ${JSON.stringify(WRAPPERS.join(' '))}.split()`,
  '',
  '',
  ...refuseInPython(target),
  '',
  ...FUNCTIONS,
  '',
  '',
  '# A guard that cannot read the event refuses: it must not let pass what it has not seen.',
  'try:',
  '    value = json.load(sys.stdin)',
  `    for key in ${list(path)}:`,
  '        value = value.get(key) if isinstance(value, dict) else None',
  'except ValueError:',
  `    refuse(${JSON.stringify(`${target.name} could not read the event.`)})`,
  '',
  'line = value if isinstance(value, str) else json.dumps(value or "")',
  'starts = [start for words in commands_in(line) for start in starts_of(words)]',
  'for blocked in BLOCKED:',
  '    if any(runs(words, blocked) for words in starts):',
  '        refuse(blocked + " is not allowed here.")',
];

const list = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;

/** The function by which a guard refuses. */
export function refuseInPython(target: HookTarget): readonly string[] {
  const answer = refusingAnswer(target);
  const print = answer === null ? 'print(reason, file=sys.stderr)' : `print(json.dumps(${answer.join('reason')}))`;
  return ['def refuse(reason):', `    ${print}`, '    sys.exit(2)'];
}

const FUNCTIONS = String.raw`
TOKENS = re.compile(
    r"""#[^\n]*|&?\d*[<>]+&?[\d-]*|[;&|()${'`'}\n]+|(?:\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"|[^\s;&|()<>${'`'}'"\\])+"""
)
QUOTED = re.compile(r"""\\([\s\S])|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)\"""")


def base(word):
    return word.rsplit("/", 1)[-1]


def unquoted(word):
    return QUOTED.sub(lambda match: "".join(part or "" for part in match.groups()), word)


def commands_in(text):
    """The simple commands of a text, as lists of words; comments and redirections are left out."""
    commands = [[]]
    for token in TOKENS.findall(text):
        if re.match(r"#|&?\d*[<>]", token):
            continue
        if token[0] in ";&|()${'`'}\n":
            commands.append([])
        else:
            commands[-1].append(token)
    for tokens in commands:
        yield [unquoted(token) for token in tokens]
        for inner in inner_texts(tokens):
            yield from commands_in(inner)


def inner_texts(tokens):
    """Texts in a command that are commands themselves: of $( ) in double quotes, of sh -c and of eval."""
    words = [unquoted(token) for token in tokens]
    for token in tokens:
        if re.search(r'"[^"]*(?:\$\(|${'`'})', token):
            yield unquoted(token)
    if "-c" in words[:-1] and any(re.fullmatch(r"(?:ba|da|z|k)?sh", base(word)) for word in words):
        yield words[words.index("-c") + 1]
    elif words[:1] == ["eval"]:
        yield " ".join(words[1:])


def starts_of(words):
    """Where in a command a program may stand: at its start, or anywhere behind a wrapper."""
    while words and re.match(r"[A-Za-z_]\w*=", words[0]):
        words = words[1:]
    if not words:
        return []
    return [words[at:] for at in range(len(words))] if base(words[0]) in WRAPPERS else [words]


def runs(words, blocked):
    """Options in any order, short ones letter by letter, and the other words one after another."""
    wanted = blocked.split()
    given = words[1:]
    if base(words[0]) != wanted[0]:
        return False
    letters = "".join(word for word in given if re.fullmatch(r"-[A-Za-z]+", word))
    at = 0
    for word in wanted[1:]:
        if re.fullmatch(r"-[A-Za-z]{1,3}", word):
            if not all(letter in letters for letter in word[1:]):
                return False
        elif word.startswith("-"):
            if not any(each == word or each.startswith(word + "=") for each in given):
                return False
        elif word in given[at:]:
            at = given.index(word, at) + 1
        else:
            return False
    return True`.split('\n');
