import { errorCode, errorText } from '@hookline/core/internal';
import type { ToolEnd } from './tool.ts';

/** Thrown inside a tool for what the model or the world did wrong; `defineTool` makes it the end of the call. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly errorType: string;

  constructor(errorType: string, message: string) {
    super(message);
    this.errorType = errorType;
  }
}

/** The end of a call that threw; an unforeseen error is passed on as it is. */
export function endOfFailure(error: unknown, signal: AbortSignal): ToolEnd {
  if (error instanceof ToolFailure) return { ok: false, error: error.message, errorType: error.errorType };
  if (signal.aborted) return { ok: false, error: 'interrupted', errorType: 'interrupted' };
  return { ok: false, error: errorText(error), errorType: 'error' };
}

/** What went wrong with a file, in one line that names it; anything but a system error passes through. */
export function fileFailure(error: unknown, path: string): unknown {
  const code = errorCode(error);
  const known = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
  if (known !== undefined) return new ToolFailure(known.errorType, `${path}: ${known.text}`);
  return code === '' ? error : new ToolFailure('error', `${path}: ${code}`);
}

const KNOWN: Readonly<Record<string, { readonly errorType: string; readonly text: string }>> = {
  ENOENT: { errorType: 'not_found', text: 'there is no such file' },
  ENOTDIR: { errorType: 'not_found', text: 'a part of the path is a file, not a folder' },
  EISDIR: { errorType: 'not_a_file', text: 'this is a folder, not a file' },
  EACCES: { errorType: 'permission', text: 'permission denied' },
  EPERM: { errorType: 'permission', text: 'the system does not permit it' },
  EROFS: { errorType: 'permission', text: 'the file system is read-only' },
  ELOOP: { errorType: 'not_found', text: 'the symlinks form a loop' },
  ENAMETOOLONG: { errorType: 'invalid_input', text: 'the name is too long' },
  ERR_INVALID_ARG_VALUE: { errorType: 'invalid_input', text: 'the path holds a character that no path can hold' },
  ENOSPC: { errorType: 'error', text: 'no space is left on the device' },
};
