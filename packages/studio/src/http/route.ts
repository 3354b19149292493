import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@hookline/core/internal';
import { openEventStream, type EventStream } from './event-stream.ts';

/** One request that has passed all checks. */
export interface Call {
  /** The parts of the path that the route leaves open, in order. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  readonly body: JsonObject;
  /** The last id of a stream that the page has seen; null: none. */
  readonly lastId: string | null;
  /** Aborted when the page does not wait for the answer any more. */
  readonly gone: AbortSignal;
}

/** An answer that is not JSON. */
export type Special =
  | { readonly kind: 'file'; readonly type: string; readonly name: string; readonly text: string }
  | { readonly kind: 'stream'; readonly run: (stream: EventStream) => void };

/** What is answered to a method and a path: `:` stands for any one part. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Only where the studio was started to edit. */
  readonly edits?: true;
  /** Answers without the token: nothing but the way to get it. */
  readonly open?: true;
  /** A plain object is sent as JSON. */
  readonly answer: (call: Call) => object | Promise<object>;
}

const SPECIAL: unique symbol = Symbol('special');

/** Marks an answer that is not sent as JSON. */
export const special = (answer: Special): object => ({ [SPECIAL]: answer });

export const specialOf = (answer: object): Special | null =>
  (answer as { readonly [SPECIAL]?: Special })[SPECIAL] ?? null;

export const streamTo = (response: ServerResponse, { run }: Extract<Special, { readonly kind: 'stream' }>): void =>
  run(openEventStream(response));

/** The open parts of a path that fits a route; null: it does not. */
export function partsOf(route: Route, path: string): readonly string[] | null {
  const [wanted, found] = [route.path.split('/'), path.split('/')];
  if (wanted.length !== found.length) return null;
  const fits = wanted.every((part, at) => (part === ':' ? found[at] !== '' : part === found[at]));
  return fits ? found.filter((_, at) => wanted[at] === ':') : null;
}
