import { assetPath } from '../assets.ts';
import type { Helper } from './helper.ts';
import { rememberVerdicts, type Known } from './verdicts.ts';
import type { Shape } from './waiting-shell.ts';

export type JudgePython = (shape: Shape) => Known<'waits' | 'does not wait'>;

/** A script that does nothing, in the folder of what makes a Python wait. */
export const PROBE = 'python-ahead/probe.py';

/** Finds out whether an interpreter waits where it should: a hook must not run before its event. */
export function createPythonJudge(helper: () => Helper | null): JudgePython {
  const verdictOn = rememberVerdicts(async ({ file, argv0, env }: Shape): Promise<'waits' | 'does not wait'> => {
    const none = { kind: 'none' } as const;
    const ended = { kind: 'file', path: '/dev/null' } as const; // its host seems to be gone
    const order = { file, argv0, args: [assetPath(PROBE)], cwd: '/', env, stdio: [none, none, none, ended] };
    const started = await helper()?.start(order);
    if (started === undefined) throw new Error('nobody to ask');
    const exit = await started.exit;
    return exit.how === 'exited' && exit.code === 0 ? 'waits' : 'does not wait';
  }, MOST_KNOWN);
  return (shape) => {
    const settings = Object.entries(shape.env).filter(([name]) => name.startsWith('PYTHON'));
    return verdictOn(JSON.stringify([shape.file, shape.argv0, settings]), shape);
  };
}

const MOST_KNOWN = 100;
