import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { AnyEvent, JsonObject } from '../model/index.ts';
import { isJsonObject } from '../model/index.ts';
import { sha256 } from '../text/sha256.ts';
import { makePrivateFolder, readPrivateFile, removeFile, writePrivateFile } from './private-files.ts';

/** The tool that a canary is about; no agent has one of that name. */
const CANARY_TOOL = 'hookline-canary';

/** An event that is refused although no hook says so: proof that a refusal reaches an agent. */
export interface Canary {
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  /** What the refusal says. */
  readonly reason: string;
  /** From then on it is an event like any other. */
  readonly withdraw: () => void;
}

/** Makes a canary that counts until it is withdrawn. Its mark lies in the state folder, where no project can write. */
export function issueCanary(stateFolder: string): Canary {
  const token = randomBytes(16).toString('hex');
  const file = fileOf(stateFolder, token);
  makePrivateFolder(join(stateFolder, CANARIES));
  writePrivateFile(file, `${Date.now()}\n`, join(stateFolder, CANARIES));
  return {
    tool_name: CANARY_TOOL,
    tool_input: { token },
    reason: reasonFor(token),
    withdraw: () => removeFile(file),
  };
}

/**
 * Why a canary is refused; null for every other event. A canary can do nothing but be refused, so that there is nothing
 * to gain from a forged one.
 */
export function canaryRefusal(event: AnyEvent, stateFolder: string): string | null {
  const { tool_name: tool, tool_input: input } = event;
  if (tool !== CANARY_TOOL || !isJsonObject(input) || typeof input['token'] !== 'string') return null;
  const { token } = input;
  try {
    const age = Date.now() - Number(readPrivateFile(fileOf(stateFolder, token)));
    return age < LONGEST_MS ? reasonFor(token) : null;
  } catch {
    return null;
  }
}

const CANARIES = 'canaries';
const LONGEST_MS = 600_000;

const fileOf = (stateFolder: string, token: string): string => join(stateFolder, CANARIES, sha256(token));

const reasonFor = (token: string): string => `hookline refuses its canary ${token}`;
