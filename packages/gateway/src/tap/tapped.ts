import { type Projection, VERDICTS } from '../ingest/project-lines.ts';
import type { TappedDecision } from './otlp.ts';

/** The decisions of a chunk that have ended, for those who get copies. */
export const tappedOf = (
  { decisions }: Projection,
  { org, id: machine }: { readonly org: number; readonly id: string },
): readonly TappedDecision[] =>
  decisions.flatMap(({ id, at, verdict, faults = 0, ...row }) => {
    const word = verdict === undefined ? undefined : VERDICTS[verdict];
    if (word === undefined) return [];
    const attributes = {
      'hookline.decision': id,
      'hookline.event': row.event,
      'hookline.tool': row.tool,
      'hookline.project': row.project,
      'hookline.agent': row.agent,
      'hookline.hook': row.hook,
      'hookline.reason': row.reason,
      'hookline.duration_ms': row.ms,
      'hookline.shadow': row.shadow,
      'session.id': row.session,
    };
    return [{ org, machine, at, verdict: word, faults, attributes }];
  });
