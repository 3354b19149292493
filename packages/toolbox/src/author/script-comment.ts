import { blockedComment, commandText } from './blocked-commands.ts';
import { refusingAnswer } from './refusing-answer.ts';
import type { HookShape, HookTarget } from './shape-of-hook.ts';

/** The header comment of a script, line by line: when it runs, what it reads, how it answers. */
export function scriptComment(target: HookTarget, shape: HookShape): readonly string[] {
  const { dialect, native, name } = target;
  return [
    `${name}: ${purposeOf(target, shape)}`,
    '',
    ...(shape.does === 'block-commands' ? [...blockedComment(shape.commands), ''] : []),
    `${dialect.title} runs this on ${native} and writes one JSON object to its stdin, with the fields`,
    ...wrapped(payloadNames(target).join(', ')).map((line) => `  ${line}`),
    '',
    'How it answers:',
    ...answersOf(target).map((line) => `  ${line}`),
    '',
    'Try it with "hookline test", see what it does when things go wrong with "hookline prove".',
  ];
}

/** One sentence about what the hook is for. */
export function purposeOf({ native }: Pick<HookTarget, 'native'>, shape: HookShape): string {
  switch (shape.does) {
    case 'guard':
      return `refuses ${native} when ${shape.path.join('.')} contains "${shape.guard.word}".`;
    case 'block-commands':
      return `refuses ${native} when ${shape.path.join('.')} runs ${shape.commands.map((each) => `"${commandText(each)}"`).join(' or ')}.`;
    case 'answer':
      return shape.gives === 'context'
        ? `gives the model a line of context on ${native}.`
        : `shows the user a line on ${native}.`;
    case 'worktree':
      return 'makes the folder of a new worktree and says where it is.';
    case 'observe':
      return `leaves a line in the record on ${native}.`;
  }
}

const payloadNames = ({ dialect, row }: HookTarget): readonly string[] => [
  ...new Set([...dialect.commonFields, ...row.fields].map(({ name }) => name)),
];

function answersOf(target: HookTarget): readonly string[] {
  const { dialect, row } = target;
  if (!row.waits) return ['nothing waits for it: what it prints is only recorded'];
  if (row.answers === 'ignored') return ['neither its exit status nor its output counts'];
  if (row.answers === 'unread') return ['its output does not count; an exit status other than 0 is a failure'];
  const { exits } = dialect.answer;
  const refusal =
    row.block === null
      ? 'no power here: reported, and the action goes on'
      : `refuses (${row.block}); the reason is read from ${refusingAnswer(target) === null ? 'stderr' : 'the answer'}`;
  const failure =
    row.onFault === 'block' || exits.other === 'block' ? 'counts as a refusal' : 'reported, and the action goes on';
  return [
    'exit 0, nothing on stdout   nothing to say',
    'exit 0, JSON on stdout      an answer',
    `exit 2                      ${refusal}`,
    `anything else               ${row.block === null ? 'reported, and the action goes on' : failure}`,
  ];
}

const WIDTH = 96;

function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
