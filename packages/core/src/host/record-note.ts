import type { InternalOptions, PolicyException } from '../model/index.ts';
import { newDecisionId } from '../record/decision-id.ts';
import { createRecorder } from '../record/recorder.ts';
import { settingsOf } from '../settings/settings.ts';
import { loadShadows } from '../shadow/shadows.ts';

/** Writes something into the record that belongs to no event, through to the disk; throws when that fails. */
export async function noteInRecord(text: string, options: InternalOptions, exception?: PolicyException): Promise<void> {
  const problems: string[] = [];
  const settings = settingsOf({ ...options, env: { ...(options.env ?? process.env), HOOKLINE_RECORD_SYNC: '1' } });
  const { retention } = await loadShadows(settings);
  const recorder = createRecorder({ onRecordFailure: (why) => problems.push(why) }, settings, retention);
  recorder?.note(newDecisionId(), text, exception);
  recorder?.close();
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`it could not be recorded: ${problem}`);
}
