// Renders what a dialect's table says about answers: exits, reasons, keys or outcomes, and what a broken answer is.
import { code, table } from './markdown.mjs';

/** How the answers of hooks are read. */
export function answerText({ answer, events }) {
  const exits = table(
    ['exit', 'meaning'],
    [
      ['0', EXITS[answer.exits.zero]],
      ['2', EXITS[answer.exits.two]],
      ['other', EXITS[answer.exits.other]],
      ...(answer.exits.signal === undefined ? [] : [['a signal', EXITS[answer.exits.signal]]]),
    ],
  );
  const own = eventExits(events);
  if (answer.byText) return [byTextTable(answer.byText), BY_TEXT, keysText(answer)];
  const more = answer.exitReasons.length > 1 ? ' What was printed on the other stream is context for the model.' : '';
  const reason = `The reason of a refusing exit is ${[...(answer.exitReasons.length === 0 ? ['that of the answer'] : answer.exitReasons)].join(', else ')}, else \`${answer.defaultReason.exit ?? answer.defaultReason}\`.${more}`;
  const broken = answer.badOutputSpoilsRefusal ? IGNORED_WHOLE : COUNTS;
  return answer.style === 'keys'
    ? [exits, own, reason, keysText(answer), TEXTS[answer.text], progressText(answer), broken].filter(Boolean)
    : [exits, own, reason, outcomesText(events), TEXTS[answer.text], broken].filter(Boolean);
}

/** Events that read exit code 2 in another way. */
function eventExits(events) {
  const rows = Object.entries(events).filter(([, row]) => row.exits?.two !== undefined);
  return rows.length === 0
    ? ''
    : `Exit 2 on ${rows.map(([native, row]) => `${code(native)}: ${EXITS[row.exits.two]}`).join('; on ')}.`;
}

const progressText = ({ progressLines }) =>
  progressLines ? 'Lines of stdout that are a JSON object with `"type": "progress"` are messages for the user.' : '';

/** What each kind of text is at each end. */
function byTextTable({ from, zero, one, two, signal, other }) {
  const rows = [
    ['0', zero],
    ...(one ? [['1', one]] : []),
    ...(two ? [['2', two]] : []),
    ...(signal ? [['a signal', signal]] : []),
    [signal ? 'other' : 'other, a signal', other],
  ];
  return table(
    ['exit', 'the answer is', 'JSON object', 'other JSON', 'begins with a brace, is no JSON', 'other text', 'nothing'],
    rows.map(([exit, uses]) => [
      exit,
      exit === '2' && from.two ? from.two : 'stdout, else stderr',
      'read',
      USES[uses.json],
      USES[uses.broken],
      USES[uses.text],
      'nothing',
    ]),
  );
}

const USES = {
  read: 'read',
  refuse: 'a refusal with this reason',
  'by-event': 'context where the event takes text from stdout, else a message',
  message: 'a message',
  warning: 'a message, `Warning: …`',
  fault: 'a fault, nothing counts',
  nothing: 'nothing',
};
const BY_TEXT =
  'A JSON string is parsed once more. An end other than exit 0 is a fault `exit` too, unless the hook refused. Where a hook wanted to refuse and the table gives that no effect, a warning says so. A value of the wrong type is ignored.';

const COUNTS =
  'A refusal counts whatever else is wrong with the answer: cut at 1 MiB, nested too deeply, not valid JSON, a field of the wrong type, a second document. What is wrong is a fault `bad_output` beside it. A reason that is no text is given as JSON text.';
const IGNORED_WHOLE =
  'A malformed answer is ignored as a whole, a refusal in it too; a warning then says that the refusal is void.';
const EXITS = {
  read: 'stdout is read',
  block: 'a refusal',
  fault: 'a fault',
  'read-object-else-fault': 'a JSON object that fits is read as at exit 0; anything else is a fault',
  'block-with-reason': 'a refusal if stderr says why, else a fault',
  'read-and-warn': 'stdout is read as at exit 0; stderr is a warning to the user',
  'stderr-is-context': 'stdout is not read; stderr is context for the model',
};
const TEXTS = {
  bad_output: 'Stdout that is not a JSON object is a fault `bad_output`.',
  recorded: 'Plain text on stdout is recorded and has no effect.',
  'by-event': 'Plain text on stdout is context for the model on the events that take it, else it has no effect.',
};

const keysText = (answer) =>
  table(
    ['key', 'gives', 'on'],
    [
      ...answer.decisions.map((row) => [
        code(row.key),
        Object.entries(row.words)
          .map(([word, means]) => `${code(word)}: ${means}`)
          .join(', '),
        row.on?.map(code).join(', ') ?? 'every event',
      ]),
      ...(answer.endTurn
        ? [
            answer.byText
              ? [code(`${answer.endTurn.key}: false`), 'a refusal', 'as the table of events says']
              : [code(`${answer.endTurn.key}: false`), endTurnWords(answer.endTurn), 'events inside a turn'],
          ]
        : []),
      ...answer.fields.map((row) => [code(row.key), row.gives, row.on?.map(code).join(', ') ?? 'every event']),
    ],
  );

const endTurnWords = ({ otherCalls, tellsModel }) =>
  [
    '`end_turn`',
    otherCalls === 'run'
      ? 'after the running batch of tool calls'
      : 'at once: the later calls of the same reply are not run',
    ...(tellsModel ? ['the model is told the reason too'] : []),
  ].join('; ');

const outcomesText = (events) =>
  table(
    ['event', 'outcome', 'does', 'fields'],
    Object.entries(events).flatMap(([native, row]) =>
      Object.entries(row.outcomes ?? {}).map(([word, outcome]) => [
        code(native),
        code(word),
        outcome.does,
        Object.entries(outcome.fields)
          .map(([name, field]) => `${code(name)}${field.required ? ', required' : ''}`)
          .join('; ') || '–',
      ]),
    ),
  );
