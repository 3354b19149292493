import path from 'node:path';
import { quote } from './describe-value.ts';

/** How an entry of a list is named in messages: `hooks.json: entry 2 ("protect")`, counted from 1. */
export function entryLabel(file: string, entry: number, name: unknown): string {
  const label = `${path.basename(file)}: entry ${entry}`;
  return typeof name === 'string' && name !== '' ? `${label} (${quote(name)})` : label;
}
