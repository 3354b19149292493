/**
 * Asks the same question of the system once per turn of the event loop: the hooks of one event, and the checks of one
 * hook, ask it again and again. Only an answer after which a hook can start is kept: after any other the host may mend
 * what is wrong and fire again, all in one turn.
 */
export function oncePerTurn<Answer extends object | boolean>(
  ask: (question: string) => Answer,
  isGood: (answer: Answer) => boolean,
): (question: string) => Answer {
  const known = new Map<string, Answer>();
  const forget = (): void => known.clear();
  return (question) => {
    const found = known.get(question);
    if (found !== undefined) return found;
    const answer = ask(question);
    if (!isGood(answer)) return answer;
    if (known.size === 0) setImmediate(forget).unref();
    known.set(question, answer);
    return answer;
  };
}
