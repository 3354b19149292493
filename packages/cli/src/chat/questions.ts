import type { ElicitationAnswer, ElicitationQuestion, PermissionAnswer, PermissionQuestion } from '@hookline/agent';
import type { Json } from '@hookline/core';
import type { Paint } from '../print/paint.ts';
import { brief, excerpt, oneLine } from '../print/text.ts';
import { type Field, fieldsOf, readAnswer } from './form.ts';

/** Who answers: null means that the question was broken off. */
export interface Person {
  readonly say: (lines: readonly string[]) => void;
  readonly ask: (label: string, signal: AbortSignal) => Promise<string | null>;
}

/** Asks whether a tool may run, until there is an answer; whatever is neither yes nor no is the reason of a no. */
export async function askPermission(
  question: PermissionQuestion,
  person: Person,
  paint: Paint,
  signal: AbortSignal,
): Promise<PermissionAnswer> {
  person.say(permissionLines(question, paint));
  for (;;) {
    const text = await person.ask('Allow? [y]es, [a]lways, [n]o, or say why not: ', signal);
    const answer = permissionAnswer(text);
    if (answer !== null) return answer;
  }
}

/** What is asked for, each part of the input on a line of its own. */
export function permissionLines({ tool, input, reason, rule }: PermissionQuestion, paint: Paint): readonly string[] {
  return [
    `${paint('yellow', 'May')} ${paint('bold', oneLine(tool))} ${paint('yellow', 'run?')}`,
    ...Object.entries(input)
      .slice(0, MOST_PARTS)
      .map(
        ([name, value]) =>
          `  ${oneLine(name)}: ${excerpt(typeof value === 'string' ? value : JSON.stringify(value), '    ')}`,
      ),
    ...(reason === null ? [] : [`  ${paint('yellow', brief(reason, 400))}`]),
    ...(rule === null ? [] : [paint('dim', `  always: ${brief(rule)}`)]),
  ];
}

const MOST_PARTS = 12;

/** Null for an answer that says nothing. */
export function permissionAnswer(text: string | null): PermissionAnswer | null {
  if (text === null) return { allow: false, message: null };
  const answer = text.trim();
  const word = answer.toLowerCase();
  if (word === 'y' || word === 'yes') return { allow: true, always: false };
  if (word === 'a' || word === 'always') return { allow: true, always: true };
  if (word === 'n' || word === 'no') return { allow: false, message: null };
  return answer === '' ? null : { allow: false, message: answer };
}

/** Lets the person fill a form of an MCP server in, or open its page. */
export async function elicit(
  question: ElicitationQuestion,
  person: Person,
  paint: Paint,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const { server, message, mode, url } = question;
  person.say([
    `${paint('bold', oneLine(server))} asks: ${excerpt(message, '  ')}`,
    paint('dim', '  an empty answer takes the default or skips; /decline says no, /cancel gives no answer'),
  ]);
  if (mode === 'url') return visit(url ?? '', person, signal);
  const content: Record<string, Json> = {};
  for (const field of fieldsOf(question.requestedSchema)) {
    const value = await fillIn(field, person, signal);
    if (value === 'decline' || value === 'cancel') return { action: value, content: null };
    if (value.given !== undefined) content[field.name] = value.given;
  }
  return { action: 'accept', content };
}

async function visit(url: string, person: Person, signal: AbortSignal): Promise<ElicitationAnswer> {
  person.say([`  ${oneLine(url)}`]);
  const answer = await person.ask('Open the page, then press Enter: ', signal);
  return { action: wayOut(answer) ?? 'accept', content: null };
}

function wayOut(text: string | null): 'decline' | 'cancel' | null {
  if (text === null || text.trim() === '/cancel') return 'cancel';
  return text.trim() === '/decline' ? 'decline' : null;
}

async function fillIn(
  field: Field,
  person: Person,
  signal: AbortSignal,
): Promise<'decline' | 'cancel' | { readonly given: Json | undefined }> {
  person.say(fieldLines(field));
  for (;;) {
    const text = await person.ask(fieldLabel(field), signal);
    const out = wayOut(text);
    if (out !== null) return out;
    const answer = readAnswer(field, text ?? '');
    if (answer.ok) return { given: answer.value };
    person.say([`  ${oneLine(answer.problem)}`]);
  }
}

const fieldLines = ({ about, choices }: Field): readonly string[] => [
  ...(about === '' ? [] : [`  ${brief(about)}`]),
  ...choices.map(({ title }, index) => `  ${index + 1}. ${oneLine(title)}`),
];

function fieldLabel({ title, kind, isRequired, byDefault }: Field): string {
  const hint = kind === 'yes-or-no' ? ' (yes or no)' : isRequired ? '' : ' (optional)';
  const preset =
    byDefault === undefined
      ? ''
      : ` [${brief(typeof byDefault === 'string' ? byDefault : JSON.stringify(byDefault), 40)}]`;
  return `${brief(title, 60)}${hint}${preset}: `;
}
