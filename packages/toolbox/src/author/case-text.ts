import type { JsonObject } from '@hookline/core';
import { blockedExamples, blockedReason } from './blocked-commands.ts';
import { schemaLine } from './schema-reference.ts';
import type { HookShape, HookTarget } from './shape-of-hook.ts';

/** The case file of a new hook: what it must do, and what it must leave alone. */
export const caseText = (
  target: HookTarget,
  shape: HookShape,
  about: { readonly hook: string; readonly schemas?: string },
): string => caseFileText({ name: target.name, dialect: target.dialect.id, ...about }, casesOf(target, shape));

interface CaseFileHead {
  readonly name: string;
  readonly dialect: string;
  readonly hook: string;
  /** Where the schemas are; absent: the file names none. */
  readonly schemas?: string;
}

/** A case file for one hook, named as case files name hooks. */
export const caseFileText = ({ name, dialect, hook, schemas }: CaseFileHead, cases: readonly CaseText[]): string =>
  [
    ...schemaLine(schemas, 'hooktest'),
    `# Cases of ${name}: run them with "hookline test".`,
    `dialect: ${dialect}`,
    `hooks: ${hook} # only this one takes part`,
    'cases:',
    ...cases.flatMap(caseLines),
    '',
  ].join('\n');

/** One case, with expectations as lines of YAML. */
export interface CaseText {
  readonly name: string;
  readonly example: string;
  readonly with?: JsonObject;
  readonly expect: readonly string[];
  readonly prove?: string;
}

function casesOf(target: HookTarget, shape: HookShape): readonly CaseText[] {
  const example = exampleName(target);
  switch (shape.does) {
    case 'guard':
      return guardCases(example, shape);
    case 'block-commands':
      return blockCases(example, shape);
    case 'answer':
      return [
        {
          name: 'says its line',
          example,
          expect: [
            'decision: none',
            shape.gives === 'context' ? `context: [${yaml(shape.text)}]` : `messages: [${yaml(shape.text)}]`,
          ],
        },
      ];
    case 'worktree':
      return [
        {
          name: 'makes the folder',
          example,
          expect: ['decision: none', 'extra: { worktreePath: "${project}/.worktrees/fix-sum" }'],
        },
      ];
    case 'observe':
      return [{ name: 'runs, and lets the action go on', example, expect: ['decision: none'] }];
  }
}

/** The native name; where it means several events, the neutral one. */
const exampleName = ({ native, neutral, row }: HookTarget): string => (row.means[0] === neutral ? native : neutral);

function guardCases(example: string, { guard }: HookShape & { does: 'guard' }): readonly CaseText[] {
  return [
    {
      name: `refuses ${guard.word}`,
      example,
      with: guard.refuses,
      expect: ['decision: block', `reason: ${yaml(guard.reason)}`],
      prove: 'must block',
    },
    {
      name: 'lets anything else pass',
      example,
      ...(guard.passes === undefined ? {} : { with: guard.passes }),
      expect: ['decision: none'],
      prove: 'must pass',
    },
  ];
}

function blockCases(example: string, { commands }: HookShape & { does: 'block-commands' }): readonly CaseText[] {
  const { refused, passed } = blockedExamples(commands);
  const of = (line: string): JsonObject => ({ tool_input: { command: line } });
  return [
    ...refused.map(({ title, line, command }) => ({
      name: title,
      example,
      with: of(line),
      expect: ['decision: block', `reason: ${yaml(blockedReason(command))}`],
      prove: 'must block',
    })),
    ...passed.map(({ title, line }) => ({
      name: title,
      example,
      with: of(line),
      expect: ['decision: none'],
      prove: 'must pass',
    })),
  ];
}

const caseLines = ({ name, example, with: fields, expect, prove }: CaseText): readonly string[] => [
  `  - name: ${yaml(name)}`,
  `    example: ${example}`,
  ...(fields === undefined
    ? []
    : ['    with:', ...Object.entries(fields).map(([key, value]) => `      ${key}: ${flow(value)}`)]),
  '    expect:',
  ...expect.map((line) => `      ${line}`),
  ...(prove === undefined ? [] : [`    prove: ${prove} # also with "hookline prove"`]),
];

const yaml = (text: string): string => (/^[A-Za-z][\w ./-]*$/.test(text) ? text : JSON.stringify(text));

/** JSON is YAML; the spaces are for readability. */
function flow(value: unknown): string {
  if (typeof value !== 'object' || value === null) return yaml(String(value));
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${key}: ${flow(item)}`)
    .join(', ')} }`;
}
