/**
 * Asks the same question of the system once per turn of the event loop: the hooks of one event, and the checks of one
 * hook, ask it again and again. Nothing else of ours can have happened in between.
 */
export function oncePerTurn<Answer extends object | boolean>(
  ask: (question: string) => Answer,
): (question: string) => Answer {
  const known = new Map<string, Answer>();
  const forget = (): void => known.clear();
  return (question) => {
    const answer = known.get(question) ?? ask(question);
    if (known.size === 0) setImmediate(forget).unref();
    known.set(question, answer);
    return answer;
  };
}
