import { JsonBytes, wordBytes } from './json-bytes.ts';
import { dayOf, type DayCache } from './time-bytes.ts';

const w = wordBytes;
const START = w('{"v":1,"kind":"start","id":');
const END = w('{"v":1,"kind":"end","id":');
const [AT, PID, PROJECT, AGENT, EVENT] = [',"at":', ',"pid":', ',"project":', ',"agent":', ',"event":'].map(w) as Words;
const [HOOKS, CHAIN, CLOSE, NULL, DURATION] = [',"hooks":', ',"chain":', '}', 'null', ',"durationMs":'].map(w) as Words;
const [NAME, SESSION, TOOL] = ['hook_event_name', 'session_id', 'tool_name'].map(w) as Words;
const [OUTCOME, REASON, BLOCK] = [',"outcome":{"decision":', ',"reason":', ',"block":'].map(w) as Words;
const [EFFECT, HOOK, REWRITTEN] = ['{"effect":', ',"hook":', ',"rewritten":'].map(w) as Words;
const [COUNT, TEXTS, MESSAGES, EXTRA] = [',"contexts":{"count":', ',"texts":', '},"messages":', ',"extra":'].map(
  w,
) as Words;
const [LEVEL, TEXT] = ['{"level":', ',"text":'].map(w) as Words;
const [RUN, RUN_NAME, DIALECT, SCOPE, SOURCE, HANDLER] = [
  '{"id":',
  ',"name":',
  ',"dialect":',
  ',"scope":',
  ',"source":',
  ',"handler":',
].map(w) as Words;
const [STATUS, EXIT, SIGNAL, STDOUT, STDERR, TRUNCATED] = [
  ',"status":',
  ',"exitCode":',
  ',"signal":',
  ',"stdout":',
  ',"stderr":',
  ',"truncated":',
].map(w) as Words;
const [FAULT, CODE, MESSAGE, QUIET, WHY, NOTES] = [
  ',"fault":',
  '{"code":',
  ',"message":',
  ',"quiet":',
  ',"why":',
  ',"notes":',
].map(w) as Words;
const [SHADOW, REWRITES, CONTEXTS, ENDING, SHADOW_EFFECT] = [
  ',"shadow":{"decision":',
  ',"rewrites":',
  ',"contexts":',
  ',"ending":',
  ',"effect":',
].map(w) as Words;

type Words = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** In the order of their codes. */
export const DECISIONS = ['none', 'allow', 'ask', 'block'] as const;
export const STATUSES = ['passed', 'blocked', 'failed', 'timed_out', 'skipped', 'background'] as const;
const DECISION_WORDS = DECISIONS.map(w);
const STATUS_WORDS = STATUSES.map(w);

/** A stretch of the bytes; from = -1: there is none. */
export interface Stretch {
  from: number;
  to: number;
}

/** A run as it is found in a line; the object is used again for the next line. */
export class RunBytes {
  /** From the id to the handler: what stays the same in all runs of a hook. */
  readonly hook: Stretch = { from: -1, to: -1 };
  readonly fault: Stretch = { from: -1, to: -1 };
  status = 0;
  durationMs = 0;
  /** 0: not in shadow; else what it would have decided, from 1, and 8 where it would have rewritten something. */
  shadow = 0;
}

/** Would have rewritten something. */
export const REWRITES_BIT = 8;

/**
 * Finds what an index needs in lines of starts and ends, as the writer of the record writes them. A line that it
 * accepts is one that `parseLine` accepts, with these values; all others must be given to `parseLine`.
 */
export class EntryBytes {
  readonly #json = new JsonBytes();
  readonly #days: DayCache = { from: new Uint8Array(10), at: 0 };
  kind: 'start' | 'end' = 'start';
  readonly id: Stretch = { from: -1, to: -1 };
  at = 0;
  pid = 0;
  readonly project: Stretch = { from: -1, to: -1 };
  readonly agent: Stretch = { from: -1, to: -1 };
  readonly event: Stretch = { from: -1, to: -1 };
  readonly session: Stretch = { from: -1, to: -1 };
  readonly tool: Stretch = { from: -1, to: -1 };
  decision = 0;
  readonly blocker: Stretch = { from: -1, to: -1 };
  durationMs = 0;
  readonly runs: RunBytes[] = [];
  runCount = 0;

  /** A line that ends with the line break at `end`. */
  read(bytes: Uint8Array, from: number, end: number): boolean {
    const json = this.#json;
    json.bytes = bytes;
    json.at = from;
    const isRead = json.take(START) ? this.#readStart() : json.take(END) && this.#readEnd();
    if (!isRead) return false;
    if (json.take(CHAIN) && !json.takeAny()) return false;
    return json.take(CLOSE) && json.at === end;
  }

  #readStart(): boolean {
    const json = this.#json;
    this.kind = 'start';
    if (!this.#readStamp() || !json.take(PID) || !json.takeNumber()) return false;
    this.pid = json.number;
    if (!json.take(PROJECT) || !json.takeString()) return false;
    put(this.project, json);
    this.agent.from = -1;
    if (json.take(AGENT)) {
      if (!json.takeString()) return false;
      put(this.agent, json);
    }
    this.event.from = this.session.from = this.tool.from = -1;
    if (!json.take(EVENT) || !json.takeMembers(this.#eventMember) || this.event.from < 0) return false;
    return json.take(HOOKS) && json.takeItems(this.#text);
  }

  #readStamp(): boolean {
    const json = this.#json;
    if (!json.takeString() || json.isEscaped) return false;
    put(this.id, json);
    if (!json.take(AT) || !json.takeString()) return false;
    this.at = dayOf(json.bytes, json.from, json.to, this.#days);
    return !Number.isNaN(this.at);
  }

  /** Of a key that is there twice the last counts. */
  readonly #eventMember = (): boolean => {
    const json = this.#json;
    const wanted = this.#wantedMember();
    if (wanted === null && json.isEscaped) return false;
    if (!json.takeAny()) return false;
    if (wanted === null) return true;
    const isText = json.bytes[json.at - 1] === QUOTE;
    if (isText) put(wanted, json);
    else wanted.from = -1;
    return true;
  };

  #wantedMember(): Stretch | null {
    const json = this.#json;
    if (json.isText(NAME)) return this.event;
    if (json.isText(SESSION)) return this.session;
    return json.isText(TOOL) ? this.tool : null;
  }

  readonly #text = (): boolean => this.#json.takeString();

  #readEnd(): boolean {
    const json = this.#json;
    this.kind = 'end';
    this.runCount = 0;
    if (!this.#readStamp() || !json.take(OUTCOME) || !json.takeString()) return false;
    this.decision = DECISION_WORDS.findIndex((word) => json.isText(word));
    if (this.decision < 0 || !json.take(REASON) || !this.#textOrNull() || !this.#readBlock()) return false;
    if (!json.take(REWRITTEN) || !json.takeItems(this.#text) || !json.take(COUNT) || !json.takeNumber()) return false;
    if (!json.take(TEXTS) || !json.takeItems(this.#text)) return false;
    if (!json.take(MESSAGES) || !json.takeItems(this.#message)) return false;
    if (!json.take(EXTRA) || json.bytes[json.at] !== OPEN || !json.takeAny() || !json.take(CLOSE)) return false;
    if (!json.take(HOOKS) || !json.takeItems(this.#run)) return false;
    if (!json.take(DURATION) || !json.takeNumber()) return false;
    this.durationMs = json.number;
    return true;
  }

  #textOrNull(): boolean {
    return this.#json.take(NULL) || this.#json.takeString();
  }

  #readBlock(): boolean {
    const json = this.#json;
    this.blocker.from = -1;
    if (!json.take(BLOCK)) return false;
    if (json.take(NULL)) return true;
    if (!json.take(EFFECT) || !json.takeString() || !json.take(REASON) || !this.#textOrNull()) return false;
    if (!json.take(HOOK) || !json.takeString()) return false;
    put(this.blocker, json);
    return json.take(CLOSE);
  }

  readonly #message = (): boolean => {
    const json = this.#json;
    return [LEVEL, TEXT, HOOK].every((key) => json.take(key) && json.takeString()) && json.take(CLOSE);
  };

  readonly #run = (): boolean => {
    const json = this.#json;
    const run = (this.runs[this.runCount++] ??= new RunBytes());
    run.hook.from = json.at + 1;
    for (const key of HOOK_KEYS) if (!json.take(key) || !json.takeString()) return false;
    run.hook.to = json.at;
    if (!json.take(STATUS) || !json.takeString()) return false;
    run.status = STATUS_WORDS.findIndex((word) => json.isText(word));
    if (run.status < 0 || !json.take(EXIT) || !(json.take(NULL) || json.takeNumber())) return false;
    if (!json.take(SIGNAL) || !this.#textOrNull() || !json.take(DURATION) || !json.takeNumber()) return false;
    run.durationMs = json.number;
    if (!json.take(STDOUT) || !json.takeString() || !json.take(STDERR) || !json.takeString()) return false;
    if (!json.take(TRUNCATED) || !json.takeItems(this.#text) || !this.#readFault(run)) return false;
    if (!json.take(QUIET) || !json.takeAny() || !json.take(WHY) || !this.#textOrNull()) return false;
    if (!json.take(NOTES) || !json.takeItems(this.#text) || !this.#readShadow(run)) return false;
    if (json.take(ENDING) && !json.takeAny()) return false;
    return json.take(CLOSE);
  };

  #readFault({ fault }: RunBytes): boolean {
    const json = this.#json;
    fault.from = -1;
    if (!json.take(FAULT)) return false;
    if (json.take(NULL)) return true;
    if (!json.take(CODE) || !json.takeString()) return false;
    put(fault, json);
    return json.take(MESSAGE) && json.takeString() && json.take(CLOSE);
  }

  #readShadow(run: RunBytes): boolean {
    const json = this.#json;
    run.shadow = 0;
    if (!json.take(SHADOW)) return true;
    if (!json.takeString()) return false;
    const decision = DECISION_WORDS.findIndex((word) => json.isText(word));
    if (decision < 0 || !json.take(SHADOW_EFFECT) || !this.#textOrNull()) return false;
    if (!json.take(REASON) || !this.#textOrNull() || !json.take(REWRITES)) return false;
    const from = json.at;
    if (!json.takeItems(this.#text)) return false;
    run.shadow = decision + 1 + (json.at - from > EMPTY_LIST ? REWRITES_BIT : 0);
    return json.take(CONTEXTS) && json.takeNumber() && json.take(CLOSE);
  }
}

const QUOTE = 0x22;
const OPEN = 0x7b;
const EMPTY_LIST = 2;
const HOOK_KEYS = [RUN, RUN_NAME, DIALECT, SCOPE, SOURCE, HANDLER];

function put(stretch: Stretch, { from, to }: JsonBytes): void {
  stretch.from = from;
  stretch.to = to;
}
