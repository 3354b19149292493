import type { JsonObject } from '@hookline/core';
import type { Run } from '../client.ts';
import { asText, isObject } from '../values.ts';

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

type Block = Readonly<Record<string, unknown>>;

const blocksOf = (content: unknown): readonly Block[] => {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isObject) : [];
};

const textOf = (content: unknown): string =>
  blocksOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');

/** The results of the agent's own tool calls, as the program gives them to the model. */
export const toolResults = (run: Run): readonly ToolResult[] =>
  run.lines
    .filter(({ type, parent_tool_use_id: parent }) => type === 'user' && (parent ?? null) === null)
    .flatMap(({ message }) => blocksOf((message as JsonObject | undefined)?.['content']))
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({ text: textOf(block['content']), isError: block['is_error'] === true }));

/** The line that ends a run. */
export const resultOf = (run: Run): JsonObject | undefined => run.lines.findLast(({ type }) => type === 'result');

/** Folders have other names in every run. */
const withoutFolder = (text: string, { root }: Run): string =>
  text.replaceAll(root, '{{root}}').replaceAll(root.replace(/\W/g, '-'), '{{root}}');

/** Whether the last tool call gave the model the same in both runs. */
export function isSameResult(run: Run, other: Run): boolean {
  const [seen, usual] = [run, other].map((each) => withoutFolder(toolResults(each).at(-1)?.text ?? '', each));
  return seen === usual;
}

/** The texts that the model was shown, but for results of tools and its own words. */
function textsFor(run: Run): readonly string[] {
  const texts = run.requests
    .flatMap(({ body }) => (Array.isArray(body['messages']) ? body['messages'] : []))
    .filter((message) => isObject(message) && message['role'] !== 'assistant')
    .flatMap((message) => blocksOf((message as JsonObject)['content']))
    .filter(({ type }) => type === 'text')
    .map(({ text }) => withoutFolder(asText(text), run));
  return [...new Set(texts)];
}

/** What the model was shown in this run and not in the other, in the order in which it came. */
export function addedTexts(run: Run, control: Run): readonly string[] {
  const usual = textsFor(control);
  const added = textsFor(run)
    .map((text) => usual.reduce(without, text).trim())
    .filter((text) => text !== '');
  return [...new Set(added)].map((text) => text.replaceAll('{{root}}', run.root));
}

/** The program joins texts that come together. */
function without(text: string, usual: string): string {
  if (text === usual) return '';
  return text.endsWith(usual) && usual !== '' ? text.slice(0, -usual.length) : text;
}

/** A reason without the hook that the program puts before it: `[command]: reason`. */
export function bare(text: string, labels: readonly string[]): string {
  const label = labels.find((each) => text.startsWith(`[${each}]: `));
  return label === undefined ? text : text.slice(label.length + 4);
}
