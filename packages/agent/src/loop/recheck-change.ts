import { isDeepStrictEqual } from 'node:util';
import { toolError } from '../session/effects.ts';
import { askPermission } from './ask-permission.ts';
import { beforePermission } from './before-tool.ts';
import type { Stage } from './stage.ts';
import { NO_WISH } from './tool-request.ts';

/**
 * An input that was rewritten after the guards of the first point have seen it is shown to them and to the permission
 * gate again. The guards can only refuse then, what they rewrite no longer counts; a hook that answers at the gate and
 * rewrites once more keeps the call from running.
 */
export const recheckChange: Stage = async (thread, request, signal) => {
  const { input } = request;
  if (isDeepStrictEqual(input, request.seenInput)) return request;
  const guarded = await beforePermission(thread, { ...request, wish: NO_WISH }, signal);
  if ('result' in guarded) return guarded;
  const permitted = await askPermission(thread, { ...guarded, input, seenInput: input }, signal);
  if ('result' in permitted || isDeepStrictEqual(permitted.input, input)) return permitted;
  return toolError(request.call, 'Hooks keep rewriting the input; the call was not run.', request.reminders);
};
