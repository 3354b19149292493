import { readFileSync } from 'node:fs';

/** A process above this one. */
export interface Ancestor {
  readonly pid: number;
  /** As it was given at its start; empty when it is another user's. */
  readonly env: Readonly<Record<string, string>>;
  /** It takes over processes whose own parents have ended, and starts none for a person. */
  readonly isKeeper: boolean;
  /** Whether the process below it has a terminal that it answers to. */
  readonly hasChildOnTerminal: boolean;
}

const MOST = 64;

/** The processes above this one, nearest first; none where the system does not tell. */
export function ancestors(self: number = process.pid): readonly Ancestor[] {
  const found: Ancestor[] = [];
  let below = stateOf(self);
  while (below !== null && below.parent > 0 && found.length < MOST) {
    const pid = below.parent;
    const state = stateOf(pid);
    found.push({
      pid,
      env: environmentOf(pid),
      isKeeper: pid === 1 || (state !== null && KEEPERS.test(state.name)),
      hasChildOnTerminal: below.terminal !== 0,
    });
    below = state;
  }
  return found;
}

/** Programs that stand at the root of a part of a system; the first process is one whatever its name. */
const KEEPERS =
  /^(?:systemd|init|launchd|tini|dumb-init|docker-init|catatonit|s6-svscan|runsvdir|runit|supervisord|containerd-shim.*|conmon|sleep|tail|cat)$/;

interface ProcessState {
  readonly name: string;
  readonly parent: number;
  /** Number of the controlling terminal; 0: none. */
  readonly terminal: number;
}

function stateOf(pid: number): ProcessState | null {
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(textOf(`/proc/${pid}/stat`)) ?? [];
  const [, parent, , , terminal] = rest.split(' ');
  return parent === undefined ? null : { name, parent: Number(parent), terminal: Number(terminal) };
}

const environmentOf = (pid: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    textOf(`/proc/${pid}/environ`)
      .split('\0')
      .flatMap((pair) => {
        const equals = pair.indexOf('=');
        return equals > 0 ? [[pair.slice(0, equals), pair.slice(equals + 1)] as const] : [];
      }),
  );

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // another system, another user's, or gone meanwhile
  }
}
