import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Agent,
  type AgentEvent,
  type AgentOptions,
  type ConversationItem,
  createAgent,
  createModel,
  type PermissionQuestion,
} from '@hookline/agent';
import type { EventName, HostFunction } from '@hookline/core';
import { onTestFinished } from 'vitest';
import { makeWorkplace, type Workplace } from './workplace.ts';

/** A session of the agent in this process, with functions as its hooks. */
export interface Embedded {
  readonly agent: Agent;
  readonly place: Workplace;
  /** All that was told to the user interface so far. */
  readonly told: readonly AgentEvent[];
  readonly submit: (prompt: string) => ReturnType<Agent['submit']>;
  /** Adds a hook; the list that it gives holds the events that it has heard. */
  readonly on: <Name extends EventName>(event: Name, answer?: HostFunction<Name>) => Record<string, unknown>[];
  /** The conversation of the main agent as its transcript has it. */
  readonly items: () => readonly ConversationItem[];
}

export interface EmbeddedOptions extends Partial<Pick<AgentOptions, 'permissionMode' | 'resume' | 'interactive'>> {
  readonly script?: readonly unknown[];
  /** What the user answers; left out, none is there. */
  readonly answers?: (question: PermissionQuestion) => boolean;
  /** The place of an earlier session. */
  readonly place?: Workplace;
}

export const SIGNAL = new AbortController().signal;

/** Opens a session, which has not started yet; it is closed with the test. */
export async function embed({
  script = [],
  answers,
  place: known,
  ...options
}: EmbeddedOptions = {}): Promise<Embedded> {
  const place = known ?? makeWorkplace();
  const file = join(place.home, 'script.json');
  writeFileSync(file, JSON.stringify(script));
  const told: AgentEvent[] = [];
  const agent = await createAgent({
    ...options,
    project: place.project,
    home: place.home,
    env: place.env,
    model: await createModel({ spec: undefined, script: file, env: place.env }),
    hooks: { record: false },
    ui: {
      tell: (event) => told.push(event),
      askPermission:
        answers === undefined
          ? null
          : (question) =>
              Promise.resolve(answers(question) ? { allow: true, always: false } : { allow: false, message: null }),
      elicit: null,
    },
  });
  onTestFinished(async () => {
    await agent.end('other');
    place.remove();
  });
  return {
    agent,
    place,
    told,
    submit: (prompt) => agent.submit(prompt, SIGNAL),
    on: (event, answer) => {
      const heard: Record<string, unknown>[] = [];
      agent.hooks.on({ event }, (each) => {
        heard.push({ ...each });
        return answer?.(each);
      });
      return heard;
    },
    items: () => linesOf(agent.transcript).flatMap(({ type, item }) => (type === 'item' ? [item] : [])),
  };
}

interface TranscriptLine {
  readonly type: string;
  readonly item: ConversationItem;
}

const linesOf = (path: string): readonly TranscriptLine[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TranscriptLine);

/** The texts of messages for the user. */
export const messagesIn = (told: readonly AgentEvent[]): readonly string[] =>
  told.flatMap((event) => (event.type === 'message' ? [event.text] : []));

/** What the model reads about its calls. */
export const resultsIn = (items: readonly ConversationItem[]): readonly string[] =>
  items.flatMap((item) => (item.kind === 'results' ? item.results.map(({ output }) => output) : []));
