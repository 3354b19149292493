import { emptied, hasHole, HOLE, MARKS } from '../shell/marks.ts';
import { absolutePath } from '../shell/paths.ts';
import type { Call } from './call.ts';
import { importanceOf, isWholeFolder, wholeFolder } from './places.ts';

/** The location of a file or folder that would be removed, as far as that decides about the command. */
export type Location =
  /** The root, a home or the project folder as a whole, a system folder, or what may become one of these. */
  | 'essential'
  /** Data of databases, services, mounts and backups. */
  | 'data'
  /** A person's files in the home folder: documents, keys, settings. */
  | 'personal'
  | 'home'
  | 'outside'
  /** The line does not show where it is. */
  | 'unknown'
  /** Can be recreated: below a folder for temporary files, a cache, installed packages. */
  | 'remade'
  | 'project';

/** The location of what a word names. */
export function locationOf(word: string, call: Call): Location {
  if (word === '') return 'project';
  if (importanceOf(word, call) !== 'ordinary') return 'essential';
  if (hasHole(word)) return holedLocation(word, call);
  const path = absolutePath(wholeFolder(word), call.invocation);
  if (path === null) return isRemadeName(word) ? 'remade' : 'unknown';
  if (isWholeFolder(word) && TEMPORARY.test(`${path}/x`)) return 'remade';
  const location = pathLocation(path, call);
  // Where the project itself is below a temporary folder, its neighbours cannot be recreated.
  return location === 'remade' && !word.startsWith('/') && isBeside(path, call.project) ? 'outside' : location;
}

const isBeside = (path: string, project: string): boolean =>
  TEMPORARY.test(project) && TEMPORARY.test(path) && !PACKAGES.test(path);

function pathLocation(path: string, { home, project }: Call): Location {
  if (path === project || path.startsWith(`${project}/`)) return 'project';
  if (PACKAGES.test(path)) return 'remade';
  const own = path.startsWith(`${home}/`) ? path.slice(home.length + 1) : null;
  if (own !== null) return HOME_CACHES.test(own) ? 'remade' : PERSONAL.test(own) ? 'personal' : 'home';
  if (TEMPORARY.test(path) || CACHES.test(path)) return 'remade';
  return DATA.test(path) ? 'data' : 'outside';
}

/** The text before the first unknown part decides, unless the rest leads out of it again. */
function holedLocation(word: string, call: Call): Location {
  const at = word.search(HOLE);
  const before = word.slice(0, at).replace(/[^/]*$/, '');
  const leadsOut = /(?:^|\/)\.\.(?:\/|$)/.test(word.slice(at));
  if (leadsOut) return 'unknown';
  if (before === '' || before === '/')
    return word.startsWith(MARKS.remade) || word.startsWith(MARKS.filled) || isRemadeName(word) ? 'remade' : 'unknown';
  const path = absolutePath(before, call.invocation);
  if (path === null) return 'unknown';
  if (isRemadeName(word)) return 'remade';
  // `~/$X` is the home folder itself when the variable is empty.
  const location = pathLocation(path === '/' ? path : `${path}/x`, call);
  return location === 'personal' ? 'home' : location;
}

/** Whether the last name is one that tools give to generated files. */
const isRemadeName = (word: string): boolean => REMADE_NAME.test(emptied(word));

const REMADE_NAME =
  /(?:^|\/)(?:node_modules|dist|build|out|target|coverage|tmp|temp|\.cache|\.next|\.nuxt|\.turbo|__pycache__|\.venv|venv|\.tox|\.parcel-cache|[\w.-]*\.egg-info)\/?$/;
const TEMPORARY = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/dev\/shm|\/var\/folders\/[^/]+\/[^/]+|\/run\/user\/\d+)\/./;
const CACHES =
  /^\/var\/(?:cache\/.|lib\/apt\/lists(?:\/|$))|^\/(?:opt|srv|var\/(?:www|lib)|usr\/local)\/.+\/\.?caches?(?:\/|$)/;
const PACKAGES =
  /\/(?:node_modules|__pycache__|\.venv|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.next|\.turbo|\.parcel-cache)(?:\/|$)/;
const HOME_CACHES =
  /^(?:\.cache\/|Library\/Caches\/|\.npm\/_|\.gradle\/caches|\.m2\/repository|\.cargo\/registry|\.yarn\/|\.pnpm-store|\.local\/share\/(?:Trash|pnpm\/store)|\.nuget\/packages|go\/pkg\/|\.bun\/install\/cache|\.ivy2\/cache|\.sbt\/boot|\.terraform\.d\/plugin-cache|\.composer\/cache|\.pub-cache|\.Trash\/|Library\/Developer\/Xcode\/DerivedData)/;
const PERSONAL =
  /^(?:Documents|Desktop|Pictures|Photos|Music|Movies|Videos|Dropbox|OneDrive|Google Drive|iCloud|Library|Mail|Maildir|\.ssh|\.gnupg|\.aws|\.kube|\.config|\.local|\.password-store|\.thunderbird|\.mozilla|\.docker|\.azure|\.bash_history|\.git-credentials)$/;
const DATA =
  /^\/(?:data|database|db|backups?|storage|srv|mnt|media|Volumes|export|nfs|archive)(?:\/|$)|^\/var\/(?:lib|backups|www|mail|spool|db|opt)\/|^\/opt\/[^/]+\/(?:data|backups?)(?:\/|$)|^\/usr\/local\/(?:var|pgsql)\//;
