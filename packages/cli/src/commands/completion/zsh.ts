import type { CommandRow } from '../../call/arguments.ts';
import type { Completion, OptionRow } from '../../call/options.ts';
import { wordsFor } from './words.ts';

/** The completion of zsh, from the same tables as parser and help. */
export function zshScript(commands: readonly CommandRow[]): string {
  return `#compdef hookline
# zsh completion of hookline
_hookline() {
  local -a commands
  commands=(
${commands.map(({ name, about }) => `    ${quote(`${name}:${about}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
    help) _describe command commands ;;
  esac
}
if [ "$funcstack[1]" = "_hookline" ]; then _hookline "$@"; else compdef _hookline hookline; fi
`;
}

function commandCase(command: CommandRow): string {
  const words =
    command.words === undefined ? [] : [quote(`*:${escape(command.words.usage)}:${action(command.words.completes)}`)];
  const specs = [...command.options.map(optionSpec), ...words];
  return `    ${command.name}) _arguments ${specs.join(' ')} ;;`;
}

function optionSpec(option: OptionRow): string {
  const head = `${option.repeatable === true ? '*' : ''}--${option.name}`;
  if (option.value === undefined) return quote(`${head}[${escape(option.about)}]`);
  const values = option.completes === undefined ? ' ' : action(option.completes);
  return quote(`${head}=[${escape(option.about)}]:${escape(option.value)}:${values}`);
}

function action(completion: Completion): string {
  const words = wordsFor(completion);
  if (words !== null) return `(${words.join(' ')})`;
  return completion === 'folders' ? '_files -/' : '_files';
}

const escape = (text: string): string => text.replace(/[[\]:\\]/g, String.raw`\$&`);

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
