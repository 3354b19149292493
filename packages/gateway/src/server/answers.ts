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
