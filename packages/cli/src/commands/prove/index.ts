import { DIALECTS, isStartedByHook } from '@hookline/core/internal';
import { type Proof, proveHooks, type ProveOptions, readCanaries, type Stress, STRESSES } from '@hookline/toolbox';
import { type Arguments, type Command, isGiven, valuesOf } from '../../call/arguments.ts';
import { namingProblem } from '../../call/hook-names.ts';
import { LAST, type OptionRow, PLACE } from '../../call/options.ts';
import { modelOf, placeOf } from '../../call/place.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { showDiagnostics } from '../../print/diagnostics.ts';
import { isTerminal, writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { endRunsOnSignal } from '../../process/signals.ts';
import { proofLines } from './lines.ts';

const STRESS_NAMES = STRESSES.map(({ name }) => name);

const STRESS = {
  name: 'stress',
  value: 'NAME',
  repeatable: true,
  completes: STRESS_NAMES,
  about: `Only this stress: ${STRESS_NAMES.slice(0, -1).join(', ')} or ${STRESS_NAMES.at(-1) ?? ''}. Repeatable; all by default.`,
} satisfies OptionRow;
const NO_STRESS = { name: 'no-stress', about: 'Run hooks only as things are, under no stress.' } satisfies OptionRow;
const STRICT = {
  name: 'strict',
  about: 'Exit with 1 also when a system lets the action go on because a hook cannot run at all.',
} satisfies OptionRow;

export const PROVE: Command = {
  name: 'prove',
  about: 'Run each armed hook for real, as things are and under stress, and show whether it enforces.',
  words: { usage: '[HOOK...]', min: 0, max: Number.POSITIVE_INFINITY, completes: [] },
  options: [STRESS, NO_STRESS, STRICT, ...PLACE, ...LAST],
  examples: [
    { does: 'every armed hook, with its canaries, under every stress', line: 'hookline prove' },
    { does: 'one hook, quickly', line: 'hookline prove block-rm --no-stress' },
    { does: 'only what a machine without jq does', line: 'hookline prove --stress no-jq' },
  ],
  exits: {
    0: 'what must be blocked is blocked, also under every stress that a hook can withstand, and what must pass passes',
    1: 'a hook lets pass what it must block, or blocks what must pass; a canary reaches no hook; or the call failed',
    130: 'interrupted',
  },
  run: prove,
};

/** Runs hooks on their canaries and shows the result of each; anything that does not hold makes the exit code 1. */
async function prove(given: Arguments): Promise<number> {
  const place = placeOf(given);
  if (isStartedByHook(place.env, DIALECTS)) throw wrongCall('prove is refused inside a hook');
  const restoreSignals = endRunsOnSignal();
  const progress = progressOf(given);
  process.once('exit', progress.end); // an interrupted call leaves no half line on the terminal
  try {
    const { canaries, diagnostics } = await readCanaries(place);
    const proof = await proveHooks({
      hooks: { ...place, ...modelOf(place.env) },
      only: given.words,
      canaries,
      diagnostics,
      stresses: stressesOf(given),
      strict: isGiven(given, STRICT),
      ...progress.callbacks,
    });
    progress.end();
    show(proof, given);
    return proof.ok ? 0 : 1;
  } catch (error) {
    progress.end();
    throw namingProblem(error);
  } finally {
    process.off('exit', progress.end);
    restoreSignals();
  }
}

function stressesOf(given: Arguments): readonly Stress[] {
  const asked = valuesOf(given, STRESS);
  if (isGiven(given, NO_STRESS)) {
    if (asked.length > 0) throw wrongCall('--stress and --no-stress contradict each other; leave one out');
    return [];
  }
  const known = STRESSES.map(({ name }) => name);
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrongCall(`unknown stress "${unknown}"`, { word: unknown, known });
  return asked.length === 0 ? STRESSES : STRESSES.filter(({ name }) => asked.includes(name));
}

/** The progress on stderr while hooks run; on a terminal, a count that is erased at the end. */
function progressOf(given: Arguments): {
  readonly callbacks: Pick<ProveOptions, 'onPlan' | 'onProgress'>;
  readonly end: () => void;
} {
  const isLive = isTerminal(2) && !isGiven(given, 'json');
  let total = 0;
  return {
    callbacks: {
      onPlan: ({ hooks, runs }) => {
        total = runs;
        if (runs === 0) return;
        const what = `${hooks} ${hooks === 1 ? 'hook' : 'hooks'}, up to ${runs} runs`;
        writeErr(`Running hooks for real: ${what}, with all their side effects. Nothing is recorded.\n`);
      },
      onProgress: (done) => void (isLive && writeErr(`\r${done} of ${total} `)),
    },
    end: () => void (isLive && writeErr('\r\u001b[K')),
  };
}

function show(proof: Proof, given: Arguments): void {
  if (isGiven(given, 'json')) {
    writeJson(proof);
    return;
  }
  showDiagnostics(proof.diagnostics);
  writeOut(`${proofLines(proof, paintFor(1, process.env)).join('\n')}\n`);
}
