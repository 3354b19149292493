// Fires a conformance case as its own dialect and, converted, as another one, and compares.
import { createHooks, DIALECTS, eventThroughHost, modelCommand } from '@hookline/core/internal';
import { convertHooks, writeChanges } from '@hookline/toolbox';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { within } from './cases.mjs';

const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const BRIDGE = {
  file: process.env.HOOKLINE_TEST_BRIDGE ?? fromHere('../../packages/cli/dist/hookline-bridge.mjs'),
  http: fromHere('../../packages/cli/dist/hookline-http.mjs'),
  assets: fromHere('../../packages/core/assets'),
};

/** What the hooks of a dialect say about a case as it stands. */
export const original = (moment) => within(moment, (place) => decided(place, moment.dialect));

/** What they would say if they heard of the event from a host of another dialect, in the environment that it gives hooks. */
const heardFrom = (moment, to) =>
  within(moment, (place) => {
    const host = DIALECTS.find(({ id }) => id === to);
    const event = eventThroughHost(host, place.event, place.places);
    if (event === null) return null;
    const { inherits } = host.environment;
    const env = Object.fromEntries(
      Object.entries(place.places.env).filter(
        ([name]) => inherits === 'everything' || inherits.includes(name) || LEADS_TO_FILES.test(name),
      ),
    );
    return decided({ ...place, event, places: { ...place.places, env } }, moment.dialect);
  });

/** Without these the hooks themselves would not be found. */
const LEADS_TO_FILES = /^(?:HOME|XDG_|KOLEGA_CODE_STATE_DIR|QODER_CONFIG_DIR|POLYTOKEN_CONFIG_DIR)/;

/** What the converted hooks say about it, with the losses of each hook by its id. */
export const converted = (moment, to) =>
  within(moment, async (place) => {
    const losses = new Map();
    const whole = [];
    for (const scope of ['user', 'project']) {
      const request = { from: moment.dialect, to, scope, output: null, toolNames: 'given', bridge: BRIDGE };
      const conversion = await convertHooks(request, place.places).catch((error) => {
        if (error.constructor.name !== 'ConversionError') throw error;
        whole.push({ kind: 'refused', part: null, text: error.message, seen: 'in its files' });
        return null;
      });
      if (conversion === null) continue;
      for (const hook of conversion.hooks) losses.set(hook.id, hook.losses);
      whole.push(...conversion.losses);
      writeChanges(conversion.changes, scope === 'project' ? place.places.project : null);
    }
    return { ...(await decided(place, to)), losses, whole };
  });

async function decided({ places, trust, wait, event }, dialect) {
  const command = places.env.HOOKLINE_MODEL_COMMAND;
  const models = command === undefined ? {} : modelCommand(command, places.env, places.project);
  const given = { toolNames: 'given', record: false, warm: false };
  const hooks = await createHooks({ ...places, ...models, ...given, dialects: [dialect], trust });
  try {
    const outcome = await hooks.fire(event, { wait });
    return { outcome, gist: gistOf(outcome, dirname(places.project)) };
  } finally {
    await hooks.close();
  }
}

/** What a host does after an event, whatever the system; paths of the temporary folder are left out. */
function gistOf(outcome, root) {
  const { decision, block, updatedInput, updatedToolOutput, updatedPrompt, additionalContext } = outcome;
  const text = (value) =>
    value === null ? null : (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(root, '{root}');
  return {
    decision,
    reason: text(block?.reason?.trim() ?? null),
    updatedInput: text(updatedInput),
    updatedToolOutput: text(updatedToolOutput),
    updatedPrompt,
    context: text(additionalContext.join('\n')),
  };
}

/** `same`, `loss` with the losses that report the difference, or `third`: a difference that was not reported. */
export async function judge(before, after, moment, to) {
  const broken = after.outcome.hooks.find(({ stderr }) => /^hookline-bridge:|^node:internal/m.test(stderr));
  if (broken !== undefined) return { verdict: 'third', differs: ['the bridge failed'], losses: [] };
  const differs = Object.keys(before.gist).filter((part) => before.gist[part] !== after.gist[part]);
  if (differs.length === 0) return { verdict: 'same', differs, losses: [] };
  const known = [...before.outcome.hooks.flatMap(({ id }) => after.losses.get(id) ?? []), ...after.whole];
  const told = new Map(differs.map((part) => [part, []]));
  for (const part of differs) {
    for (const loss of known) if (await tells(loss, part, { before, after, moment, to })) told.get(part).push(loss);
  }
  const verdict = [...told.values()].every((losses) => losses.length > 0) ? 'loss' : 'third';
  return { verdict, differs, losses: [...new Set([...told.values()].flat())] };
}

/** Whether a loss can have led to a difference: each kind is looked for in what really happened. */
async function tells({ kind, part }, differs, { before, after, moment, to }) {
  const { hooks, decision } = before.outcome;
  switch (kind) {
    case 'event':
    case 'refused':
      return after.outcome.decision === 'none';
    case 'power':
      return part === differs || (decision !== 'none' && part === decision);
    case 'payload':
    case 'environment': {
      const heard = await heardFrom(moment, to);
      return heard !== null && heard.gist[differs] !== before.gist[differs];
    }
    case 'timeout':
      return hooks.some(({ status, durationMs }) => status === 'timed_out' || durationMs > 20_000);
    case 'handler':
      return hooks.some(({ handler }) => handler === 'prompt' || handler === 'agent');
    case 'background':
      return hooks.some(({ status }) => status === 'background');
    case 'order':
      return hooks.length > 1;
    case 'merge':
      return new Set(after.outcome.hooks.map(({ id }) => id)).size !== hooks.length;
    default:
      return false;
  }
}
