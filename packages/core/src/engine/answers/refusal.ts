import type { Verdict } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import type { Reading } from '../frame.ts';

/** Whether a verdict refuses the action, a requested permission, or a question of a server. */
export const isRefusal = ({ decision, extra }: Verdict): boolean =>
  decision === 'block' ||
  (isJsonObject(extra?.permission) && extra.permission['behavior'] === 'deny') ||
  extra?.action === 'decline' ||
  extra?.action === 'cancel';

/** Warns that a refusal has no effect, since the dialect ignores it in such an answer. */
export const voidRefusal = ({ hook }: Reading, found: Verdict): Verdict =>
  isRefusal(found)
    ? {
        messages: [
          {
            level: 'warning',
            text: `hook "${hook.name}": the refusal in its answer is void, because the answer as a whole is not valid; correct what the hook prints`,
            hook: hook.id,
          },
        ],
      }
    : {};
