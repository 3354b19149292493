import type { Refusal } from '@hookline/fleet';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isLost } from '../database/database.ts';
import { ObjectsAway } from '../objects/store.ts';
import type { GatewayPorts } from './ports.ts';

/** Says no, why, and what to do. */
export const refuse = (
  context: Context,
  status: ContentfulStatusCode,
  error: string,
  hint: string | null = null,
): Response => context.json({ error, hint } satisfies Refusal, status);

export function comeLater(context: Context, status: 429 | 503, seconds: number, error: string): Response {
  context.header('retry-after', String(seconds));
  return refuse(context, status, error, `try again in ${seconds} s`);
}

/** What an error of a route is for who asked: a database that is away is no fault of the request. */
export function failed(context: Context, error: unknown, { counters, onProblem }: GatewayPorts): Response {
  counters.add('failed');
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof ObjectsAway) return comeLater(context, 503, 5, 'older lines cannot be read now');
  if (isLost(error)) return comeLater(context, 503, 1, 'the database of the gateway cannot be reached now');
  onProblem(`${context.req.method} ${context.req.path}: ${text}`);
  return comeLater(context, 503, 5, 'the gateway failed');
}

/** A number of a stream; null: it is none. */
export const numberIn = (text: string | undefined, most = Number.MAX_SAFE_INTEGER): number | null => {
  const number = /^\d{1,16}$/.test(text ?? '') ? Number(text) : null;
  return number !== null && number <= most ? number : null;
};

const DAY_OR_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** What a question says about time, in milliseconds since 1970; null: it does not say it. A text is what is wrong. */
export function boundsIn(context: Context): { readonly from: number | null; readonly to: number | null } | string {
  const [from, to] = (['from', 'to'] as const).map((name) => {
    const text = context.req.query(name) ?? '';
    if (text === '') return null;
    return numberIn(text) ?? (DAY_OR_TIME.test(text) ? Date.parse(text) : Number.NaN);
  });
  if (Number.isNaN(from) || Number.isNaN(to))
    return 'expected from and to in milliseconds since 1970, or as 2026-11-19 or 2026-11-19T12:00:00Z';
  const bounds = { from: from ?? null, to: to ?? null };
  return bounds.from !== null && bounds.to !== null && bounds.from >= bounds.to ? 'expected from before to' : bounds;
}
