// What the server says while it happens: text/event-stream, read by fetch because an EventSource cannot send the key.
import { batch, signal } from '@preact/signals';
import type { DecisionRow, LiveMessage, Meta } from '../api.ts';
import { get, Refused, request } from './http.ts';

export type Connection = 'opening' | 'live' | 'lost';
export const connection = signal<Connection>('opening');
export const meta = signal<Meta | null>(null);

type Listener = (rows: readonly DecisionRow[]) => void;
const listeners = new Set<Listener>();
const missing = new Set<() => void>();

/** Tells of every row that is new or has changed; gives back how to stop. */
export function onRows(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells when rows may have come that the stream did not tell of. */
export const onMissing = (listener: () => void): void => void missing.add(listener);

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;

/** Follows the record as long as the page is open; where the stream ends, it goes on from the last place it was told. */
export async function followLive(): Promise<void> {
  let place: string | null = null;
  let pause = FIRST_PAUSE;
  for (;;) {
    try {
      await readMeta();
      const stream = await request('/api/live', { headers: place === null ? {} : { 'last-event-id': place } });
      connection.value = 'live';
      pause = FIRST_PAUSE;
      for await (const { id, data } of eventsIn(stream)) {
        place = id ?? place;
        take(JSON.parse(data) as LiveMessage);
      }
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return;
    }
    connection.value = 'lost';
    await new Promise((done) => setTimeout(done, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

/** Reads the counts again, after something that changes them was done here. */
export async function readMeta(): Promise<void> {
  const now = await get<Meta>('/api/meta');
  unseen = { ...unseen, changed: {} };
  meta.value = now;
}

/** What came while the page is out of sight: nothing is drawn for it until somebody looks. */
interface Unseen {
  readonly messages: readonly LiveMessage[];
  readonly changed: Partial<Meta>;
}

const ALL_SEEN: Unseen = { messages: [], changed: {} };
let unseen = ALL_SEEN;
/** More messages than this are not kept: the rows are read again instead. */
const MOST_UNSEEN = 100;

function take(message: LiveMessage): void {
  const { messages, changed } = unseen;
  if (!document.hidden) show(message);
  else if (message.kind === 'meta') unseen = { messages, changed: { ...changed, ...message.changed } };
  else if (messages.length < MOST_UNSEEN) unseen = { messages: [...messages, message], changed };
  else unseen = { messages: [{ kind: 'again' }], changed };
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  const { messages, changed } = unseen;
  unseen = ALL_SEEN;
  batch(() => {
    for (const message of messages) show(message);
    show({ kind: 'meta', changed });
  });
});

function show(message: LiveMessage): void {
  if (message.kind === 'meta') {
    if (meta.value !== null) meta.value = { ...meta.value, ...message.changed };
  } else if (message.kind === 'again') for (const listener of missing) listener();
  else for (const listener of listeners) listener(message.rows);
}

export interface StreamEvent {
  readonly id: string | null;
  readonly data: string;
}

/** The events of a stream, one after another. */
export async function* eventsIn(response: Response): AsyncGenerator<StreamEvent, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventOf(block);
      if (event.data !== '') yield event;
    }
  }
}

function eventOf(block: string): StreamEvent {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, key, value] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (key === 'id') id = value ?? '';
    if (key === 'data') data.push(value ?? '');
  }
  return { id, data: data.join('\n') };
}
