// Renders what a dialect's table says to hosts: native names, and the words of a refusal.
import { code, table } from './markdown.mjs';

const KNOWN = { documented: 'documented for hooks', shown: 'as in the program', chosen: '[ours]' };

/** What a host's tools and words are called in the system. */
export function nativeText({ tools, events }) {
  const words = Object.entries(events).flatMap(([native, row]) => (row.words ? [[native, row.words]] : []));
  return [
    "A host may name a tool as any known system does (unless it says `toolNames: 'given'`): hooks see it under the names of this system, matchers are tested against them, and a rewritten input is read by them. Payloads carry the first name; a matcher that accepts any of the names accepts the tool. Tools and fields that are not named keep their names.",
    Object.keys(tools).length === 0
      ? 'The neutral names are those of this system.'
      : table(
          ['tool', 'native names', 'input fields', 'source'],
          Object.entries(tools).map(([tool, { names, fields = {}, known }]) => [
            code(tool),
            names.map(code).join(', '),
            Object.entries(fields).map(nativeFieldText).join(', ') || '–',
            KNOWN[known],
          ]),
        ),
    ...words.map(
      ([native, { field, words: known }]) =>
        `The ${code(field)} of ${code(native)}: ${Object.entries(known)
          .map(([neutral, word]) => `${code(neutral)} is ${code(word)}`)
          .join(', ')}; any other word stands as it is.`,
    ),
  ];
}

const CONVERTED = { seconds: ' in seconds', 'project-path': ' as seen from the project' };
const nativeFieldText = ([neutral, field]) =>
  typeof field === 'string'
    ? `${code(neutral)} is ${code(field)}`
    : `${code(neutral)} is ${code(field.at)}${CONVERTED[field.as]}`;

/** In which words a host passes a refusal on. */
export function hostText(events) {
  const rows = Object.entries(events)
    .filter(([, row]) => row.blockText || row.annotation)
    .map(([native, { blockText, annotation }]) => [
      code(native),
      blockText ? code(blockText.text) : 'the reason',
      blockText?.withoutReason ? code(blockText.withoutReason) : '–',
      annotation ? code(annotation) : '–',
    ]);
  return rows.length === 0
    ? ['A refusal is passed on by its reason alone.']
    : [
        'A refusal is passed on by its reason, except here:',
        table(['native event', 'words of a refusal', 'for a missing reason', 'appended to the output'], rows),
      ];
}
