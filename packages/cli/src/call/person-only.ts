import { trustProject } from '@hookline/core';
import {
  AGENTS,
  type AgentTable,
  ancestors,
  DIALECTS,
  environmentOf,
  findProcess,
  hostAbove,
  isKeeper,
  isStartedByHook,
  type LineProcess,
  stateFolder,
} from '@hookline/core/internal';
import { connectionsOn } from '@hookline/toolbox/connections';
import type { Environment } from '../print/output.ts';
import { oneLine } from '../print/text.ts';
import { type Arguments, isGiven } from './arguments.ts';
import type { Caller } from './caller.ts';
import type { HooksPlace } from './place.ts';
import { wrongCall } from './wrong-call.ts';

/**
 * What a project may do is decided by a person: throws a wrong call when a hook or a tool call of an agent makes this call, at
 * whatever distance. `unattended` allows a call without a terminal; it excuses nothing else.
 */
export function refuseDriven(place: DrivenPlace, what: string, unattended = false): void {
  const driver = driverOf(place);
  if (driver === 'hook') throw wrongCall(`${what} is refused inside a hook`);
  if (driver === 'agent')
    throw wrongCall(`${what} is refused in a tool call of an agent: a person must run it, in a terminal`);
  if (driver === 'host')
    throw wrongCall(
      `${what} is refused: it was started by a hook or a tool call, below ${hostName(place)}; a person must run it, in a terminal`,
    );
  if (driver === 'unknown' && !unattended)
    throw wrongCall(
      `${what} is refused: the process that started it has ended, and there is no terminal; run it in a terminal, or allow it with \`hookline ${what.startsWith('--') ? 'trust' : what} --unattended\``,
    );
}

/** Hooks of the user run in every project, and no trust stands before them: with `--user`, a person writes them. */
export function refuseDrivenForUser(place: DrivenPlace, command: string, given: Arguments): void {
  if (isGiven(given, 'user')) refuseDriven(place, `${command} --user`, isGiven(given, 'unattended'));
}

/** The environment of a call, and whose state it is about. */
export type DrivenPlace = Pick<HooksPlace, 'env' | 'home'>;

/** Whether a hook or an agent makes this call, or it cannot be told who does: then a person cannot be asked. */
export const isDriven = (place: DrivenPlace): boolean => driverOf(place) !== null;

/** Who makes this call, over any number of processes; null: a person, as far as can be seen. */
function driverOf(place: DrivenPlace): 'hook' | 'agent' | 'host' | 'unknown' | null {
  const above = ancestors();
  const marks = [place.env, ...above.map(({ pid }) => environmentOf(pid))];
  const driver = marks.map(driverIn).find((found) => found !== null);
  if (driver !== undefined) return driver;
  if (isInConnectedAgent(place, marks)) return 'agent';
  // After exec a process has another environment: hosts of hooks are on file, whatever the processes that they started carry.
  if (hostOver(place) !== null) return 'host';
  return isStray(above) ? 'unknown' : null;
}

/**
 * Whether a tool of an agent that hookline guards makes this call, with no person at a terminal: its model must not be
 * able to take the guard away.
 */
function isInConnectedAgent(place: DrivenPlace, line: readonly Environment[]): boolean {
  if (findProcess(process.pid)?.terminal !== '') return false;
  const agents = AGENTS.filter(({ program: { marks = [] } }) =>
    marks.some((name) => line.some((env) => isFilled(env[name]))),
  );
  return agents.length > 0 && isAnyConnected(place, agents);
}

function isAnyConnected(place: DrivenPlace, agents: readonly AgentTable[]): boolean {
  try {
    return connectionsOn(place).some(({ agent }) => agents.some(({ id }) => id === agent));
  } catch {
    return true; // it cannot be told
  }
}

const hostOver = ({ env, home }: DrivenPlace): LineProcess | null => hostAbove(stateFolder(env, home));

const hostName = (place: DrivenPlace): string => {
  const host = hostOver(place);
  return host === null ? 'a host of hooks' : `${oneLine(host.name)} (process ${host.pid}), which runs hooks`;
};

/** Whose mark an environment carries. */
function driverIn(env: Environment): 'hook' | 'agent' | null {
  if (isStartedByHook(env, DIALECTS) || isFilled(env['HOOKLINE_SHELL'])) return 'hook';
  return isFilled(env['HOOKLINE_AGENT']) ? 'agent' : null;
}

const isFilled = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Whether the processes that started this one are gone: then it cannot be told whether a hook did. */
function isStray([parent]: readonly LineProcess[]): boolean {
  return parent !== undefined && isKeeper(parent) && findProcess(process.pid)?.terminal === '';
}

/** Trusts the project as `trust` does, or ends the call. */
export async function trustFirst(place: HooksPlace, given: Arguments, caller: Caller): Promise<void> {
  const problem = await tryToTrust(place, given, caller);
  if (problem !== null) throw wrongCall(problem);
}

/** Trusts the project as `trust` does, and says so unless the output is for a program; or tells why it cannot. */
export async function tryToTrust(place: HooksPlace, given: Arguments, caller: Caller): Promise<string | null> {
  refuseDriven(place, '--trust-hooks');
  const { content, already, problem } = await trustProject(place);
  if (problem === null && !already && content.files.length > 0 && !isGiven(given, 'json'))
    caller.writeErr(
      `hookline: trusted ${oneLine(content.path)} (${content.files.length === 1 ? '1 file' : `${content.files.length} files`})\n`,
    );
  return problem;
}

/** A hook must not be able to widen what is trusted. */
export function refuseInsideHook(env: Environment, what: string): void {
  if ((env['HOOKLINE_RUN'] ?? '') !== '') throw wrongCall(`${what} is refused inside a hook`);
}
