import type { CommandRule } from '../rule.ts';

const WHY = 'opens a shell, and no one reviews what it is told';

const opens = (programs: string, text: RegExp): CommandRule => ({
  id: 'open-shell',
  does: 'ask',
  why: WHY,
  programs: programs.split(' '),
  text,
});

/** Rules about programs that open a shell when they are told so, or when they are told nothing else. */
export const OPENING_RULES: readonly CommandRule[] = [
  opens('vi vim nvim view rvim ex', /\s(?:-c|--cmd)\s*[\s:]*(?:shell\b|sh$|ter(?:minal)?\b|set\s+shell=)/),
  opens('systemd-run', /\s(?:-S|--shell)(?=\s|$)/),
  opens('capsh', /\s--\s*$/),
  // Without a command, `script` writes down what somebody types.
  opens('script', /^script(?:\s+-[aqefF]+)*(?:\s+\/dev\/null)?$/),
  opens('chroot arch-chroot', /^(?:arch-)?chroot\s(?:-\S+\s+)*[^\s-]\S*$/),
  opens('unshare', /^unshare(?:\s+-[\w-]+(?:=\S+)?)+$/),
  opens('xargs', /\s(?:-\w*a|--arg-file)[= ]?\s*\S+\s+(?:\/\S*\/)?(?:ba|z|da|k)?sh$/),
  opens('gdb lldb', /\s-(?:ex|o)\s+(?:!|shell\s+)(?:\/\S*\/)?(?:ba|z|da|k)?sh$/),
  opens('make gmake', /\$\(shell\s+(?:\/usr)?\/bin\/(?:ba|z|da|k)?sh\b(?!\s+-c)/),
  opens('rpm rpm2cpio', /--pipe[= ].*\/bin\/\w*sh\b/),
  opens('emacs', /\((?:term|ansi-term|shell|eshell|serial-term)\b/),
];
