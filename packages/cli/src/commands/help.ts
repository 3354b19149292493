import type { CommandRow } from '../call/arguments.ts';
import type { OptionRow } from '../call/options.ts';
import { columns } from '../print/text.ts';

/** The help of the whole program. */
export function overviewOf(commands: readonly CommandRow[]): string {
  const rows = commands.filter(({ hidden }) => hidden !== true);
  return lines([
    'hookline runs, explains and checks the hooks of coding agents.',
    '',
    'Usage: hookline COMMAND [options]',
    '',
    'Commands:',
    ...columns(rows.map((command) => [command.name, command.about])).map(indent),
    '',
    'Options:',
    ...columns([
      ['-h, --help', 'Show help; after a command, the help of that command.'],
      ['-v, --version', 'Show the version.'],
    ]).map(indent),
    '',
    'Environment:',
    ...columns(ENVIRONMENT).map(indent),
  ]);
}

/** The help of one command. */
export function helpOf(command: CommandRow): string {
  return lines([
    command.about,
    '',
    `Usage: ${usageOf(command)}`,
    '',
    'Options:',
    ...columns(command.options.map((option) => [spell(option), option.about])).map(indent),
    ...exitLines(command),
    '',
    'Examples:',
    ...command.examples.flatMap((example) => [`  # ${example.does}`, `  ${example.line}`]),
  ]);
}

const ENVIRONMENT = [
  ['HOOKLINE_DISABLE=1', 'Run no hook at all.'],
  ['HOOKLINE_ON_ERROR=proceed', 'Let actions go on when hookline itself fails; by default they are refused.'],
  ['HOOKLINE_VERBOSE=1', 'Show the stack of an internal error, and more details in ask --json.'],
  ['HOOKLINE_STATE_DIR', 'Folder of trust and record (default ~/.local/state/hookline).'],
  ['HOOKLINE_CONFIG_DIR', 'Folder of your own settings, such as hooks in shadow (default ~/.config/hookline).'],
  [
    'HOOKLINE_RECORD_KEY_FILE',
    'File with a secret key for the record: only who has the key can forge it (log --verify).',
  ],
  ['HOOKLINE_RECORD_SYNC=1', 'Flush the record to disk, so that it survives a power cut.'],
  ['HOOKLINE_SOCKET', 'Socket of serve and its clients (default in XDG_RUNTIME_DIR or the state folder).'],
  ['HOOKLINE_RESIDENT=1', 'A client that finds no server starts one for the next call.'],
  ['HOOKLINE_MODEL_COMMAND', 'Program that answers prompt and agent hooks of fire.'],
  ['HOOKLINE_MODEL', 'Model of ask and chat, as --model; HOOKLINE_MODEL_FAST, _LONG, _THINKING as --slot.'],
  ['HOOKLINE_IDLE_SECONDS', 'Seconds without input after which chat tells hooks that it is idle (default 60).'],
  ['NO_COLOR=1', 'No colours.'],
];

const usageOf = (command: CommandRow): string =>
  ['hookline', command.name, ...(command.words === undefined ? [] : [command.words.usage]), '[options]'].join(' ');

const spell = (option: OptionRow): string => `--${option.name}${option.value === undefined ? '' : ` ${option.value}`}`;

const exitLines = (command: CommandRow): readonly string[] =>
  command.exits === undefined ? [] : ['', 'Exit status:', ...columns(Object.entries(command.exits)).map(indent)];

const indent = (line: string): string => `  ${line}`;

const lines = (all: readonly string[]): string => `${all.join('\n')}\n`;
