import { createDictionaries, type KnownHooks } from './dictionary.ts';
import * as words from './entry-words.ts';
import { JsonBytes, put, type Stretch } from './json-bytes.ts';
import { RunBytes } from './run-bytes.ts';
import { type DayCache, dayCache, timeAt, TIME_LENGTH } from './time-bytes.ts';

const NO_HOOKS = createDictionaries().knownHooks;
const QUOTE = 0x22;
const OPEN = 0x7b;
const DIGEST_LENGTH = 32;

/**
 * Finds what an index needs in lines of starts and ends, as the writer of the record writes them. A line that it
 * accepts is one that `parseLine` accepts, with these values; all others must be given to `parseLine`.
 */
export class EntryBytes {
  readonly #json = new JsonBytes();
  #hooks = NO_HOOKS;
  readonly #days: DayCache = dayCache();
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

  /** The bytes of the last line, some at a time. */
  get view(): DataView {
    return this.#json.view;
  }

  /** A line that ends with the line break at `end`; of runs of hooks that are known the number is found. */
  read(bytes: Uint8Array, from: number, end: number, hooks: KnownHooks = NO_HOOKS): boolean {
    const json = this.#json;
    this.#hooks = hooks;
    json.begin(bytes, from);
    const isRead = json.take(words.START) ? this.#readStart() : json.take(words.END) && this.#readEnd();
    if (!isRead) return false;
    if (json.take(words.CHAIN) && !this.#readUsualMark() && !json.takeAny()) return false;
    return json.take(words.CLOSE) && json.at === end;
  }

  /** The place in the chain as most lines say it. */
  #readUsualMark(): boolean {
    const json = this.#json;
    const from = json.at;
    const isUsual =
      json.take(words.SEEN) &&
      json.takeNumber() &&
      json.take(words.WITH) &&
      json.takePlain(DIGEST_LENGTH) &&
      json.take(words.DIGEST) &&
      json.takePlain(DIGEST_LENGTH) &&
      json.take(words.CLOSE_TEXT);
    if (!isUsual) json.at = from;
    return isUsual;
  }

  #readStart(): boolean {
    const json = this.#json;
    this.kind = 'start';
    if (!this.#readStamp() || !json.take(words.PID) || !json.takeNumber()) return false;
    this.pid = json.number;
    if (!json.take(words.PROJECT) || !json.takeString()) return false;
    put(this.project, json);
    this.agent.from = -1;
    if (json.take(words.AGENT)) {
      if (!json.takeString()) return false;
      put(this.agent, json);
    }
    this.event.from = this.session.from = this.tool.from = -1;
    if (!json.take(words.EVENT) || !json.takeMembers(this.#eventMember) || this.event.from < 0) return false;
    return json.take(words.HOOKS) && json.takeStrings();
  }

  #readStamp(): boolean {
    const json = this.#json;
    if (!json.takeString() || json.isEscaped) return false;
    put(this.id, json);
    if (!json.take(words.AT) || json.bytes[json.at] !== QUOTE) return false;
    this.at = timeAt(json.bytes, json.at + 1, this.#days);
    json.at += TIME_LENGTH + 1;
    return !Number.isNaN(this.at) && json.bytes[json.at++] === QUOTE;
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
    if (json.isText(words.NAME)) return this.event;
    if (json.isText(words.SESSION)) return this.session;
    return json.isText(words.TOOL) ? this.tool : null;
  }

  #readEnd(): boolean {
    const json = this.#json;
    this.kind = 'end';
    this.runCount = 0;
    if (!this.#readStamp() || !json.take(words.OUTCOME) || !this.#readOutcome()) return false;
    if (!json.take(words.HOOKS) || !json.takeItems(this.#run)) return false;
    if (!json.take(words.DURATION) || !json.takeNumber()) return false;
    this.durationMs = json.number;
    return true;
  }

  #readOutcome(): boolean {
    const json = this.#json;
    this.decision = 0;
    this.blocker.from = -1;
    if (json.take(words.NOTHING_DECIDED)) return true;
    if (!json.takeString()) return false;
    this.decision = json.textAmong(words.DECISION_WORDS);
    if (this.decision < 0 || !json.take(words.REASON) || !json.takeTextOrNull() || !this.#readBlock()) return false;
    if (!json.take(words.REWRITTEN) || !json.takeStrings() || !json.take(words.COUNT) || !json.takeNumber())
      return false;
    if (!json.take(words.TEXTS) || !json.takeStrings()) return false;
    if (!json.take(words.MESSAGES) || !json.takeItems(this.#message)) return false;
    return json.take(words.EXTRA) && json.bytes[json.at] === OPEN && json.takeAny() && json.take(words.CLOSE);
  }

  #readBlock(): boolean {
    const json = this.#json;
    if (!json.take(words.BLOCK)) return false;
    if (json.take(words.NULL)) return true;
    if (!json.take(words.EFFECT) || !json.takeString()) return false;
    if (!json.take(words.REASON) || !json.takeTextOrNull() || !json.take(words.HOOK) || !json.takeString())
      return false;
    put(this.blocker, json);
    return json.take(words.CLOSE);
  }

  readonly #message = (): boolean => {
    const json = this.#json;
    return MESSAGE_KEYS.every((key) => json.take(key) && json.takeString()) && json.take(words.CLOSE);
  };

  readonly #run = (): boolean => (this.runs[this.runCount++] ??= new RunBytes()).read(this.#json, this.#hooks);
}

const MESSAGE_KEYS = [words.LEVEL, words.TEXT, words.HOOK];
