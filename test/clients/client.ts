import type { JsonObject } from '@hookline/core';
import type { SeenRequest } from '../support/openai-server.ts';
import type { FloorEntry } from './floors.ts';
import type { Behaviour, Moment } from './seeds.ts';

/** An agent's program that is run, unmodified, to see what it does. */
export interface Client {
  /** What it is called on the command line: `npm run test:clients -- ID`. */
  readonly id: string;
  readonly name: string;
  /** The npm package and its version. */
  readonly package: string;
  readonly version: string;
  /** Further packages, each with its version: another Node, for one. */
  readonly needs?: readonly string[];
  /** The program inside the folder into which the package is installed. */
  readonly program: (folder: string) => string;
  /** What runs the program, where it is a script that is not run by this Node. */
  readonly runBy?: (folder: string) => string;
  /** Files of the home folder without which it would ask questions. */
  readonly home: Readonly<Record<string, unknown>>;
  /** More of them, in a home folder whose user trusts the project. */
  readonly trusting?: Readonly<Record<string, unknown>>;
  /** What its own settings file must have, whatever else stands in it: keys of JSON, or texts around what is there. */
  readonly settings?:
    | { readonly file: string; readonly keys: JsonObject }
    | {
        readonly file: string;
        /** The variable that names another folder for it. */
        readonly movedBy?: string;
        readonly around: (modelUrl: string, play: Play) => { readonly head: string; readonly tail: string };
      };
  /** Points it at the model server, and keeps it from calling other servers. */
  readonly environment: (modelUrl: string, play: Play) => Readonly<Record<string, string>>;
  /** The words of a headless run. */
  readonly words: (play: Play) => readonly string[];
  /** The lines that a run gets on stdin, if any. */
  readonly input: (play: Play) => readonly InputLine[];
  /** Who asks the model: the agent, a sub-agent, or the program for the answer of a model hook. */
  readonly asker: (request: SeenRequest) => Asker;
  /** It can be given the folder of a plugin when it is started. */
  readonly takesPlugins?: true;
  /** How an event is made to happen, or why it cannot be in a headless run. */
  readonly provoke: (event: JsonObject) => Play | string;
  /** What a run tells about an event, in the words of an outcome. */
  readonly read: (reading: Reading) => JsonObjectOfSeen;
  /** Why nothing is left to be seen of hooks for which an event does not wait; absent: they outlast the run. */
  readonly endsHooks?: string;
  /** Its hooks cannot stand in for the permission of the user, so that no run without it is needed. */
  readonly neverPermits?: true;
  /** The same play with a look at the input that the tool gets (`tool-use.json` in the root); absent: without one. */
  readonly observed?: (play: Play) => Play;
  /** Cases in which we decided to differ, each with the reason. */
  readonly decided: Readonly<Record<string, string>>;
  readonly connection: ClientConnection;
}

/** What the scenarios of a connected agent must know about it. */
export interface ClientConnection {
  /** The file of the home folder in which the entries of `hookline connect` stand. */
  readonly file: string;
  /** Its names of events. */
  readonly names: Readonly<Record<Moment | 'SessionStart', string>>;
  /** A call of its shell. */
  readonly shell: (command: string) => ToolCall;
  /** A call that changes files by a patch, and the model that is given such a tool; a text says why there is none. */
  readonly patch: { readonly call: (text: string) => ToolCall; readonly model: string } | string;
  /** The same entries in a file of the project, weakened; a text says why a copy does nothing. */
  readonly copied: ((entries: JsonObject) => Readonly<Record<string, unknown>>) | string;
  /** Files of a project that switch all hooks off, and the word by which `doctor` names them; a text says why none do. */
  readonly off: { readonly files: Readonly<Record<string, unknown>>; readonly word: string } | string;
  /** What a refused call becomes, where the program does more than to refuse it, or shows less. */
  readonly refused?: { readonly says: string; readonly expect: JsonObject };
  /** What must hold where the agent cannot do what a hook wants, first fit first; without `expect` nothing can be seen. */
  readonly instead: readonly InsteadRow[];
  /** Mishaps that let a tool run, because the agent cannot be made to refuse then; each with the reason. */
  readonly open?: Readonly<Record<string, string>>;
  /** Why `hookline adopt` moves no hooks of its own; absent: it does. */
  readonly notAdopted?: string;
  /** The agent whose hooks in files of a project it runs too. */
  readonly alsoReads?: string;
  /** How the cost of an event is measured: the lines that the program prints about each hook, or how long a call takes to begin. */
  readonly cost:
    | {
        readonly by: 'lines';
        /** With the entry `sh -c :` after a tool; `floor`: and with this entry before it. */
        readonly beside: (play: Play, floor: FloorEntry | null) => Play;
      }
    | {
        readonly by: 'calls';
        /** Files with an entry before each tool that is this line of shell. */
        readonly entry: (line: string) => Readonly<Record<string, unknown>>;
      };
}

/** What becomes of a hook in an agent that cannot do what the hook wants. */
interface InsteadRow {
  readonly does: Behaviour;
  /** Absent: at every moment. */
  readonly at?: Moment;
  readonly says: string;
  readonly expect?: JsonObject;
  readonly ran?: string | null;
}

export type Asker = 'agent' | 'subagent' | 'hook' | 'hook-agent';

/** An outcome as far as it can be seen; values may be `UNSEEN`, `Either` or `Joined`. */
export type JsonObjectOfSeen = Readonly<Record<string, unknown>>;

export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject | string;
  /** The tool takes a text instead of arguments. */
  readonly isFreeform?: true;
}

/** One run: what the person says, what the model does, what is allowed. */
export interface Play {
  readonly prompt: string;
  /** The model makes these calls one after another, then it says `DONE`. */
  readonly calls: readonly ToolCall[];
  /** What a model hook is answered. */
  readonly judgement?: string;
  /** The model answers nothing but this error, with the status that it begins with. */
  readonly failure?: string;
  /** Whether the calls are permitted beforehand. */
  readonly isPermitted: boolean;
  /** Whether the user trusts the project; absent: yes. */
  readonly isTrusted?: boolean;
  /** Files of the project and elsewhere that the event needs, as in a conformance case. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly plugins?: readonly string[];
  /** The folder below the root in which the program is started, where that is not the project. */
  readonly cwd?: string;
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
  /** All that it printed. */
  readonly stdout: string;
  readonly stderr: string;
  readonly requests: readonly SeenRequest[];
  /** When the model was asked, in milliseconds since 1970. */
  readonly askedAt: readonly number[];
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
