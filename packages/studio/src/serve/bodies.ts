import { isJsonObject, type JsonObject } from '@hookline/core/internal';
import type { AskRequest, DraftRunAsked, ReplayAsked } from '../api/index.ts';
import { HttpProblem } from '../http/index.ts';

/** A text of a body; null: it has none by that name. */
export function textIn(body: JsonObject, name: string): string | null {
  const value = body[name];
  return typeof value === 'string' ? value : null;
}

/** The same; throws a problem where there is none. */
export function needed(body: JsonObject, name: string): string {
  const value = textIn(body, name);
  if (value === null) throw new HttpProblem(400, `${name}: expected a text`);
  return value;
}

const WHATS: readonly AskRequest['what'][] = ['trust', 'untrust', 'shadow', 'unshadow'];

export function askIn(body: JsonObject, project: string): AskRequest {
  const what = WHATS.find((each) => each === body['what']);
  if (what === undefined) throw new HttpProblem(400, `what: expected one of ${WHATS.join(', ')}`);
  return { what, project, hook: textIn(body, 'hook') };
}

export function replayIn(body: JsonObject): ReplayAsked {
  if (body['runHooks'] !== true)
    throw new HttpProblem(
      400,
      'runHooks: expected true',
      'a replay runs hooks for real, and a person must have said so',
    );
  const sample = body['sample'] ?? null;
  if (sample !== null && (typeof sample !== 'number' || !Number.isInteger(sample) || sample < 1))
    throw new HttpProblem(400, 'sample: expected a whole number above 0, or null');
  const withOutside = body['withOutside'] === true;
  return { q: textIn(body, 'q') ?? '', sample, draft: textIn(body, 'draft'), runHooks: true, withOutside };
}

export function eventsIn({ on }: JsonObject): DraftRunAsked['on'] {
  if (!isJsonObject(on)) throw new HttpProblem(400, 'on: expected what the draft is run on');
  if (on['from'] === 'example') return { from: 'example' };
  if (on['from'] === 'event' && isJsonObject(on['event'])) return { from: 'event', event: on['event'] };
  if (on['from'] === 'record') {
    const { limit } = on;
    return { from: 'record', q: textIn(on, 'q') ?? '', limit: typeof limit === 'number' && limit > 0 ? limit : 50 };
  }
  throw new HttpProblem(400, 'on: expected events from record, example or event');
}
