import type { Bash } from '@hookline/core/internal';
import { fieldsOf, partsText, textOf, type RunInside } from './expand.ts';
import { MARKS } from './marks.ts';
import { absolutePath } from './paths.ts';
import { secretOf } from './secret-files.ts';
import type { Opened, Shell } from './shell.ts';

/** The effect of the redirections of a command. */
export interface Redirects {
  readonly opened: readonly Opened[];
  /** Its input; null when that is not redirected. */
  readonly stdin: string | null;
}

/** Processes the redirections of a command in order. */
export function applyRedirects(redirects: readonly Bash.Redirection[], shell: Shell, run: RunInside): Redirects {
  const opened: Opened[] = [];
  let stdin: string | null = null;
  for (const redirect of redirects) {
    switch (redirect.type) {
      case 'HereDoc':
        stdin = bodyOf(redirect, shell, run);
        break;
      case 'HereString':
        stdin = redirect.target === undefined ? '' : `${textOf(redirect.target, shell, run)}\n`;
        break;
      case 'Redirect':
        if (readsDescriptor(redirect)) stdin = MARKS.printed;
        for (const file of filesOf(redirect, shell, run)) {
          opened.push(file);
          if (file.operator === '<') stdin = contentOf(file.path, shell);
        }
    }
  }
  return { opened, stdin };
}

function bodyOf({ delimiter, body, operator }: Bash.HereDoc, shell: Shell, run: RunInside): string {
  const isRaw = delimiter?.quoted === true || body.parts === undefined;
  const text = isRaw ? body.text : partsText(body.parts, shell, run);
  return operator === '<<-' ? text.replace(/^\t+/gm, '') : text;
}

/** `<&3`: what another part of the line, or of the shell before it, has opened. */
const readsDescriptor = ({ operator, target }: Bash.Redirect): boolean =>
  operator.endsWith('<&') && target !== undefined && !/^[0-]$/.test(target.text);

function filesOf({ operator, target }: Bash.Redirect, shell: Shell, run: RunInside): readonly Opened[] {
  if (target === undefined) return [];
  const words = fieldsOf(target, shell, run);
  // `2>&1` and `>&-` name descriptors.
  return words
    .filter((word) => !(operator.endsWith('&') && /^(?:\d+|-)$/.test(word)))
    .map((word) => ({ operator, path: absolutePath(word, shell) ?? word }));
}

/** What is known of a file's content. */
export function contentOf(path: string, { files, session, stdin }: Pick<Shell, 'files' | 'session' | 'stdin'>): string {
  if (OWN_INPUT.test(path)) return stdin;
  if (NETWORK_FILE.test(path)) return MARKS.network;
  // What is typed there is not known, and no text of anybody.
  if (TERMINAL.test(path)) return '';
  return files.get(path) ?? secretOf(path, session.home) ?? MARKS.unknown;
}

const OWN_INPUT = /^\/dev\/(?:stdin|fd\/0)$|^\/proc\/self\/fd\/0$/;
const TERMINAL = /^\/dev\/(?:tty|pts\/\d+)$/;
const NETWORK_FILE = /^\/dev\/(?:tcp|udp)\//;
