import { isJsonObject } from '../../model/index.ts';
import { parseJson } from '../../text/parse-json.ts';

/** An output without the lines that tell how far a hook is, and what those say to the user. */
interface SplitOutput {
  readonly rest: string;
  readonly messages: readonly string[];
}

/** Takes out lines that are one JSON object whose `type` is `progress`. */
export function splitProgress(stdout: string): SplitOutput {
  if (!stdout.includes('"progress"')) return { rest: stdout, messages: [] };
  const rest: string[] = [];
  const messages: string[] = [];
  for (const line of stdout.split('\n')) {
    const told = progressOf(line);
    if (told === null) rest.push(line);
    else if (told !== '') messages.push(told);
  }
  return { rest: rest.join('\n'), messages };
}

/** The message of such a line, empty where it has none; null for any other line. */
function progressOf(line: string): string | null {
  const text = line.trim();
  const parsed = text.startsWith('{') && text.includes('"progress"') ? parseJson(text) : null;
  const [object] = parsed?.ok === true ? parsed.readings : [];
  if (!isJsonObject(object) || object['type'] !== 'progress') return null;
  return typeof object['message'] === 'string' ? object['message'] : '';
}
