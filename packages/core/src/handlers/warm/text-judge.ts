import type { Helper } from './helper.ts';
import type { JudgeText, Question } from './route.ts';
import { flawOfScript, flawOfText } from './script-text.ts';

/** Remembers which texts a waiting shell runs like a new one; a new text is looked at while hooks rest. */
export function createTextJudge(helper: () => Helper | null): JudgeText {
  const known = new Map<string, ReturnType<JudgeText>>();
  const examine = async ({ text, bash, as }: Question): Promise<ReturnType<JudgeText>> => {
    if ((as === 'script' ? flawOfScript(text) : await flawOfText(text)) !== null) return 'differs';
    // Only bash itself knows what is no mistake, and inside another text it words mistakes otherwise.
    const parses = await helper()?.parses(bash, text, {});
    if (parses === undefined) throw new Error('nobody to ask');
    return parses ? 'same' : 'differs';
  };
  return (question) => {
    const { text, bash, as } = question;
    const key = `${as}\0${bash}\0${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (text.length > LONGEST) return 'differs';
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, 'not known yet');
    examine(question).then(
      (verdict) => known.set(key, verdict),
      () => known.delete(key), // the helper died meanwhile: the next run asks again
    );
    return 'not known yet';
  };
}

const LONGEST = 50_000;
const MOST_KNOWN = 1000;
