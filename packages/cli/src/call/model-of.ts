import { type HooksOptions, modelCommand } from '@hookline/core/internal';

/** The program that answers prompt and agent hooks, if the environment names one; it runs in the folder, or in ours. */
export function modelOf(env: Readonly<Record<string, string | undefined>>, folder?: () => string): HooksOptions {
  const line = env['HOOKLINE_MODEL_COMMAND'] ?? '';
  return line === '' ? {} : modelCommand(line, env, folder?.());
}
