import type { JsonObject } from '@hookline/core';
import type { SeenRequest } from '../support/openai-server.ts';

/** An agent's program that is run, unmodified, to see what it does. */
export interface Client {
  /** What it is called on the command line: `npm run test:clients -- ID`. */
  readonly id: string;
  readonly name: string;
  /** The npm package and its version. */
  readonly package: string;
  readonly version: string;
  /** The program inside the folder into which the package is installed. */
  readonly program: (folder: string) => string;
  /** Files of the home folder without which it would ask questions. */
  readonly home: Readonly<Record<string, unknown>>;
  /** Points it at the model server, and keeps it from calling other servers. */
  readonly environment: (modelUrl: string) => Readonly<Record<string, string>>;
  /** The words of a headless run. */
  readonly words: (play: Play) => readonly string[];
  /** The lines that a run gets on stdin, if any. */
  readonly input: (play: Play) => readonly InputLine[];
  /** Who asks the model: the agent, a sub-agent, or the program for the answer of a model hook. */
  readonly asker: (request: SeenRequest) => Asker;
  /** How an event is made to happen, or why it cannot be in a headless run. */
  readonly provoke: (event: JsonObject) => Play | string;
  /** What a run tells about an event, in the words of an outcome. */
  readonly read: (reading: Reading) => JsonObjectOfSeen;
  /** Cases in which we decided to differ, each with the reason. */
  readonly decided: Readonly<Record<string, string>>;
}

export type Asker = 'agent' | 'subagent' | 'hook' | 'hook-agent';

/** An outcome as far as it can be seen; values may be `UNSEEN`, `Either` or `Joined`. */
export type JsonObjectOfSeen = Readonly<Record<string, unknown>>;

export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** One run: what the person says, what the model does, what is allowed. */
export interface Play {
  readonly prompt: string;
  /** The model makes these calls one after another, then it says `DONE`. */
  readonly calls: readonly ToolCall[];
  /** What a model hook is answered. */
  readonly judgement?: string;
  /** Whether the calls are permitted beforehand. */
  readonly isPermitted: boolean;
  /** Files of the project and elsewhere that the event needs, as in a conformance case. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly plugins?: readonly string[];
  /** A file, below the root of the place, that is there only after the event has happened. */
  readonly witness?: string;
  /** What else makes the event happen: client by client. */
  readonly with?: Readonly<Record<string, string>>;
}

/** A line for stdin; the next one waits until the output has so many lines of the kind. */
export interface InputLine {
  readonly line: JsonObject;
  readonly until: { readonly type: string; readonly count: number };
}

/** What came of a run. */
export interface Run {
  readonly status: number | null;
  readonly tookMs: number;
  /** The lines of its output that are JSON. */
  readonly lines: readonly JsonObject[];
  /** When each of them came, in milliseconds from the start. */
  readonly arrivals: readonly number[];
  readonly stderr: string;
  readonly requests: readonly SeenRequest[];
  /** The folder with `home` and `project`. */
  readonly root: string;
}

export interface Reading {
  readonly event: JsonObject;
  readonly run: Run;
  /** The same run without any hook. */
  readonly control: Run;
  /** The same run without permission, with and without the hooks; only where the tool ran. */
  readonly unpermitted?: { readonly run: Run; readonly control: Run };
  /** The commands, addresses and prompts of the hooks, as the program shows them in its messages. */
  readonly labels: readonly string[];
  /** The input with which the tool really ran, if somebody looked. */
  readonly toolInput?: JsonObject;
}
