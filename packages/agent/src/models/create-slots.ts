import { didYouMean } from '@hookline/core/internal';
import type { ModelSlot } from '../contract/agent.ts';
import { createModel, specOf, type ModelChoice } from './create-model.ts';
import { UsageProblem, type Model } from '../contract/model.ts';

/** The sizes of model that a prompt hook can ask for. */
export const MODEL_SLOTS = ['fast', 'long', 'thinking'] as const satisfies readonly ModelSlot[];

/**
 * Models beside the main one: from strings `NAME=PROVIDER/MODEL`, else from HOOKLINE_MODEL_FAST, _LONG and _THINKING,
 * which a scripted main model leaves aside. A slot that is not set is left out. Throws a UsageProblem for a bad one.
 */
export async function createSlots(
  texts: readonly string[],
  main: ModelChoice,
): Promise<Readonly<Partial<Record<ModelSlot, Model>>>> {
  const named = modelNamer(main);
  const specs: Specs = { ...specsFromEnv(main), ...Object.fromEntries(texts.map(splitText)) };
  const slots: Partial<Record<ModelSlot, Model>> = {};
  for (const slot of MODEL_SLOTS) {
    const spec = specs[slot];
    if (spec !== undefined && !(spec === 'scripted' && isScripted(main))) slots[slot] = await named(spec);
  }
  return slots;
}

/** Makes further models by their `PROVIDER/NAME`; those of the main model's provider share its base URL. */
export function modelNamer(main: ModelChoice): (spec: string) => Promise<Model> {
  const { baseUrl, env } = main;
  const provider = providerOf(specOf(main));
  return (spec) => createModel({ spec, env, baseUrl: providerOf(spec) === provider ? baseUrl : undefined });
}

const providerOf = (spec: string): string => spec.split('/', 1)[0] ?? '';

const isScripted = (main: ModelChoice): boolean => specOf(main) === 'scripted';

type Specs = Readonly<Partial<Record<ModelSlot, string>>>;

function specsFromEnv(main: ModelChoice): Specs {
  if (isScripted(main)) return {};
  const specs: Partial<Record<ModelSlot, string>> = {};
  for (const slot of MODEL_SLOTS) {
    const spec = main.env[`HOOKLINE_MODEL_${slot.toUpperCase()}`]?.trim() ?? '';
    if (spec !== '') specs[slot] = spec;
  }
  return specs;
}

function splitText(text: string): readonly [ModelSlot, string] {
  const equals = text.indexOf('=');
  const spec = text.slice(equals + 1).trim();
  if (equals === -1 || spec === '')
    throw new UsageProblem(`--slot takes NAME=PROVIDER/MODEL, such as fast=openai/NAME, not ${JSON.stringify(text)}`);
  const name = text.slice(0, equals).trim();
  const slot = MODEL_SLOTS.find((known) => known === name);
  if (slot !== undefined) return [slot, spec];
  const meant = didYouMean(name, MODEL_SLOTS);
  const guess = meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`;
  throw new UsageProblem(`unknown slot ${JSON.stringify(name)} (known are ${MODEL_SLOTS.join(', ')})${guess}`);
}
