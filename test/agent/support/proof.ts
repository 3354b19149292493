import type { ConversationItem, AgentEvent } from '@hookline/agent';
import type { EventName, HookRun } from '@hookline/core';
import type { Asked, Workplace } from './workplace.ts';

type ItemOf<Kind extends ConversationItem['kind']> = Extract<ConversationItem, { readonly kind: Kind }>;

/** The items of one kind that the main agent's conversation was given, in order. */
export const itemsOf = <Kind extends ConversationItem['kind']>(place: Workplace, kind: Kind): readonly ItemOf<Kind>[] =>
  place
    .transcript()
    .flatMap((line) => (line['type'] === 'item' ? [line['item'] as ConversationItem] : []))
    .filter((item): item is ItemOf<Kind> => item.kind === kind);

/** The texts of one kind that the main agent's conversation was given, in order. */
export const textsOf = (place: Workplace, kind: 'user' | 'reminder' | 'summary' | 'assistant'): readonly string[] =>
  itemsOf(place, kind).map(({ text }) => text);

/** What the model read about its tool calls, in order. */
export const outputsOf = (place: Workplace): readonly string[] =>
  itemsOf(place, 'results').flatMap(({ results }) => results.map(({ output }) => output));

/** The events of one type, in order. */
export const happened = <Type extends AgentEvent['type']>(
  { events }: Asked,
  type: Type,
): readonly Extract<AgentEvent, { readonly type: Type }>[] =>
  events.filter((each): each is Extract<AgentEvent, { readonly type: Type }> => each.type === type);

/** The texts for the user, each with its level before it. */
export const messagesOf = (asked: Asked): readonly string[] =>
  happened(asked, 'message').map(({ level, text }) => `${level}: ${text}`);

/** What the hooks of the event did each time, as the agent tells it. */
export const runsOf = (asked: Asked, event: EventName): readonly HookRun[] =>
  happened(asked, 'hook').flatMap((told) => (told.event === event ? told.hooks : []));
