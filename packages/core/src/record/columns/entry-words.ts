// What stands between the values of a line, as the writer of the record writes it.
import { byteWord } from './byte-words.ts';

const w = byteWord;

export const [START, END] = [w('{"v":1,"kind":"start","id":'), w('{"v":1,"kind":"end","id":')];
export const [AT, DURATION, CHAIN, CLOSE] = [w(',"at":'), w(',"durationMs":'), w(',"chain":'), w('}')];
export const [NULL, REASON, TEXT] = [w('null'), w(',"reason":'), w(',"text":')];

/** Of a start. */
export const [PID, PROJECT, AGENT, EVENT] = [w(',"pid":'), w(',"project":'), w(',"agent":'), w(',"event":')];
export const [HOOKS, NAME, SESSION, TOOL] = [w(',"hooks":'), w('hook_event_name'), w('session_id'), w('tool_name')];

/** Of an end. */
export const [OUTCOME, BLOCK, EFFECT] = [w(',"outcome":{"decision":'), w(',"block":'), w('{"effect":')];
export const [HOOK, REWRITTEN, COUNT] = [w(',"hook":'), w(',"rewritten":'), w(',"contexts":{"count":')];
export const [TEXTS, MESSAGES, EXTRA] = [w(',"texts":'), w('},"messages":'), w(',"extra":')];
export const LEVEL = w('{"level":');

/** Of a run: what stays the same in all runs of a hook, then the rest. */
export const HOOK_ID = w('{"id":');
export const HOOK_KEYS = [',"name":', ',"dialect":', ',"scope":', ',"source":', ',"handler":'].map(w);
export const [STATUS, EXIT, SIGNAL] = [w(',"status":'), w(',"exitCode":'), w(',"signal":')];
export const [STDOUT, STDERR, TRUNCATED] = [w(',"stdout":'), w(',"stderr":'), w(',"truncated":')];
export const [FAULT, CODE, MESSAGE] = [w(',"fault":'), w('{"code":'), w(',"message":')];
export const [QUIET, WHY, NOTES] = [w(',"quiet":'), w(',"why":'), w(',"notes":')];
export const [SHADOW, SHADOW_EFFECT] = [w(',"shadow":{"decision":'), w(',"effect":')];
export const [REWRITES, CONTEXTS, ENDING] = [w(',"rewrites":'), w(',"contexts":'), w(',"ending":')];

/** What most lines say, at once. */
export const NOTHING_DECIDED = w(
  '"none","reason":null,"block":null,"rewritten":[],"contexts":{"count":0,"texts":[]},"messages":[],"extra":{}}',
);
export const ENDED_WELL = w(',"status":"passed","exitCode":0,"signal":null');
export const NOTHING_ELSE = w(',"truncated":[],"fault":null,"quiet":false,"why":null,"notes":[]');

/** In the order of their codes. */
export const DECISIONS = ['none', 'allow', 'ask', 'block'] as const;
export const STATUSES = ['passed', 'blocked', 'failed', 'timed_out', 'skipped', 'background'] as const;
export const DECISION_WORDS = DECISIONS.map(w);
export const STATUS_WORDS = STATUSES.map(w);

/** Of the place in the chain. */
export const [SEEN, WITH, DIGEST, CLOSE_TEXT] = [w('{"seen":'), w(',"with":"'), w('","digest":"'), w('"}')];
