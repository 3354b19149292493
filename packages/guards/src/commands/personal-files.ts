import { absolutePath } from '../shell/paths.ts';
import type { Call } from './call.ts';

/** Whether a word names a file among the documents, pictures and the like of the user. */
export const isPersonalFile = (word: string, call: Call): boolean =>
  /^\/(?:Desktop|Documents|Downloads|Pictures|Photos|Music|Movies|Videos)\/./.test(belowHome(word, call));

/** Whether it names a key, or settings to log in with. */
export const isKeyOfPerson = (word: string, call: Call): boolean =>
  /^\/\.(?:ssh\/(?!known_hosts)[^/]+|gnupg\/.+|password-store\/.+|aws\/(?:credentials|config)|kube\/config|netrc|git-credentials)$/.test(
    belowHome(word, call),
  );

/** Whether it names all keys of a person, whoever that is. */
export const isFolderOfKeys = (word: string, { invocation }: Call): boolean =>
  /^\/(?:home\/[^/]+|Users\/[^/]+|root)\/\.(?:ssh|gnupg|aws|kube|password-store|docker\/trust(?:\/private)?)(?:\/\uE002?)?$/.test(
    absolutePath(word, invocation) ?? word,
  );

/** The path below the home folder, with a slash before it; empty where it lies elsewhere or in the project. */
const belowHome = (word: string, { invocation, home, project }: Call): string => {
  const path = absolutePath(word, invocation) ?? '';
  const isOfProject = path === project || path.startsWith(`${project}/`);
  return path.startsWith(`${home}/`) && !isOfProject ? path.slice(home.length) : '';
};
