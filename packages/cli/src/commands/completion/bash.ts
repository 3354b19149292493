import type { CommandRow } from '../../call/arguments.ts';
import type { Completion, OptionRow } from '../../call/options.ts';
import { wordsFor } from './words.ts';

/** The completion of bash, from the same tables as parser and help. */
export function bashScript(commands: readonly CommandRow[]): string {
  const names = [...commands.map(({ name }) => name), 'help', '--help', '--version'];
  return `# bash completion of hookline
_hookline() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    ${offer(names)}
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${commands.map(commandCase).join('\n')}
    help) ${offer(commands.map(({ name }) => name))} ;;
  esac
}
complete -F _hookline hookline
`;
}

const valueCases = (command: CommandRow): readonly string[] =>
  command.options
    .filter((option) => option.value !== undefined)
    .map((option) => `    '${command.name} --${option.name}') ${offerValue(option)}return ;;`);

const offerValue = (option: OptionRow): string =>
  option.completes === undefined ? '' : `${offerFor(option.completes)}; `;

function commandCase(command: CommandRow): string {
  const options = offer(command.options.map(({ name }) => `--${name}`));
  if (command.words === undefined) return `    ${command.name}) ${options} ;;`;
  const words = offerFor(command.words.completes);
  return `    ${command.name}) if [[ $current == -* ]]; then ${options}; else ${words}; fi ;;`;
}

function offerFor(completion: Completion): string {
  const words = wordsFor(completion);
  if (words !== null) return offer(words);
  return `compopt -o filenames; COMPREPLY=($(compgen ${completion === 'folders' ? '-d' : '-f'} -- "$current"))`;
}

// Words are parted by line breaks, as IFS is: a file name may hold spaces.
const offer = (words: readonly string[]): string =>
  `COMPREPLY=($(compgen -W $'${words.join(String.raw`\n`)}' -- "$current"))`;
