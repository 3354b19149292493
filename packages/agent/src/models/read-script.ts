import { errorText } from '@hookline/core/internal';
import { readFile } from 'node:fs/promises';
import { UsageProblem } from '../contract/model.ts';
import { checkSteps } from './check-steps.ts';
import type { ScriptStep } from './script-step.ts';

/** The steps of a script file; throws a UsageProblem that names the place of the first mistake. */
export async function readScript(file: string): Promise<readonly ScriptStep[]> {
  return checkSteps(parse(file, await read(file)), file);
}

async function read(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new UsageProblem(`the script ${file} ${why}: --script takes a file with a JSON array of steps`);
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = errorText(error);
    throw new UsageProblem(`the script ${file}${placeIn(text, why)} is not JSON: ${oneLine(why)}`);
  }
}

/** Line and column, where the parser says how far it came. */
function placeIn(text: string, why: string): string {
  const position = /at position (\d+)/.exec(why)?.[1];
  const before = position === undefined ? null : text.slice(0, Number(position)).split('\n');
  return before === null ? '' : `:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);
