import type { NewEntry } from './add-entry.ts';
import { schemaLine } from './schema-reference.ts';

/** The file of a new hook folder: front matter with a comment for each key, then space for a description. */
export function frontMatter(entry: NewEntry): string {
  const { name, description, event, matcher, pattern, timeoutMs, schemas, dialect } = entry;
  const conditions = [
    ...(matcher === null ? [] : [`  tool: ${quoted(matcher)} # searched in the name of the tool`]),
    ...(pattern === undefined ? [] : [`  pattern: ${quoted(pattern)} # searched in the input of the tool`]),
  ];
  return [
    '---',
    ...schemaLine(schemas, dialect),
    `name: ${quoted(name)}`,
    `description: ${quoted(description)}`,
    `trigger: ${event}`,
    ...(conditions.length === 0 ? [] : ['matcher:', ...conditions]),
    ...(timeoutMs === null ? [] : [`timeout: ${timeoutMs} # milliseconds`]),
    '---',
    '',
    `# ${name}`,
    '',
    description,
    '',
  ].join('\n');
}

/** Single quotes, in which YAML takes every character literally: a pattern keeps its backslashes. */
const quoted = (text: string): string =>
  /^[A-Za-z][\w ./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text) && !text.endsWith(' ')
    ? text
    : `'${text.replaceAll("'", "''").replace(/\s+/g, ' ')}'`;
