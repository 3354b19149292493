import { dirname } from 'node:path/posix';

/** Whether every shell of a user runs the file when it starts or ends; a copy deeper in the home folder is none. */
export const isLoginScript = (path: string, home: string): boolean =>
  path.endsWith('/.config/fish/config.fish') ||
  (NAME.test(path) && (dirname(path) === home || !path.startsWith(`${home}/`)));

/**
 * Whether a text that is added to such a file only sets something up: variables, aliases, functions, completions, and
 * what a tool prints for that. What starts a program, or cannot be read, does more.
 */
export const onlySetsUp = (text: string): boolean =>
  text.trim() === '' || (!ONLY_UNKNOWN.test(text) && text.split('\n').every((line) => SETTING.test(line)));

const NAME = /\/\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zshenv|zprofile|zlogin|zlogout|kshrc)$/;
const ONLY_UNKNOWN = /^[\s\uE000-\uE00C]*$/;
/** A line that sets something up, or cannot be known; it starts no program of its own. */
const SETTING =
  /^\s*(?:$|[\w-]+\s+(?:init|hook|activate|completions?|shellenv|env)\b[^|;&]*\|\s*source\s*$|[#{}()[\]\uE000-\uE00C]|\.\s|;;|&&|\|\||[\w-]+\s*(?:\+?=|\(\))|(?:export|alias|unalias|source|eval|if|then|else|elif|fi|for|do|done|while|case|esac|function|return|set|setopt|unsetopt|shopt|complete|compdef|compinit|autoload|bind|bindkey|zstyle|zmodload|zinit|zplug|antigen|omz|umask|ulimit|stty|test|command|local|declare|typeset|readonly|unset|hash|true|clear|cd|echo|printf|fish_add_path|ssh-add|umask)\b)/;
