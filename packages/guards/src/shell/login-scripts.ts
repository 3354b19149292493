/** Whether every shell of a user runs the file when it starts or ends; a copy elsewhere, as in a project, is none. */
export function isLoginScript(path: string, home: string): boolean {
  const [, folder] = NAME.exec(path) ?? [];
  return folder !== undefined && (folder === home || HOMES.test(folder));
}

/**
 * Whether a text that is added to such a file only sets something up: variables, aliases, functions, completions, and
 * what a tool prints for that. What starts a program, or cannot be read, does more.
 */
export const onlySetsUp = (text: string): boolean =>
  text.trim() === '' || (!ONLY_UNKNOWN.test(text) && text.split('\n').every((line) => SETTING.test(line)));

/** Of other users, of services, and what new users are given. */
const HOMES =
  /^\/root$|^\/(?:var\/|export\/)?(?:home|Users)\/[^/]+$|^\/var\/(?:lib|www|root)(?:\/[^/]+)?$|^\/etc\/skel$|^\/(?:mnt\/)?[a-z]\/Users\/[^/]+$/;
const NAME =
  /^(.*)\/(?:\.config\/fish\/config\.fish|\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc))$/;
const ONLY_UNKNOWN = /^[\s\uE000-\uE00C]*$/;
/** A line that sets something up, or cannot be known; it starts no program of its own. */
const SETTING =
  /^\s*(?:$|[\w-]+\s+(?:init|hook|activate|completions?|shellenv|env)\b[^|;&]*\|\s*source\s*$|[#{}()[\]\uE000-\uE00C]|\.\s|;;|&&|\|\||[\w-]+\s*(?:\+?=|\(\))|(?:export|alias|unalias|source|eval|if|then|else|elif|fi|for|do|done|while|case|esac|function|return|set|setopt|unsetopt|shopt|complete|compdef|compinit|autoload|bind|bindkey|zstyle|zmodload|zinit|zplug|antigen|omz|umask|ulimit|stty|test|command|local|declare|typeset|readonly|unset|hash|true|clear|cd|echo|printf|fish_add_path|ssh-add|umask)\b)/;
