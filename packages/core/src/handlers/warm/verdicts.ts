import { assetPath } from '../assets.ts';
import { BoundedMap } from '../../text/memo.ts';
import { afterScript, afterText } from './afterwards.ts';
import type { Helper } from './helper.ts';
import type { JudgeText, Judgement, RouteQuestion } from './route.ts';
import { flawOfScript, flawOfText } from './script-text.ts';
import type { ShellShape } from './waiting-shell.ts';

/** The verdict as known so far; asking starts finding it out, but does not wait. */
export type KnownScript<Verdict> = Verdict | 'not known yet';

/** Finds out a verdict once for each key in the background, and caches a bounded number. */
function rememberVerdicts<RouteQuestion, Verdict>(
  examine: (question: RouteQuestion) => Promise<Verdict>,
  most: number,
): (key: string, question: RouteQuestion) => KnownScript<Verdict> {
  const known = new BoundedMap<string, KnownScript<Verdict>>(most);
  return (key, question) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    known.set(key, 'not known yet');
    examine(question).then(
      (verdict) => known.set(key, verdict),
      () => known.delete(key), // the helper died meanwhile: the next run asks again
    );
    return 'not known yet';
  };
}

/** Caches which texts a waiting shell runs like a new one; a new text is checked while no hook runs. */
export function createTextJudge(helper: () => Helper | null): JudgeText {
  const verdictOn = rememberVerdicts(async ({ text, bash, as }: RouteQuestion): Promise<Judgement> => {
    if ((as === 'script' ? flawOfScript(text) : await flawOfText(text)) !== null) return DIFFERS;
    // Only bash itself knows what is a syntax error, and inside another text it words errors differently.
    const parses = await helper()?.parses(bash, text, {});
    if (parses === undefined) throw new Error('the helper process has ended');
    if (!parses) return DIFFERS;
    return { is: 'same', afterwards: as === 'script' ? afterScript(text) : await afterText(text) };
  }, MOST_TEXTS);
  return (question) => {
    const { text, bash, as } = question;
    return text.length > LONGEST ? DIFFERS : verdictOn(`${as}\0${bash}\0${text}`, question);
  };
}

const DIFFERS = { is: 'differs' } as const;
const LONGEST = 50_000;
const MOST_TEXTS = 1000;

export type JudgePython = (shape: ShellShape) => KnownScript<'waits' | 'does not wait'>;

/** A script that does nothing, in the folder of the code that makes a Python wait. */
export const PROBE = 'python-ahead/probe.py';

/** Finds out whether an interpreter waits where it should, because a hook must not run before its event. */
export function createPythonJudge(helper: () => Helper | null): JudgePython {
  const verdictOn = rememberVerdicts(async ({ file, argv0, env }: ShellShape): Promise<'waits' | 'does not wait'> => {
    const none = { kind: 'none' } as const;
    const ended = { kind: 'file', path: '/dev/null' } as const; // its host seems to be gone
    const order = { file, argv0, args: [assetPath(PROBE)], cwd: '/', env, stdio: [none, none, none, ended] };
    const started = await helper()?.start(order);
    if (started === undefined) throw new Error('the helper process has ended');
    const exit = await started.exit;
    return exit.how === 'exited' && exit.code === 0 ? 'waits' : 'does not wait';
  }, MOST_SHAPES);
  return (shape) => {
    const settings = Object.entries(shape.env).filter(([name]) => name.startsWith('PYTHON'));
    return verdictOn(JSON.stringify([shape.file, shape.argv0, settings]), shape);
  };
}

const MOST_SHAPES = 100;
