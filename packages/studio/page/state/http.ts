import { signal } from '@preact/signals';
import type { Problem, SessionGiven } from '../api.ts';
import { isGateway } from './served.ts';

const KEY = 'hookline-studio';

/** What stands between the page and the server; null: nothing. */
export type Gate = 'no-code' | 'used-code' | 'ended' | 'logged-out' | null;
export const gate = signal<Gate>(null);

let token = sessionStorage.getItem(KEY);

/** An answer that is not what was asked for, with what to do about it. */
export class Refused extends Error {
  readonly status: number;
  readonly hint: string | null;
  constructor(status: number, { error, hint }: Problem) {
    super(error);
    this.name = 'Refused';
    this.status = status;
    this.hint = hint;
  }
}

/** Changes the one-time code in the address for a key that this tab keeps; the code leaves the address at once. */
export async function openSession(): Promise<void> {
  const code = location.hash.slice(1);
  if (code !== '') {
    history.replaceState(null, '', location.pathname + location.search);
    try {
      const given = await ask<SessionGiven>('POST', '/api/session', { code });
      token = given.token;
      if (token !== null) sessionStorage.setItem(KEY, token);
      return;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      gate.value = token === null && !isGateway ? 'used-code' : gate.value;
    }
  }
  if (token === null && !isGateway) gate.value ??= 'no-code';
}

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => ask<T>('GET', path, undefined, signal);

export const send = <T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown = {}): Promise<T> =>
  ask<T>(method, path, body);

async function ask<T>(method: string, path: string, body?: unknown, stop?: AbortSignal): Promise<T> {
  const response = await request(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
    signal: stop ?? null,
  });
  const text = await response.text();
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** Sends a request with the key; anything but 2xx throws what the server says about it. */
export async function request(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, {
    ...options,
    // A gateway knows who is logged in by a cookie that no other site can send along.
    credentials: isGateway ? 'same-origin' : 'omit',
    headers: {
      ...(options.headers as Record<string, string> | undefined),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refused(0, {
      error: 'The studio does not answer.',
      hint: 'Look whether it still runs in its terminal; the page connects again by itself.',
    });
  });
  if (response.ok) return response;
  if (response.status === 401 && path !== '/api/session' && !asksAgain(response)) {
    token = null;
    sessionStorage.removeItem(KEY);
    gate.value = isGateway ? 'logged-out' : 'ended';
  }
  throw new Refused(response.status, await problemOf(response));
}

/** Somebody is logged in, and must prove again who they are for what they asked. */
const asksAgain = ({ headers }: Response): boolean =>
  headers.get('www-authenticate')?.includes('insufficient_user_authentication') ?? false;

async function problemOf(response: Response): Promise<Problem> {
  try {
    const { error, hint } = (await response.json()) as Problem;
    return { error, hint: hint ?? null };
  } catch {
    return { error: `The studio answered ${response.status}.`, hint: null };
  }
}
