import type { HandlerKind } from '../../../packages/core/src/model/index.ts';
import type { Expected } from '../expectation.ts';
import type { Program, Row, Spot } from '../row.ts';
import { REASON, SHORT_MS, THE_REASON } from '../row.ts';
import type { ModelFault } from '../model-server.ts';

const SECTION = 'Network, models, workers';
const REFUSAL = { is: 'refusal', reason: THE_REASON } as const;
const GARBLED_SAYS = /gave no answer that can be read/;
const GARBLED: Expected = {
  is: 'by dialect',
  of: ({ modelReply }) =>
    modelReply === 'whole object' ? { is: 'silence' } : { is: 'fault', code: 'bad_output', says: GARBLED_SAYS },
};
const UNAVAILABLE = { is: 'fault', code: 'unavailable', says: /got no answer: the model gave no answer/ } as const;
const TIMEOUT = { is: 'fault', code: 'timeout', says: /did not finish within 700 ms and was stopped/ } as const;

const NO = JSON.stringify({ ok: false, reason: REASON });

/** A refusal counts whatever else is wrong with the reply. */
const garbledRefusal = (reason: RegExp): Expected =>
  unread({ is: 'refusal in a broken reply', reason, says: GARBLED_SAYS });

/** What cannot be read is nothing to some dialects. */
const unread = (otherwise: Expected): Expected => ({
  is: 'by dialect',
  of: ({ modelReply }) => (modelReply === 'whole object' ? { is: 'silence' } : otherwise),
});

/** Some dialects take the first of several objects; in the others more than one is a fault. */
const twoObjects = (first: Expected, one: Expected): Expected => ({
  is: 'by dialect',
  of: ({ modelReply }) => (modelReply === 'first object' ? first : one),
});

interface Reply {
  readonly id: string;
  readonly fault: string;
  readonly reply: ModelFault;
  readonly expected: Expected;
  readonly timeoutMs?: number;
}

const REPLIES: readonly Reply[] = [
  { id: 'bare', fault: 'is answered with one object', reply: { text: NO }, expected: REFUSAL },
  {
    id: 'fenced',
    fault: 'is answered with one object in a fence',
    reply: { text: `\`\`\`json\n${NO}\n\`\`\`` },
    expected: REFUSAL,
  },
  {
    id: 'prose',
    fault: 'is answered with prose',
    reply: { text: 'No, I would rather not allow that.' },
    expected: GARBLED,
  },
  {
    id: 'two-objects-refusal-first',
    fault: 'is answered with two objects, first a refusal',
    reply: { text: `${NO} or {"ok": true}` },
    expected: twoObjects(REFUSAL, garbledRefusal(THE_REASON)),
  },
  {
    id: 'two-objects-consent-first',
    fault: 'is answered with two objects, the second a refusal',
    reply: { text: `{"ok": true} or ${NO}` },
    expected: twoObjects({ is: 'silence' }, GARBLED),
  },
  {
    id: 'wrong-types',
    fault: 'is answered with "false" for false',
    reply: { text: '{"ok": "false", "reason": "no"}' },
    expected: GARBLED,
  },
  { id: 'nothing', fault: 'is answered with nothing', reply: { text: '' }, expected: GARBLED },
  {
    id: 'half',
    fault: 'is answered with half an object, a refusal',
    reply: { text: NO.slice(0, -8) },
    expected: garbledRefusal(/^the guard s$/),
  },
  {
    id: 'doubled',
    fault: 'is answered with ok twice, once false',
    reply: { text: `{"ok": false, "reason": "${REASON}", "ok": true}` },
    expected: REFUSAL,
  },
  { id: '429', fault: 'asks a model that says 429', reply: { status: 429 }, expected: UNAVAILABLE },
  { id: '500', fault: 'asks a model that says 500', reply: { status: 500 }, expected: UNAVAILABLE },
  { id: 'cut', fault: 'has the reply cut off', reply: { malformed: 'cut', text: NO }, expected: UNAVAILABLE },
  { id: 'html', fault: 'is answered with a page', reply: { malformed: 'html' }, expected: UNAVAILABLE },
  {
    id: 'hangs',
    fault: 'asks a model that never answers',
    reply: { hangs: true },
    expected: TIMEOUT,
    timeoutMs: SHORT_MS,
  },
];

const asking = (kind: 'prompt' | 'agent') => (): Program => ({
  content: null,
  entry: { type: kind, prompt: 'May this go on?' },
});

/** Where the dialect does not take such handlers, such as an agent that uses tools and would call itself. */
const unlessRecursive =
  (kind: HandlerKind) =>
  ({ dialect, stage }: Spot): string | null =>
    (kind === 'agent' ? dialect.noAgentsOn : (dialect.noPromptsOn ?? [])).includes(stage.event)
      ? `no ${kind} handlers on this event`
      : null;

const rowsFor = (kind: 'prompt' | 'agent'): readonly Row[] =>
  REPLIES.map(({ id, fault, reply, expected, timeoutMs }) => ({
    id: `${kind}-${id}`,
    section: SECTION,
    fault: `${fault} (${kind})`,
    program: asking(kind),
    handler: kind,
    gap: unlessRecursive(kind),
    // Loaded late, because it brings the agent along.
    surroundings: async () => (await import('../model-server.ts')).modelBehind(reply),
    expected: kind === 'prompt' ? { is: 'by prompt', of: expected } : expected,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }));

/** Hooks that ask a model, once or as a sub-agent. */
export const MODEL_ROWS: readonly Row[] = [
  ...rowsFor('prompt'),
  ...rowsFor('agent'),
  ...(['prompt', 'agent'] as const).map((kind): Row => ({
    id: `${kind}-no-model`,
    section: SECTION,
    fault: `finds no model configured (${kind})`,
    program: asking(kind),
    handler: kind,
    gap: unlessRecursive(kind),
    expected: { is: 'fault', code: 'unavailable', says: /no model is configured/ },
  })),
];
