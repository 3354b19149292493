import {
  type AgentOptions,
  createModel,
  createSlots,
  type ModelChoice,
  modelNamer,
  PERMISSION_MODES,
  type PermissionMode,
  UsageProblem,
} from '@hookline/agent';
import { forTerminal } from '@hookline/core/internal';
import { writeErr } from '../print/output.ts';
import { disabledWords, switchedOff } from './disabled.ts';
import { type Arguments, isGiven, valueOf, valuesOf } from './arguments.ts';
import type { OptionName } from './options.ts';
import { refuseDriven } from './person-only.ts';
import { type HooksPlace, placeOf } from './place.ts';
import { wrongCall } from './wrong-call.ts';

/** What a call says about the agent, all but who sits in front of it; throws a wrong call or the agent's own complaint. */
export async function agentOptionsOf(given: Arguments): Promise<Omit<AgentOptions, 'ui'>> {
  const place = placeOf(given);
  if (isGiven(given, 'trust-hooks')) refuseDriven(place, '--trust-hooks');
  const permissionMode = modeOf(given);
  const maxTurns = countOf(given, 'max-turns', 'model turns');
  const contextLength = countOf(given, 'context-length', 'tokens');
  const resume = valueOf(given, 'resume');
  return {
    project: place.project,
    home: place.home,
    env: place.env,
    ...(await modelsOf(given, place)),
    hooks: hooksOf(place),
    trustHooks: isGiven(given, 'trust-hooks'),
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(resume === undefined ? {} : { resume }),
    ...(isGiven(given, 'debug') ? { onDebug: (line) => writeErr(`${forTerminal(line)}\n`) } : {}),
  };
}

async function modelsOf(
  given: Arguments,
  { env }: HooksPlace,
): Promise<Pick<AgentOptions, 'model' | 'slots' | 'modelByName'>> {
  const choice: ModelChoice = {
    spec: valueOf(given, 'model'),
    baseUrl: valueOf(given, 'base-url'),
    script: valueOf(given, 'script'),
    env,
  };
  const model = await createModel(choice);
  return { model, slots: await createSlots(valuesOf(given, 'slot'), choice), modelByName: modelNamer(choice) };
}

// The switch that turns hooks off holds here too, and silence must not be taken for consent.
function hooksOf({ env, dialects, home, ...place }: HooksPlace): NonNullable<AgentOptions['hooks']> {
  const { plugins, stateDir, settings, settingSources } = place;
  const off = switchedOff({ env, home });
  if (off === null) writeErr('hookline: no hook will be run: HOOKLINE_DISABLE is set\n');
  else if (off.disabled !== undefined) writeErr(`${disabledWords(false)}\n`);
  // Hooks of a policy run whichever dialects are wanted.
  const wanted = off === null || off.disabled !== undefined ? [] : dialects;
  return {
    ...(wanted === undefined ? {} : { dialects: wanted }),
    ...(plugins === undefined ? {} : { plugins }),
    ...(stateDir === undefined ? {} : { stateDir }),
    ...(settings === undefined ? {} : { settings }),
    ...(settingSources === undefined ? {} : { settingSources }),
  };
}

function modeOf(given: Arguments): PermissionMode | undefined {
  const asked = valueOf(given, 'permission-mode');
  if (asked === undefined) return undefined;
  const mode = PERMISSION_MODES.find((known) => known === asked);
  if (mode === undefined)
    throw wrongCall(`unknown permission mode "${asked}"`, { word: asked, known: PERMISSION_MODES });
  return mode;
}

function countOf(given: Arguments, option: OptionName, what: string): number | undefined {
  const text = valueOf(given, option);
  if (text === undefined) return undefined;
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count > 0) return count;
  throw wrongCall(`--${option}: expected a whole number of ${what} above 0, found "${text}"`);
}

/** What the agent says about a wrong call is said as the command line says it. */
export function asWrongCall(error: unknown): never {
  throw error instanceof UsageProblem ? wrongCall(error.message) : error;
}
