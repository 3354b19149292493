import type { Attitude } from './attitude.ts';
import { type Interpreter, interpreterNamed } from './interpreters.ts';
import { OPTION_RUNNERS } from './option-runners.ts';
import { PREFIX_RUNNERS } from './prefix-runners.ts';
import { REMOTE_RUNNERS } from './remote-runners.ts';
import type { ProgramRunner } from './run-way.ts';

/**
 * Every program known to run other programs, by its bare name, with how it gets the command; interpreters are listed
 * separately.
 */
const PROGRAM_RUNNERS: Readonly<Record<string, ProgramRunner>> = {
  ...PREFIX_RUNNERS,
  ...REMOTE_RUNNERS,
  ...OPTION_RUNNERS,
};

/** How a program runs others, as far as the attitude allows; null when it is not known to run any. */
export function programRunner(name: string, unsure: Attitude): ProgramRunner | null {
  const found = Object.hasOwn(PROGRAM_RUNNERS, name) ? (PROGRAM_RUNNERS[name] ?? null) : interpreterRunner(name);
  return unsure === 'run' && found?.isPlain !== true ? null : found;
}

/** Whether a program runs the words after it, possibly after its own options or operands. */
export const runsItsArguments = (name: string): boolean =>
  programRunner(name, 'cover')?.ways.some(
    ({ takes, after }) => after === undefined && (takes === 'rest' || takes === 'rest-as-line' || takes === 'items'),
  ) === true;

function interpreterRunner(name: string): ProgramRunner | null {
  const interpreter = interpreterNamed(name, 'ask');
  if (interpreter === null) return null;
  const known = runners.get(interpreter) ?? runnerOf(interpreter);
  runners.set(interpreter, known);
  return known;
}

const runners = new Map<Interpreter, ProgramRunner>();

function runnerOf({ language, code, codeVerb, valued, module, script = [], ...rest }: Interpreter): ProgramRunner {
  if (language === 'shell' || language === null) return { valued, ways: [{ takes: 'shell' }] };
  if (codeVerb !== undefined)
    return { valued: [], ways: [{ takes: 'code', language, options: [], operand: true, after: [[codeVerb]] }] };
  return {
    valued: [...code, ...valued, ...(module ?? []), ...script],
    ways: [
      {
        takes: 'code',
        language,
        options: code,
        ...(rest.operandIsCode === true ? { operand: true } : {}),
        ...(module === undefined ? {} : { unless: module }),
      },
    ],
    ...(rest.longDash === true ? { longDash: true } : {}),
  };
}
