import { emptied, hasHole, MARKS } from '../shell/marks.ts';
import { absolutePath } from '../shell/paths.ts';
import type { Call } from './call.ts';

/** What a path means to the person who would lose it. */
export type Importance =
  /** The root, the home or the project folder, or all that is in one of them. */
  | 'everything'
  /** A folder that the system needs. */
  | 'system'
  /** A file or folder inside such a folder. */
  | 'in-system'
  /** A variable in it may be empty, and then it is everything. */
  | 'perhaps-everything'
  | 'ordinary';

/** How much would be lost with what a word names. */
export function importanceOf(word: string, { invocation, home, project }: Call): Importance {
  if (word === '') return 'ordinary';
  if (hasHole(word)) return holedImportance(word);
  const path = absolutePath(wholeFolder(word), invocation);
  if (path === null) return isWholeFolder(word) ? 'perhaps-everything' : 'ordinary';
  if (isEverything(path, { home, project })) return 'everything';
  if (SYSTEM.test(path) || coversSystem(path)) return 'system';
  return IN_SYSTEM.test(path) && !HARMLESS.test(path) ? 'in-system' : 'ordinary';
}

/** A folder and its whole content are the same loss: `/x/*`, `/x/.` and `/x/.[!.]*` are `/x`. */
export const wholeFolder = (word: string): string =>
  isWholeFolder(word) ? word.replace(WHOLE, '') || (word.startsWith('/') ? '/' : '.') : word;

const WHOLE = new RegExp(`(?:^|/)\\.{0,2}[${MARKS.star}${MARKS.some}]+(?:/[${MARKS.star}]*)*$`);
export const isWholeFolder = (word: string): boolean => WHOLE.test(word);

/** Whether a glob directly below the root, such as `/e?c`, matches a folder of the system or of its users. */
function coversSystem(path: string): boolean {
  if (!GLOB.test(path) || path.indexOf('/', 1) >= 0) return false;
  const pattern = path
    .slice(1)
    .replace(/\uE002+/g, MARKS.star)
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(MARKS.star, '.*')
    .replaceAll(MARKS.some, '.');
  return [...SYSTEM_NAMES.split('|'), 'home', 'root', 'Users'].some((name) => new RegExp(`^${pattern}$`).test(name));
}

const GLOB = new RegExp(`[${MARKS.star}${MARKS.some}]`);

/** The folder itself, and all its ancestors. */
function isEverything(path: string, { home, project }: { readonly home: string; readonly project: string }): boolean {
  if (path === '/' || HOMES.test(path)) return true;
  return [home, project].some((folder) => path === folder || folder.startsWith(`${path}/`));
}

const HOMES = /^\/(?:home|Users|root)(?:\/[^/]+)?$|^\/root$/;

/** Only where nothing but the unknown part keeps it from being the root or all of a folder. */
function holedImportance(word: string): Importance {
  const short = emptied(word);
  if (short === word || /[\uE001\uE004-\uE006]/.test(short)) return 'ordinary';
  const rest = short.replace(/[\uE002\uE003]/g, '*');
  return /^(?:\/+(?:\*|\.|\.\*)?|\/\*.*|\*)$/.test(rest)
    ? 'perhaps-everything'
    : SYSTEM.test(rest)
      ? 'perhaps-everything'
      : 'ordinary';
}

const SYSTEM_NAMES =
  'bin|sbin|boot|dev|etc|lib|lib32|lib64|libx32|opt|proc|run|srv|sys|usr|var|System|Library|Applications|private|Volumes|mnt|media|nix|snap';
const SYSTEM = new RegExp(
  String.raw`^/(?:${SYSTEM_NAMES})$|^/usr/(?:bin|sbin|lib|lib64|local|share|include)$|^/usr/local/(?:bin|lib)$|^/var/(?:lib|log|www|db|mail|spool)$|^/System/.*|^/private/(?:etc|var)$|^/etc/(?:ssh|systemd|pam\.d|ssl|apt)$|^/[A-Za-z]:?$`,
);
const IN_SYSTEM =
  /^\/(?:bin|sbin|boot|etc|lib|lib32|lib64|usr|sys|proc|dev|System)\/|^\/(?:mnt\/|cygdrive\/)?[A-Za-z]:?\/(?:[Ww]indows|Program Files[^/]*)\//;
const HARMLESS =
  /^\/dev\/(?:null|shm\/|stdout|stderr|tty|fd\/)|^\/usr\/(?:local|src|share\/doc)\/.+|^\/etc\/[^/]+\/.+|^\/proc\/self\//;

/** A disk, a partition, or the memory of the machine. */
export const DEVICE =
  /^\/dev\/(?:[shv]d[a-z\uE000-\uE006\uE008\uE009]|xvd|nvme\d|mmcblk\d|r?disk\d|disk\/by-|mapper\/|md\d|dm-\d|nbd\d|loop\d|sr\d|st\d|ada\d|da\d|pmem\d|dax\d|zvol\/|mtd\d|mtdblock\d|mem$|kmem$|port$|root$|block\/)/;

export const isDevice = (word: string): boolean => DEVICE.test(word);
