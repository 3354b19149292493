import type { Dependency, TextDependencies } from './dependency.ts';
import { mentionedAnywhere, mentionedInStrings } from './mentioned-strings.ts';
import { mentionsIn } from './mentions.ts';
import type { Passage } from './passage.ts';
import { dataOf, startedBy } from './script-dependencies.ts';
import { dependenciesOfShell } from './shell-text.ts';
import type { KnownValues } from '../../shell/loose-words.ts';

/** The dependencies of a text in a language that is followed by its words: perl, ruby, php, lua and the like. */
export function dependenciesOfOther(passage: Passage, values: KnownValues): TextDependencies {
  const shell = dependenciesOfShell(passage, values);
  const data = dataOf(passage);
  const { files, started, folders } = mentionsIn(passage);
  const modules = mentionsIn({
    ...passage,
    text: passage.file.endsWith('.lua') ? luaModules(passage.text) : perlModules(passage.text),
    bases: [...new Set([...passage.bases, ...(/\buse\s+lib\b/.test(passage.text) ? folders : [])])],
  });
  const as = (paths: readonly string[], how: Dependency['how']): readonly Dependency[] =>
    paths.map((path) => ({ path, how }));
  return {
    ...shell,
    dependencies: [
      ...shell.dependencies,
      ...startedBy(passage).dependencies,
      ...data.dependencies,
      ...as(modules.files, 'loads'),
      ...as(started, 'runs'),
      ...as(files, 'names'),
    ],
    written: [...shell.written, ...data.written],
    mentioned: [...shell.mentioned, ...mentionedInStrings(passage), ...mentionedAnywhere(passage)],
    unknown: passage.text.startsWith('#!') ? [] : shell.unknown,
  };
}

/** The files that the modules of a lua text may be. */
const luaModules = (text: string): string =>
  [...text.matchAll(/\brequire\s{0,4}\(?\s{0,4}['"]([\w.]{1,100})['"]/g)]
    .map(([, name = '']) => `'${name.replaceAll('.', '/')}.lua' '${name.replaceAll('.', '/')}/init.lua'`)
    .join('\n');

/** The files that the modules of a perl text may be. */
const perlModules = (text: string): string =>
  [
    ...[...text.matchAll(/(?:^|[;{])[ \t]*(?:use|require)[ \t]+([A-Za-z][\w:]{0,100})/gm)].map(([, name = '']) => name),
    ...[...text.matchAll(/\b(?:parent|base|if|load)\b[^;\n]{0,200}/g)].flatMap(
      ([names]) => names.match(/[A-Za-z][\w:]{0,100}/g) ?? [],
    ),
  ]
    .map((name) => `'${name.replaceAll('::', '/')}.pm' 'lib/${name.replaceAll('::', '/')}.pm'`)
    .join('\n');
