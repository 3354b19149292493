// The draft in the workbench: kept by the server, run a moment after the last key.
import { batch, signal } from '@preact/signals';
import type { Draft, DraftRun, DraftSaved } from '../api.ts';
import { quoted } from '../text/filter.ts';
import { Refused, send } from './http.ts';

const PAUSE_MS = 400;

export type From = 'record' | 'example';

export const draft = signal<Draft | null>(null);
export const from = signal<From>('record');
export const results = signal<DraftRun | null>(null);
export const isRunning = signal(false);
export const saved = signal<DraftSaved | null>(null);
export const problem = signal<Refused | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;
let count = 0;

const failed = (error: unknown): void => {
  if (error instanceof Refused) problem.value = error;
};

/** Begins a draft of a hook, or takes up the one that is there. */
export async function openDraft(hook: string, project: string): Promise<void> {
  if (draft.value?.hook === hook) return;
  batch(() => {
    draft.value = null;
    results.value = null;
    saved.value = null;
    problem.value = null;
  });
  try {
    draft.value = await begin(hook, project);
    await runDraft();
  } catch (error) {
    failed(error);
  }
}

/** Takes what was typed; it is run when the typing rests. */
export function typeDraft(text: string): void {
  if (draft.value === null) return;
  draft.value = { ...draft.value, text };
  clearTimeout(timer);
  timer = setTimeout(() => {
    runDraft().catch(failed);
  }, PAUSE_MS);
}

/** Keeps the draft and runs it; an answer that was overtaken is dropped. */
export async function runDraft(): Promise<void> {
  const current = draft.value;
  if (current === null) return;
  clearTimeout(timer);
  count += 1;
  const mine = count;
  isRunning.value = true;
  try {
    const kept = await send<Draft>('PUT', pathOf(current), { text: current.text });
    if (mine !== count) return;
    const on =
      from.value === 'record' ? { from: 'record', q: `hook:${quoted(current.hook)}`, limit: 50 } : { from: 'example' };
    const run = await send<DraftRun>('POST', `${pathOf(current)}/run`, { on });
    if (mine !== count) return;
    batch(() => {
      draft.value = { ...kept, text: draft.value?.text ?? kept.text };
      results.value = run;
      problem.value = null;
    });
  } catch (error) {
    if (mine === count) failed(error);
  } finally {
    if (mine === count) isRunning.value = false;
  }
}

/** Writes the draft into the project's file. The project is then changed, like after any other edit. */
export async function saveDraft(): Promise<void> {
  const current = draft.value;
  if (current === null) return;
  // What was typed last is saved, and not run any more: the draft is gone by then.
  clearTimeout(timer);
  count += 1;
  isRunning.value = false;
  try {
    await send<Draft>('PUT', pathOf(current), { text: current.text });
    const answer = await send<DraftSaved>('POST', `${pathOf(current)}/save`);
    saved.value = answer;
    if (answer.kind !== 'saved') return;
    // A draft ends when it is saved: whoever types on begins the next one, and from now on nothing differs.
    draft.value = await begin(current.hook, current.project);
    await runDraft();
  } catch (error) {
    failed(error);
  }
}

const begin = (hook: string, project: string): Promise<Draft> => send('POST', '/api/drafts', { hook, project });

const pathOf = ({ id }: Draft): string => `/api/drafts/${encodeURIComponent(id)}`;
