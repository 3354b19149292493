import { writeFileSync } from 'node:fs';
import type { CommandRequest, Report } from '../../model/index.ts';
import { isJsonObject } from '../../model/index.ts';
import { parseJson } from '../../text/parse-json.ts';

type KeptVariables = NonNullable<CommandRequest['keepsVariables']>;

/** Keeps the variables that a hook's answer gives to later hooks of its session; a hook that failed gives none. */
export function keepVariables(kept: KeptVariables, { ending, stdout }: Report): void {
  if (ending.how !== 'exited' || ending.code !== 0) return;
  const parsed = parseJson(stdout);
  const answer = parsed.ok ? parsed.readings[0] : undefined;
  const given = isJsonObject(answer) ? answer[kept.key] : undefined;
  if (!isJsonObject(given)) return;
  const texts = Object.entries(given).filter(([, value]) => typeof value === 'string');
  try {
    writeFileSync(kept.file, JSON.stringify(Object.fromEntries(texts)), { mode: 0o600 });
  } catch {
    // there is no folder for the session: its later hooks do without
  }
}
