import type { Helper } from './helper.ts';
import type { JudgeText, Question } from './route.ts';
import { flawOfScript, flawOfText } from './script-text.ts';
import { rememberVerdicts } from './verdicts.ts';

/** Remembers which texts a waiting shell runs like a new one; a new text is looked at while hooks rest. */
export function createTextJudge(helper: () => Helper | null): JudgeText {
  const verdictOn = rememberVerdicts(async ({ text, bash, as }: Question): Promise<'same' | 'differs'> => {
    if ((as === 'script' ? flawOfScript(text) : await flawOfText(text)) !== null) return 'differs';
    // Only bash itself knows what is no mistake, and inside another text it words mistakes otherwise.
    const parses = await helper()?.parses(bash, text, {});
    if (parses === undefined) throw new Error('nobody to ask');
    return parses ? 'same' : 'differs';
  }, MOST_KNOWN);
  return (question) => {
    const { text, bash, as } = question;
    return text.length > LONGEST ? 'differs' : verdictOn(`${as}\0${bash}\0${text}`, question);
  };
}

const LONGEST = 50_000;
const MOST_KNOWN = 1000;
