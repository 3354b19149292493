import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Target } from './target.ts';

/** What a target starts from: its own seeds, then its kept files in name order. */
export function corpusOf(target: Target, folder: string): readonly string[] {
  const own = join(folder, groupOf(target.name));
  const names = existsSync(own) ? readdirSync(own).toSorted() : [];
  return [...target.seeds, ...names.map((name) => readFileSync(join(own, name), 'utf8'))];
}

/** Keeps an input for all later runs; gives the name of its file. */
export function keepInput(target: string, input: string, folder: string): string {
  const own = join(folder, groupOf(target));
  mkdirSync(own, { recursive: true });
  const file = join(own, `found-${createHash('sha256').update(input).digest('hex').slice(0, 12)}`);
  writeFileSync(file, input);
  return file;
}

/** All dialects read from the same answers: one's answer is another's odd one. */
const groupOf = (name: string): string => name.replace(/^answers-.*/, 'answers');
