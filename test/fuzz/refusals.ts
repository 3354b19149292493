import type { Dialect, EventName, EventRow, JsonObject } from '../../packages/core/src/model/index.ts';
import { DIALECTS } from '../../packages/core/src/dialects/index.ts';

/** One event of one dialect, where a refusal has power. */
export interface Place {
  readonly dialect: string;
  readonly event: EventName;
  readonly native: string;
  readonly row: EventRow;
  readonly powerful: boolean;
}

/** Every event of a dialect. */
export const placesOf = (id: string): readonly Place[] =>
  Object.entries(dialectOf(id).events).flatMap(([native, row]) =>
    row.means.map((event) => ({
      dialect: id,
      event,
      native,
      row,
      powerful: row.block !== null && row.answers !== 'ignored' && row.waits,
    })),
  );

function dialectOf(id: string): Dialect {
  const found = DIALECTS.find((dialect) => dialect.id === id);
  if (found === undefined) throw new Error(`no dialect ${id}`);
  return found;
}

/** Every way in which a hook of the dialect may say no on this event by an answer; empty where it cannot. */
export function refusalsAt(place: Place): readonly JsonObject[] {
  const { dialect, native, row } = place;
  const ends = row.endsTurn === true ? [{ continue: false, systemMessage: 'no' }] : [];
  switch (dialect) {
    case 'kolega':
      return place.powerful
        ? [...ends, { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } }]
        : ends;
    case 'agent-hooks':
      return place.powerful ? [{ decision: 'deny', reason: 'no' }] : [];
    case 'qoder':
      return [...ends, ...refusalsOfQoder(place)];
    case 'claude':
      return [...ends, ...refusalsOfClaude(place)];
    case 'qwen':
      return refusalsOfQwen(place);
    case 'gemini':
      return place.powerful
        ? [{ continue: false, stopReason: 'no' }, { decision: 'deny', reason: 'no' }, { decision: 'block' }]
        : [];
    case 'kode':
      return place.powerful ? [{ block: true, annotation: 'no' }] : [];
    case 'codex':
      return refusalsOfCodex(place);
    case 'copilot':
      return refusalsOfCopilot(place);
    case 'kimi':
      return place.powerful
        ? [{ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } }]
        : [];
    case 'cline':
      return place.powerful ? [{ cancel: true, errorMessage: 'no' }, { cancel: true }] : [];
    case 'cursor':
      return refusalsOfCursor(place);
    default:
      return Object.entries(row.outcomes ?? {})
        .filter(([, outcome]) => outcome.does !== 'proceed' && place.powerful)
        .map(([outcome]) => ({ outcome, reason: 'no' }));
  }
  function refusalsOfClaude({ powerful }: Place): readonly JsonObject[] {
    const inner = { hookEventName: native };
    if (native === 'PermissionRequest')
      return [{ hookSpecificOutput: { ...inner, decision: { behavior: 'deny', message: 'no' } } }];
    // Only an exit code refuses there, or the lack of a path in plain text.
    if (row.refusedBy === 'exit' || row.text === 'worktree-path-from-cwd' || !powerful) return [];
    const denied = { hookSpecificOutput: { ...inner, permissionDecision: 'deny' }, decision: 'approve' };
    return [...(native === 'PreToolUse' ? [denied] : []), { decision: 'block', reason: 'no' }];
  }
  function refusalsOfCodex({ powerful }: Place): readonly JsonObject[] {
    const inner = { hookEventName: native };
    if (native === 'PermissionRequest')
      return [{ hookSpecificOutput: { ...inner, decision: { behavior: 'deny', message: 'no' } } }];
    const halts = row.halts === undefined && row.endsTurn !== true ? [] : [{ continue: false, stopReason: 'no' }];
    const denied = { hookSpecificOutput: { ...inner, permissionDecision: 'deny', permissionDecisionReason: 'no' } };
    return powerful
      ? [...halts, ...(native === 'PreToolUse' ? [denied] : []), { decision: 'block', reason: 'no' }]
      : halts;
  }
  function refusalsOfCopilot({ powerful }: Place): readonly JsonObject[] {
    if (/^permissionRequest$/i.test(native)) return [{ behavior: 'deny', message: 'no' }];
    if (!powerful) return [];
    if (!/^preToolUse$/i.test(native)) return [{ decision: 'block', reason: 'no' }];
    const denied = { permissionDecision: 'deny', permissionDecisionReason: 'no' };
    return [denied, ...(native === 'PreToolUse' ? [{ hookSpecificOutput: denied }] : [])];
  }
  function refusalsOfCursor({ powerful }: Place): readonly JsonObject[] {
    if (!powerful) return [];
    if (native === 'beforeSubmitPrompt') return [{ continue: false, user_message: 'no' }];
    if (row.block === 'keep_working') return [{ followup_message: 'no' }];
    const asked = native === 'subagentStart' ? [{ permission: 'ask' }] : [];
    return [...asked, { permission: 'deny', agent_message: 'no' }, { permission: 'deny' }];
  }
  function refusalsOfQwen({ powerful }: Place): readonly JsonObject[] {
    if (native === 'PermissionRequest')
      return [{ hookSpecificOutput: { decision: { behavior: 'deny', message: 'no' } } }];
    const halts = row.halts === undefined || row.halts === 'no-power' ? [] : [{ continue: false, stopReason: 'no' }];
    const asked =
      native === 'PreToolUse' ? [{ hookSpecificOutput: { permissionDecision: 'deny' }, decision: 'allow' }] : [];
    return powerful ? [...halts, ...asked, { decision: 'deny', reason: 'no' }, { decision: 'block' }] : halts;
  }
  function refusalsOfQoder({ powerful }: Place): readonly JsonObject[] {
    const inner = { hookEventName: native };
    if (native === 'PermissionRequest')
      return [{ hookSpecificOutput: { ...inner, decision: { behavior: 'deny', message: 'no' } } }];
    const asked =
      native === 'PreToolUse'
        ? [{ hookSpecificOutput: { ...inner, permissionDecision: 'deny' }, decision: 'allow' }]
        : [];
    return powerful ? [...asked, { decision: 'deny', reason: 'no' }, { decision: 'block', reason: 'no' }] : [];
  }
}
