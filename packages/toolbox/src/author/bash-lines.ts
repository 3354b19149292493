import { refusingAnswer } from './refusing-answer.ts';
import type { HookTarget } from './shape-of-hook.ts';

/** A string quoted as one shell word. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The start of a guard in bash: it can refuse, and does so without jq. */
export const guardStart = (target: HookTarget): readonly string[] => [
  '# A guard that cannot read the event refuses: it must not let pass what it has not seen.',
  'refuse() {',
  ...refusalLines(target),
  '  exit 2',
  '}',
  `command -v jq > /dev/null || refuse ${quoted(needsJq(target.name))}`,
  '',
];

function refusalLines(target: HookTarget): readonly string[] {
  const answer = refusingAnswer(target);
  if (answer === null) return ['  echo "$1" >&2'];
  const [before, behind] = answer;
  const inJson = '"${reason//\\"/\\\\\\"}"';
  return ['  local reason=${1//\\\\/\\\\\\\\}', `  printf '%s"%s"%s\\n' ${quoted(before)} ${inJson} ${quoted(behind)}`];
}

/** The message of a script that cannot work without jq. */
export const needsJq = (name: string): string => `${name} needs jq, and jq is not installed.`;

/** Reads the value at a path of the event into a variable; anything but a string as its JSON. */
export const readInto = (variable: string, path: readonly string[], name: string): readonly string[] => [
  `${variable}=$(jq -r '${path.map((key) => `.${key}`).join('')} // "" | if type == "string" then . else tojson end') ||`,
  `  refuse ${quoted(`${name} could not read the event.`)}`,
];
