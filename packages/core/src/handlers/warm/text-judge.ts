import { afterScript, afterText } from './afterwards.ts';
import type { Helper } from './helper.ts';
import type { Judgement, JudgeText, Question } from './route.ts';
import { flawOfScript, flawOfText } from './script-text.ts';
import { rememberVerdicts } from './verdicts.ts';

/** Remembers which texts a waiting shell runs like a new one; a new text is looked at while hooks rest. */
export function createTextJudge(helper: () => Helper | null): JudgeText {
  const verdictOn = rememberVerdicts(async ({ text, bash, as }: Question): Promise<Judgement> => {
    if ((as === 'script' ? flawOfScript(text) : await flawOfText(text)) !== null) return DIFFERS;
    // Only bash itself knows what is no mistake, and inside another text it words mistakes otherwise.
    const parses = await helper()?.parses(bash, text, {});
    if (parses === undefined) throw new Error('nobody to ask');
    if (!parses) return DIFFERS;
    return { is: 'same', afterwards: as === 'script' ? afterScript(text) : await afterText(text) };
  }, MOST_KNOWN);
  return (question) => {
    const { text, bash, as } = question;
    return text.length > LONGEST ? DIFFERS : verdictOn(`${as}\0${bash}\0${text}`, question);
  };
}

const DIFFERS = { is: 'differs' } as const;
const LONGEST = 50_000;
const MOST_KNOWN = 1000;
