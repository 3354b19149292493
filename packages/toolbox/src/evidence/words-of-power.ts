import type { Dialect, EventRow, Hook, HookPower } from '@hookline/core/internal';

/** Whether a text, a script or its output, contains the words by which a hook gives such an answer. */
export function saysPower(text: string, power: HookPower, hook: Hook, dialect: Dialect): boolean {
  const { handler, event: native } = hook;
  const row = dialect.events[native];
  if (row === undefined) return false;
  if (handler.kind === 'python' || handler.kind === 'module')
    return (CODE_WORDS[wordedPart(power)] ?? []).some((word) => hasWord(text, word));
  const { part } = power;
  if (part === 'block' || part === 'reason') return refuses(text, power, dialect, row);
  if (part === 'ask' || part === 'allow') return decides(text, part, dialect, native);
  if (hasField(text, power, dialect, native)) return true;
  if (part === 'appendToOutput') return row.annotation !== undefined && exitsRefusing(text, dialect, row);
  if (part !== 'context' || !printsText(text)) return false;
  return row.text === 'context' || (power.example.decision === 'block' && exitsRefusing(text, dialect, row));
}

/** Whether a text contains a refusal in any form that the dialect has, whatever effect it has on the event. */
export function saysRefusal(text: string, { handler }: Hook, dialect: Dialect): boolean {
  if (handler.kind === 'python' || handler.kind === 'module')
    return ['block', 'end_turn'].flatMap((part) => CODE_WORDS[part] ?? []).some((word) => hasWord(text, word));
  const { exits, decisions, endTurn } = dialect.answer;
  const words = Object.values(dialect.events).flatMap(({ outcomes = {} }) =>
    Object.entries(outcomes).flatMap(([word, { does }]) => (does === 'proceed' ? [] : [word])),
  );
  return (
    exitsWith(text, refusingCode(exits)) ||
    words.some((word) => hasWord(text, word)) ||
    decisions.some((key) => holdsDecision(text, key, 'block')) ||
    (endTurn !== null && endsTurn(text, endTurn.key))
  );
}

/**
 * A refusal in the word of another system, under a key for which the dialect has other words and takes none else:
 * `"decision":"deny"`; null when the text has none, or refuses in words of the dialect too.
 */
export function strangeRefusal(text: string, hook: Hook, dialect: Dialect, others: readonly Dialect[]): string | null {
  if (hook.handler.kind === 'python' || hook.handler.kind === 'module' || saysRefusal(text, hook, dialect)) return null;
  const strict = dialect.answer.decisions.filter(({ unknownWord }) => unknownWord === 'bad_output');
  const written = strict.flatMap(({ key, words }) =>
    refusingWords(key, others)
      .filter((word) => !Object.hasOwn(words, word))
      .map((word) => `"${lastOf(key)}":"${word}"`),
  );
  const plain = text.replaceAll(/[\\\s]/g, '').replaceAll("'", '"');
  return written.find((each) => plain.includes(each)) ?? null;
}

const refusingWords = (key: string, systems: readonly Dialect[]): readonly string[] => [
  ...new Set(
    systems
      .flatMap(({ answer }) => answer.decisions.filter((other) => other.key === key))
      .flatMap(({ words }) => Object.keys(words).filter((word) => words[word] === 'block')),
  ),
];

/** The identifiers in code that returns an outcome. */
const CODE_WORDS: Readonly<Record<string, readonly string[]>> = {
  block: ['blocked', 'deny'],
  end_turn: ['end_turn'],
  updatedInput: ['updated_input'],
  updatedToolOutput: ['updated_output'],
  context: ['additional_context'],
};

const wordedPart = ({ part, example }: HookPower): string =>
  part === 'block' && example.effect === 'end_turn' ? 'end_turn' : part;

/** Whether a text contains a whole word. */
export const hasWord = (text: string, word: string): boolean =>
  new RegExp(String.raw`(?<![\w-])${word.replaceAll(/[^\w]/g, String.raw`\$&`)}(?![\w-])`).test(text);

function refuses(text: string, { example }: HookPower, dialect: Dialect, row: EventRow): boolean {
  const { style, endTurn } = dialect.answer;
  const isOwn = example.effect === row.block;
  if (isOwn && exitsRefusing(text, dialect, row)) return true;
  if (style === 'tagged-outcome')
    return Object.entries(row.outcomes ?? {}).some(
      ([word, { does, effect = row.block }]) => does !== 'proceed' && effect === example.effect && hasWord(text, word),
    );
  if (isOwn) return dialect.answer.decisions.some((key) => holdsDecision(text, key, 'block'));
  return endTurn !== null && endsTurn(text, endTurn.key);
}

const endsTurn = (text: string, key: string): boolean => hasWord(text, lastOf(key)) && /\bfalse\b/i.test(text);

/** An exit code that is computed at run time may be any. */
const ANY_CODE = String.raw`["']?\$|\(\s*[A-Za-z_]\w*\s*\)`;

/** Where a failure stops the action, every exit code but 0 does. */
const exitsRefusing = (text: string, { answer: { exits } }: Dialect, { onFault }: EventRow): boolean => {
  const code = refusingCode(onFault === 'block' ? { ...exits, other: 'block' } : exits);
  return code !== null && exitsWith(text, `${code}|${ANY_CODE}`);
};

const refusingCode = ({ two, other }: Dialect['answer']['exits']): string | null =>
  other === 'block' ? String.raw`\(?\s*[1-9]` : two === 'block' ? String.raw`\(?\s*2\b` : null;

const exitsWith = (text: string, code: string | null): boolean =>
  code !== null && new RegExp(String.raw`\b(?:exit|exitCode|exit_code|SystemExit)\s*(?:=\s*)?(?:${code})`).test(text);

const decides = (text: string, decision: 'ask' | 'allow', { answer }: Dialect, native: string): boolean =>
  answer.decisions.some((key) => (key.on?.includes(native) ?? true) && holdsDecision(text, key, decision));

function holdsDecision(
  text: string,
  { key, words, takes }: Dialect['answer']['decisions'][number],
  decision: 'ask' | 'allow' | 'block',
): boolean {
  const spelled = Object.entries(words).flatMap(([word, means]) => (means === decision ? [word] : []));
  const isSpelled = takes === 'boolean' || spelled.some((word) => new RegExp(String.raw`\b${word}\b`, 'i').test(text));
  return spelled.length > 0 && isSpelled && hasWord(text, lastOf(key));
}

function hasField(text: string, { part }: HookPower, { answer, events }: Dialect, native: string): boolean {
  const keyed = answer.fields
    .filter(({ gives, on }) => gives === part && (on?.includes(native) ?? true))
    .map(({ key }) => lastOf(key));
  const tagged = Object.values(events[native]?.outcomes ?? {}).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { gives }]) => (gives === part ? [name] : [])),
  );
  return [...keyed, ...tagged].some((word) => hasWord(text, word));
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A line that prints something other than a JSON object, and not to stderr or into a file. */
const printsText = (text: string): boolean =>
  text
    .split(/[\n;]/)
    .some(
      (line) =>
        /\b(?:echo|printf|cat|print|console\.log|stdout\.write)\b/.test(line) &&
        !/^\s*(?:#|\/\/)|["']\s*\{|>|stderr|\$\(\s*cat\b/.test(line),
    );
