import { mkdirSync } from 'node:fs';
import type { CommandRequest } from '../../model/index.ts';
import { located } from './located.ts';

/** The request with its program in place, once the folder is made that the hook may write to. */
export function prepared(request: CommandRequest): CommandRequest {
  if (request.dataFolder !== undefined) makeFolder(request.dataFolder);
  return located(request);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // A hook that wants to write there learns of it in its own way; others do not need it.
  }
}
