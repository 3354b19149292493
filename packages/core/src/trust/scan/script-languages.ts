import { realPathOf } from '../paths.ts';
import { firstLineOf } from '../../shell/first-line.ts';
import type { KnownValues } from '../../shell/loose-words.ts';
import { dependenciesOfLine } from './command-dependencies.ts';
import { NO_DEPENDENCIES } from './dependency.ts';
import type { TextDependencies } from './dependency.ts';
import { dependenciesOfOther } from './other-text.ts';
import { withOwnFolder } from './own-folder.ts';
import { type Passage, unescaped } from './passage.ts';
import { dependenciesOfJavaScript, dependenciesOfPython } from './script-dependencies.ts';
import { languageOf } from './script-text.ts';
import { dependenciesOfShell } from './shell-text.ts';

/** What a script depends on by its text. */
export function dependenciesOfText(
  passage: Passage,
  values: KnownValues,
  ownFolder: string | undefined,
): TextDependencies {
  const { file, text } = passage;
  switch (languageOf(file, text)) {
    case 'shell':
      return dependenciesOfShell(passage, values);
    case 'python':
      return dependenciesOfPython(withOwnFolder(unescaped(passage), ownFolder));
    case 'javascript':
      return dependenciesOfJavaScript(
        withOwnFolder({ ...unescaped(passage), file: realPathOf(file) ?? file }, ownFolder),
      );
    case 'other':
      return dependenciesOfOther(unescaped(passage), values);
  }
}

/** What the `#!` line of a script adds by options and variables, as in `#!/usr/bin/env -S BASH_ENV=env bash`. */
export function dependenciesOfFirstLine({ file, text, project, starts = [project] }: Passage): TextDependencies {
  const line = firstLineOf(text);
  if (line === null || !line.args.some((word) => /^-.{2}|[=/]/.test(word))) return NO_DEPENDENCIES;
  return dependenciesOfLine([line.interpreter, ...line.args, file].join(' '), starts[0] ?? project, project);
}
