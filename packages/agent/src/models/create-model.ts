import { askProvider } from './ask-provider.ts';
import { findEndpoint } from './find-endpoint.ts';
import { UsageProblem, type Model } from '../contract/model.ts';
import { openEndpoint } from './providers.ts';
import { readRetryLimits } from './retry-limits.ts';
import { readScript } from './read-script.ts';
import { scriptedModel } from './scripted.ts';

/** Which model is wanted, as a user says it. */
export interface ModelChoice {
  /** `PROVIDER/NAME` or `scripted`. */
  readonly spec: string | undefined;
  readonly baseUrl?: string | undefined;
  /** File with the steps of the scripted model. */
  readonly script?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The model that was chosen, without asking it anything yet; throws a UsageProblem when it cannot be created. */
export async function createModel(choice: ModelChoice): Promise<Model> {
  const spec = specOf(choice);
  if (spec === 'scripted') return createScripted(choice);
  if (choice.script !== undefined)
    throw new UsageProblem(`--script goes with the model "scripted", not with ${JSON.stringify(spec)}: leave one out`);
  const endpoint = findEndpoint(spec, choice.baseUrl, choice.env);
  const limits = readRetryLimits(choice.env);
  return askProvider({ language: await openEndpoint(endpoint, choice.env), endpoint, limits });
}

/** What stands for the model in the end: the option, the script, or HOOKLINE_MODEL. */
export function specOf({ spec, script, env }: ModelChoice): string {
  if (spec !== undefined) return spec.trim();
  if (script !== undefined) return 'scripted';
  const fromEnv = env['HOOKLINE_MODEL']?.trim() ?? '';
  if (fromEnv !== '') return fromEnv;
  throw new UsageProblem(
    'no model is chosen: pass --model anthropic/NAME, openai/NAME or openai-compatible/NAME (with --base-url URL), ' +
      'or --script FILE, or set HOOKLINE_MODEL',
  );
}

async function createScripted({ script, baseUrl }: ModelChoice): Promise<Model> {
  if (script === undefined) throw new UsageProblem('the model "scripted" needs its steps: pass --script FILE');
  if (baseUrl !== undefined) throw new UsageProblem('--base-url does nothing for the model "scripted": leave one out');
  return scriptedModel(script, await readScript(script));
}
