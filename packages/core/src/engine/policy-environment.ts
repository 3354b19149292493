import type { HookPolicy } from '../model/index.ts';

type HostVariables = Readonly<Record<string, string | undefined>>;

/** How many hooks of policies are above this process: the events of each are decided by them again. */
export const POLICY_DEPTH = 'HOOKLINE_POLICY_DEPTH';

/** Where the files of a policy hook are. */
const POLICY_FOLDER = 'HOOKLINE_POLICY';

/** Variables that cannot choose which program or library a hook runs. */
const PLAIN =
  /^(?:USER|LOGNAME|LANG|LC_[A-Z]+|TZ|TERM|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|USERPROFILE|COMSPEC|PATHEXT|WINDIR)$/i;

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The environment that a hook of a policy inherits: nothing in it decides which code runs. */
export function policyEnvironment(
  env: HostVariables,
  { path, home }: HookPolicy,
  platform: NodeJS.Platform,
): HostVariables {
  const plain = Object.fromEntries(Object.entries(env).filter(([name]) => PLAIN.test(name)));
  const usual = platform === 'win32' ? env['PATH'] : SYSTEM_PATH;
  return { ...plain, HOME: home, PATH: path ?? usual, PYTHONDONTWRITEBYTECODE: '1' };
}

/** What is set for a hook of a policy beside what its dialect sets. */
export const policyVariables = (env: HostVariables, { folder }: HookPolicy): Readonly<Record<string, string>> => ({
  [POLICY_FOLDER]: folder,
  [POLICY_DEPTH]: String(depthIn(env) + 1),
});

const DEEPEST = 4;

/** Refuses an event so far down that only hooks of policies can have led there. */
export function checkDepth(env: HostVariables): void {
  if (depthIn(env) >= DEEPEST)
    throw new Error(
      `${POLICY_DEPTH} is ${String(env[POLICY_DEPTH])}: hooks of policies have led to events ${DEEPEST} times`,
    );
}

/** Anything but a count is as deep as can be. */
function depthIn(env: HostVariables): number {
  const written = env[POLICY_DEPTH] ?? '';
  if (written === '') return 0;
  return /^[0-9]$/.test(written) ? Number(written) : DEEPEST;
}
