import type { AskModel } from '@hookline/core';
import type { ModelSlot } from '../contract/agent.ts';
import type { Model } from '../contract/model.ts';
import { MODEL_SLOTS } from '../models/create-slots.ts';
import { isProviderId } from '../models/providers.ts';

/** The models that hooks can ask for. */
export interface HookModels {
  /** The model of the session, which may be another one later. */
  readonly main: Model;
  readonly slots: Readonly<Partial<Record<ModelSlot, Model>>>;
  /** Makes a model by its `PROVIDER/NAME`; rejects when there is none. */
  readonly named: (spec: string) => Promise<Model>;
}

/**
 * Answers prompt hooks with one completion. A hook that names no model gets that of the session; a word that is no slot names
 * another model. Rejects when that model cannot be created or fails, which the hook's run then reports.
 */
export function askModelOf(models: HookModels): AskModel {
  const choose = hookModelChooser(models);
  return async ({ model, prompt }, signal) => {
    const chosen = model === null ? models.main : await choose(model);
    signal.throwIfAborted();
    const reply = await chosen.ask(
      {
        speaker: 'prompt-hook',
        system: SYSTEM,
        items: [{ kind: 'user', text: prompt }],
        tools: [],
        temperature: 0,
        maxOutputTokens: 512,
      },
      () => {},
      signal,
    );
    return reply.text;
  };
}

const SYSTEM =
  'You are a check in the middle of the work of a coding agent. Answer with only one JSON object of this form and ' +
  'nothing else: {"ok": boolean, "reason"?: string}. "ok" is true when the work may go on; when it is false, ' +
  '"reason" says why in one or two sentences.';

/** Finds the model that a hook names; models that were created for it are cached. */
export function hookModelChooser(models: HookModels): (word: string) => Promise<Model> {
  const made = new Map<string, Promise<Model>>();
  return async (word) => {
    const { main, slots, named } = models;
    const slot = MODEL_SLOTS.find((known) => known === word);
    if (slot !== undefined) return slots[slot] ?? main;
    // A script stands for every model under its name, so that a scripted run never uses the network.
    if (main.provider === 'scripted') return { ...main, name: word };
    const spec = specFor(word, main);
    const model = made.get(spec) ?? named(spec);
    made.set(spec, model);
    return model;
  };
}

/** A bare name is one of the main model's provider; names behind compatible servers may hold a slash themselves. */
function specFor(word: string, main: Model): string {
  const slash = word.indexOf('/');
  const isWhole = slash !== -1 && (isProviderId(word.slice(0, slash)) || main.provider !== 'openai-compatible');
  return isWhole ? word : `${main.provider}/${word}`;
}
