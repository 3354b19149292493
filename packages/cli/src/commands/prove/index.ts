import { DIALECTS, isStartedByHook } from '@hookline/core/internal';
import { type Proof, proveHooks, type ProveOptions, readCanaries, type Stress, STRESSES } from '@hookline/toolbox';
import { type Arguments, isGiven, valuesOf } from '../../call/arguments.ts';
import { namingProblem } from '../../call/hook-names.ts';
import { placeOf } from '../../call/place.ts';
import { modelOf } from '../../call/model-of.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { isTerminal, writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { proofLines } from './lines.ts';
import { showDiagnostics } from '../../print/show-diagnostics.ts';
import { endRunsOnSignal } from '../../process/signals.ts';

/** Runs hooks on their canaries and shows how each stands; anything that does not hold makes the status 1. */
export async function prove(given: Arguments): Promise<number> {
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
      strict: isGiven(given, 'strict'),
      ...progress.told,
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
  const asked = valuesOf(given, 'stress');
  if (isGiven(given, 'no-stress')) {
    if (asked.length > 0) throw wrongCall('--stress and --no-stress contradict each other; leave one out');
    return [];
  }
  const known = STRESSES.map(({ name }) => name);
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined) throw wrongCall(`unknown stress "${unknown}"`, { word: unknown, known });
  return asked.length === 0 ? STRESSES : STRESSES.filter(({ name }) => asked.includes(name));
}

/** What is told on stderr while hooks run; on a terminal, a count that goes away again. */
function progressOf(given: Arguments): {
  readonly told: Pick<ProveOptions, 'onPlan' | 'onProgress'>;
  readonly end: () => void;
} {
  const isLive = isTerminal(2) && !isGiven(given, 'json');
  let total = 0;
  return {
    told: {
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
