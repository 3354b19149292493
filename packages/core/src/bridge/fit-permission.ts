import type { AnswerField, JsonObject } from '../model/index.ts';
import { unsupported } from './answer.ts';
import { fieldFor } from './field-keys.ts';
import type { FitStep } from './fit-step.ts';
import { kept } from './fit-step.ts';

/** What the agent cannot take of an answer to a request does not make a denial void, and does not leave a permission without it. */
export const permissionAsItTakes: FitStep = (content, target) => {
  const { permission, ...extra } = content.extra;
  const untaken = permission === undefined ? [] : partsNotTaken(permission, fieldFor(target, 'permission'));
  if (permission === undefined || untaken.length === 0) return kept(content);
  const rest = Object.fromEntries(Object.entries(permission).filter(([name]) => !untaken.includes(name)));
  // Permitted with another input, the call is not permitted as it is: the user is asked.
  const isVoid = permission['behavior'] === 'allow' && untaken.includes('updatedInput');
  return {
    content: { ...content, extra: isVoid ? extra : { ...extra, permission: rest } },
    lost: [unsupported('permission', target, `takes no ${untaken.join(', ')}`)],
  };
};

function partsNotTaken(permission: JsonObject, field: AnswerField | undefined): readonly string[] {
  const taken = field?.takes === 'plain-permission-answer' ? ['message'] : field?.parts;
  return Object.entries(permission).flatMap(([name, value]) =>
    taken === undefined || name === 'behavior' || value === null || value === false || taken.includes(name)
      ? []
      : [name],
  );
}
