// One replay at a time, kept while somebody looks at other pages.
import { signal } from '@preact/signals';
import type { FlipView, ReplayAsked, RunMessage, RunStarted, RunSummary } from '../api.ts';
import { Refused, request, send } from './http.ts';
import { eventsIn } from './live.ts';

export interface Replay {
  readonly run: string | null;
  readonly done: number;
  readonly total: number;
  readonly flips: readonly FlipView[];
  readonly summary: RunSummary | null;
  readonly problem: { readonly message: string; readonly hint: string | null } | null;
}

const NOTHING: Replay = { run: null, done: 0, total: 0, flips: [], summary: null, problem: null };

export const replay = signal<Replay | null>(null);

const change = (part: Partial<Replay>): void => {
  if (replay.value !== null) replay.value = { ...replay.value, ...part };
};

/** Starts a replay and follows it to its end. */
export async function startReplay(asked: ReplayAsked): Promise<void> {
  replay.value = NOTHING;
  try {
    const { run } = await send<RunStarted>('POST', '/api/replay', asked);
    change({ run });
    const stream = await request(`/api/runs/${encodeURIComponent(run)}`);
    for await (const { data } of eventsIn(stream)) take(JSON.parse(data) as RunMessage);
  } catch (error) {
    change({ problem: error instanceof Refused ? error : { message: 'The replay broke off.', hint: null } });
  }
}

function take(message: RunMessage): void {
  switch (message.kind) {
    case 'progress':
      change({ done: message.done, total: message.total });
      break;
    case 'flips':
      change({ flips: [...(replay.value?.flips ?? []), ...message.flips] });
      break;
    case 'end':
      change({ summary: message.summary });
      break;
    case 'failed':
      change({ problem: { message: message.error, hint: null } });
  }
}

/** Ends the replay; what it found so far stays. */
export const cancelReplay = async (): Promise<void> => {
  const run = replay.value?.run;
  if (typeof run === 'string') await send('DELETE', `/api/runs/${encodeURIComponent(run)}`);
};
