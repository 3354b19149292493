import type { KnownHooks } from './dictionary.ts';
import * as words from './entry-words.ts';
import { type JsonBytes, put, type Stretch } from './json-bytes.ts';

/** Would have rewritten something. */
export const REWRITES_BIT = 8;
const EMPTY_LIST = 2;

/** A run as it is found in a line; the object is used again for the next line. */
export class RunBytes {
  /** From the id to the handler: what stays the same in all runs of a hook. */
  readonly hook: Stretch = { from: -1, to: -1 };
  /** The number of the hook; 0: it is not known yet. */
  number = 0;
  /** Where its id ends. */
  idTo = 0;
  readonly fault: Stretch = { from: -1, to: -1 };
  status = 0;
  durationMs = 0;
  /** 0: not in shadow; else what it would have decided, from 1, and 8 where it would have rewritten something. */
  shadow = 0;

  /** Takes the run that comes next. */
  read(json: JsonBytes, hooks: KnownHooks): boolean {
    if (!this.#readHook(json, hooks)) return false;
    if (!this.#readStatus(json) || !json.take(words.DURATION) || !json.takeNumber()) return false;
    this.durationMs = json.number;
    if (!json.take(words.STDOUT) || !json.takeString() || !json.take(words.STDERR) || !json.takeString()) return false;
    if (!this.#readRest(json) || !this.#readShadow(json)) return false;
    if (json.take(words.ENDING) && !json.takeAny()) return false;
    return json.take(words.CLOSE);
  }

  /** The same bytes as before need not be read again. */
  #readHook(json: JsonBytes, hooks: KnownHooks): boolean {
    const from = json.at + 1;
    if (!json.take(words.HOOK_ID) || !json.takeString()) return false;
    this.hook.from = from;
    this.idTo = json.to;
    this.number = hooks.numberAt(json.view, from, json.to);
    if (this.number > 0) json.at = from + hooks.lengthOf(this.number);
    else for (const key of words.HOOK_KEYS) if (!json.take(key) || !json.takeString()) return false;
    this.hook.to = json.at;
    return true;
  }

  #readStatus(json: JsonBytes): boolean {
    this.status = 0;
    if (json.take(words.ENDED_WELL)) return true;
    if (!json.take(words.STATUS) || !json.takeString()) return false;
    this.status = json.textAmong(words.STATUS_WORDS);
    if (this.status < 0 || !json.take(words.EXIT) || !(json.take(words.NULL) || json.takeNumber())) return false;
    return json.take(words.SIGNAL) && json.takeTextOrNull();
  }

  #readRest(json: JsonBytes): boolean {
    this.fault.from = -1;
    if (json.take(words.NOTHING_ELSE)) return true;
    if (!json.take(words.TRUNCATED) || !json.takeStrings() || !this.#readFault(json)) return false;
    if (!json.take(words.QUIET) || !json.takeAny() || !json.take(words.WHY) || !json.takeTextOrNull()) return false;
    return json.take(words.NOTES) && json.takeStrings();
  }

  #readFault(json: JsonBytes): boolean {
    if (!json.take(words.FAULT)) return false;
    if (json.take(words.NULL)) return true;
    if (!json.take(words.CODE) || !json.takeString()) return false;
    put(this.fault, json);
    return json.take(words.MESSAGE) && json.takeString() && json.take(words.CLOSE);
  }

  #readShadow(json: JsonBytes): boolean {
    this.shadow = 0;
    if (!json.take(words.SHADOW)) return true;
    if (!json.takeString()) return false;
    const decision = json.textAmong(words.DECISION_WORDS);
    if (decision < 0 || !json.take(words.SHADOW_EFFECT) || !json.takeTextOrNull()) return false;
    if (!json.take(words.REASON) || !json.takeTextOrNull() || !json.take(words.REWRITES)) return false;
    const from = json.at;
    if (!json.takeStrings()) return false;
    this.shadow = decision + 1 + (json.at - from > EMPTY_LIST ? REWRITES_BIT : 0);
    return json.take(words.CONTEXTS) && json.takeNumber() && json.take(words.CLOSE);
  }
}
