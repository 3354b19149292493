import type { JsonObject } from '@hookline/core';
import type { JsonObjectOfSeen, Reading, Run } from '../client.ts';
import { Either, UNSEEN } from '../fits.ts';
import { asText, isObject } from '../values.ts';

/** What the program prints about each hook of the event; of hooks that ask a model it prints nothing. */
export function hooksOf({ event, run }: Reading, decision: JsonObjectOfSeen): unknown {
  const name = event['hook_event_name'];
  const about = run.lines.filter(({ hook_event: each }) => each === name);
  const started = about.filter(({ subtype }) => subtype === 'hook_started');
  if (started.length === 0) return UNSEEN;
  return started.map(({ hook_id: id }) => {
    const response = about.find((line) => line['subtype'] === 'hook_response' && line['hook_id'] === id);
    return { dialect: 'claude', ...stateOf(run, response, decision) };
  });
}

const blockedByFailure = /(?:failed|timed out); blocking because onFailure is "block"/;

function stateOf(run: Run, response: JsonObject | undefined, decision: JsonObjectOfSeen): JsonObjectOfSeen {
  if (response === undefined || isLate(run, response)) return { status: 'background', fault: null };
  const exitCode = response['exit_code'];
  const reason = isObject(decision['block']) ? decision['block']['reason'] : undefined;
  if (typeof reason === 'string' && blockedByFailure.test(reason))
    return { status: 'blocked', exitCode: UNSEEN, fault: { code: UNSEEN, message: reason } };
  if (response['outcome'] === 'cancelled')
    return { status: 'timed_out', exitCode: UNSEEN, fault: { code: 'timeout', message: UNSEEN } };
  if (response['outcome'] === 'success') return { status: new Either('passed', 'blocked'), exitCode, fault: null };
  if (exitCode === 2) return { status: 'blocked', exitCode, fault: null };
  if (gaveNoVerdict(run)) return { status: 'failed', exitCode: UNSEEN, fault: { code: 'bad_output', message: UNSEEN } };
  const failure = { code: 'exit', message: UNSEEN };
  // An object counts at every exit status; the program shows its effect, but not whether the run counts as failed.
  const isObjectPrinted = asText(response['stdout']).trimStart().startsWith('{');
  if (!isObjectPrinted) return { status: 'failed', exitCode, fault: failure };
  return { status: UNSEEN, exitCode, fault: new Either(null, failure) };
}

/** It ended after the tool that it was asked about. */
function isLate(run: Run, response: JsonObject): boolean {
  const result = run.lines.findIndex(({ type }) => type === 'result');
  return result >= 0 && run.lines.indexOf(response) > result;
}

/** The program says so of an answer that it cannot use. */
const gaveNoVerdict = (run: Run): boolean =>
  run.lines.some(
    ({ tag, hook_no_verdict: about }) => tag === 'hook_no_verdict' && isObject(about) && about['timed_out'] === false,
  );
