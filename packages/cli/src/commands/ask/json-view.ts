import type { Happening } from '@hookline/agent';
import { writeJson } from '../../print/output.ts';
import type { View } from '../../print/plain-view.ts';

/** One JSON object a line; pieces of texts and starts of hooks only when all is asked for. */
export function createJsonView(showsAll: boolean, onReaderGone: () => void): View {
  return {
    tell: (happening) => {
      if (!showsAll && PASSING.has(happening.type)) return;
      if (!writeJson(happening)) onReaderGone();
    },
  };
}

const PASSING: ReadonlySet<Happening['type']> = new Set(['text_delta', 'hook_start']);
