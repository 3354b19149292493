import type { Bash } from '@hookline/core/internal';
import type { Redirects } from './redirects.ts';
import type { Shell } from './shell.ts';

/** Records the variables of the environment that a command prints and whose names say that they are secrets. */
export function noteShownSecrets({ name, args }: Bash.Command, shell: Shell, { opened }: Redirects): void {
  if (!shell.isSeen || opened.some(({ operator }) => operator.includes('>'))) return;
  const program = name?.text ?? '';
  if (!PRINTERS.has(program)) return;
  for (const { text } of args)
    for (const shown of program === 'printenv' ? [text] : namesIn(text))
      if (SECRET_NAME.test(shown) && !shell.variables.has(shown))
        shell.session.acts.push({ act: 'show-secret', name: shown });
}

/** Records the variables of the environment that stand as a whole part of an address that is asked for. */
export function noteSentSecrets({ name, args }: Bash.Command, shell: Shell): void {
  if (!ASKERS.has(name?.text ?? '')) return;
  for (const { text } of args)
    for (const [, bare, braced] of text.matchAll(PART_OF_ADDRESS)) {
      const sent = bare ?? braced ?? '';
      if (SECRET_NAME.test(sent) && !shell.variables.has(sent))
        shell.session.acts.push({ act: 'send-variable', name: sent });
    }
}

const ASKERS: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'nslookup', 'dig', 'ping']);
/** `https://h.example/$KEY`, not `…/bot$KEY/…`, as which some services want it. */
const PART_OF_ADDRESS = /(?<=^["']?https?:\/\/[^"'\s]*\/)\$(?:(\w+)|\{(\w+)\})(?=["'/?]|$)/g;

const PRINTERS: ReadonlySet<string> = new Set(['echo', 'printf', 'printenv']);

/** In `${X:+set}` and `${#X}` the value itself does not show; a job of CI hides what it names after `add-mask`. */
const namesIn = (text: string): readonly string[] =>
  text.startsWith("'") || text.includes('::add-mask::')
    ? []
    : Array.from(text.matchAll(/(?<!\\)\$(?:(\w+)|\{(\w+)\})/g), ([, bare, braced]) => bare ?? braced ?? '');

/** Names of variables whose value is a secret. */
export const SECRET_NAME =
  /^(?:\w*_)?(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|(?:API|SECRET|PRIVATE|ACCESS|ENCRYPTION|SIGNING|ADMIN|MASTER|SERVICE_ROLE)_?KEY)$/i;
