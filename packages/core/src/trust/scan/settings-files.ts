import { basename } from 'node:path';
import { isFile } from '../paths.ts';
import { charge } from '../scan-budget.ts';
import type { Mention } from './dependency.ts';
import type { SearchPath } from './locate.ts';
import { mentionedAnywhere } from './mentioned-strings.ts';
import { scriptText } from './script-text.ts';

/** The files that data names, such as a file of settings; what a package.json names is followed. */
export function namedInData(file: string, { project, bases }: SearchPath): readonly Mention[] {
  if (basename(file) === 'package.json') return [];
  const text = scriptText(file, project);
  if (text.length > MOST_SETTINGS) return [];
  charge('characters', text.length, file);
  return mentionedAnywhere({ file, text, project, bases });
}

/** Longer than settings that people write. */
const MOST_SETTINGS = 65_536;

/** Settings of runners whose values are programs, or files that are loaded. */
const LOADING_SETTINGS = /^(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|\.pylintrc|.*\.pth)$/;

/** What a runner starts or loads because such settings name it. */
export const filesSteeredTo = (file: string, searchPath: SearchPath): readonly string[] =>
  LOADING_SETTINGS.test(basename(file))
    ? namedInData(file, searchPath)
        .map(({ path }) => path)
        .filter(isFile)
    : [];
