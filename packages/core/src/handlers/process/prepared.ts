import { mkdirSync } from 'node:fs';
import type { CommandRequest } from '../../model/index.ts';
import { located } from './located.ts';

/** The request with its program located, once the folder that the hook may write to exists. */
export function prepared(request: CommandRequest): CommandRequest {
  if (request.dataFolder !== undefined) makeFolder(request.dataFolder);
  if (request.sessionFolder !== undefined) makeFolder(request.sessionFolder);
  return located(request);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // A hook that writes there gets the error itself; others do not need the folder.
  }
}
