import type { CommandRow } from '../../call/arguments.ts';
import type { Completion, OptionRow } from '../../call/options.ts';
import { wordsFor } from './words.ts';

/** The completion of fish, from the same tables as parser and help. */
export function fishScript(commands: readonly CommandRow[]): string {
  const lines = [
    '# fish completion of hookline',
    'complete -c hookline -f',
    ...commands.map(({ name, about }) => `complete -c hookline -n __fish_use_subcommand -a ${name} -d ${quote(about)}`),
    ...commands.flatMap(commandLines),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(command: CommandRow): readonly string[] {
  const start = `complete -c hookline -n '__fish_seen_subcommand_from ${command.name}'`;
  const words = command.words === undefined ? [] : [`${start} ${offer(command.words.completes)}`];
  return [...words, ...command.options.map((option) => `${start} ${optionWords(option)}`)];
}

function optionWords(option: OptionRow): string {
  const head = `-l ${option.name} -d ${quote(option.about)}`;
  if (option.value === undefined) return head;
  return option.completes === undefined ? `${head} -x` : `${head} -r ${offer(option.completes)}`;
}

function offer(completion: Completion): string {
  const words = wordsFor(completion);
  if (words !== null) return `-f -a ${quote(words.join(' '))}`;
  return completion === 'folders' ? `-f -a '(__fish_complete_directories)'` : '-F';
}

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
