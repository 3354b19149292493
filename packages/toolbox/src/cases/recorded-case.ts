import { isCut, type Json, type JsonObject, type RecordedDecision, type RecordedRun } from '@hookline/core/internal';
import type { Diagnostic } from '@hookline/core';
import { openCaseDocument } from './case-document.ts';
import { withoutProject } from './placeholders.ts';

/** A case of a case file, as data. */
export type RecordedCase = JsonObject & { readonly name: string };

/** Fields that differ from session to session and mean nothing in a case. */
const OF_SESSION: ReadonlySet<string> = new Set(['session_id', 'transcript_path']);

/** A recorded decision as a case: the same event must be decided so again. A text says why it cannot be one. */
export function recordedCase(decision: RecordedDecision, project: string): RecordedCase | string {
  const { payload, outcome, status } = decision;
  const ran = decision.hooks.filter((run) => run.status !== 'skipped');
  if (payload === null) return 'the record does not hold the event any more, only its end';
  if (outcome === null || status !== 'done') return 'there is no answer that a case could expect';
  if (isCut(payload)) return 'long texts of the event are cut in the record: a case of it would be about another event';
  if (ran.length === 0) return 'no hook ran: there is nothing that a case could hold';
  const fields = Object.entries(payload).filter(([name]) => !OF_SESSION.has(name));
  const reason = outcome.block?.reason ?? outcome.reason;
  const faults = ran.flatMap(({ fault }) => fault?.code ?? []);
  return {
    name: nameOf(decision, payload),
    hooks: ran.map((run) => wordFor(run, ran)),
    event: withoutProject(Object.fromEntries(fields), project),
    expect: {
      decision: outcome.decision,
      ...(outcome.block === null ? {} : { effect: outcome.block.effect }),
      ...(reason === null || isCut(reason) ? {} : { reason: exactly(withoutProject(reason, project)) }),
      hooks: Object.fromEntries(ran.map((run) => [wordFor(run, ran), run.status])),
      ...(faults.length === 0 ? {} : { faults }),
    },
  };
}

/** A text between slashes would be a pattern. */
const exactly = (text: Json): Json => (typeof text === 'string' && /^\/.*\/$/s.test(text) ? { contains: text } : text);

/** The name of a hook stays when others are added before it; where two have the same, the id. */
const wordFor = ({ id, name }: RecordedRun, all: readonly RecordedRun[]): string =>
  name === '' || all.filter((run) => run.name === name).length > 1 ? id : name;

const ENDS = { none: 'passes', allow: 'is allowed', ask: 'is asked about', block: 'is blocked' } as const;
const MOST_ABOUT = 60;

/** "PreToolUse Bash: rm -rf build is blocked". */
function nameOf({ event, outcome }: RecordedDecision, payload: JsonObject): string {
  const input = payload['tool_input'];
  const texts = [...Object.values(typeof input === 'object' && input !== null ? input : {}), payload['prompt']];
  const about = texts.find((value) => typeof value === 'string') ?? '';
  const line = String(about).replace(/\s+/g, ' ').trim();
  const short = line.length > MOST_ABOUT ? `${line.slice(0, MOST_ABOUT)}…` : line;
  const tool = typeof payload['tool_name'] === 'string' ? ` ${payload['tool_name']}` : '';
  return `${event ?? 'event'}${tool}: ${short === '' ? 'it' : short} ${ENDS[outcome?.decision ?? 'none']}`;
}

const HEAD = '# Cases made from the record: run them with "hookline test".\ncases: []\n';

/** The text of a case file with one more case; comments stay. Null: there is no file yet. */
export async function withCase(
  text: string | null,
  display: string,
  added: RecordedCase,
): Promise<string | Diagnostic> {
  const document = await openCaseDocument(text ?? HEAD, display);
  if (!('tree' in document)) return document;
  const { tree } = document;
  const cases = tree.getIn(['cases']) as { flow?: boolean } | undefined;
  if (cases?.flow === true) cases.flow = false;
  tree.addIn(['cases'], tree.createNode(added));
  return tree.toString({ lineWidth: 0 });
}
