/**
 * Makes the same system query once per turn of the event loop, because the hooks of one event, and the checks of one
 * hook, repeat it. Only a result after which a hook can start is kept: after any other, the host may fix the problem
 * and fire again in the same turn.
 */
export function oncePerTurn<Answer extends object | boolean>(
  ask: (question: string) => Answer,
  isGood: (answer: Answer) => boolean,
): (question: string) => Answer {
  const known = new Map<string, Answer>();
  let since = turn;
  return (question) => {
    if (since !== turn) known.clear();
    const found = known.get(question);
    if (found !== undefined) return found;
    const answer = ask(question);
    if (!isGood(answer)) return answer;
    since = thisTurn();
    known.set(question, answer);
    return answer;
  };
}

/** One check of the event loop for all callers. */
function thisTurn(): number {
  if (!isWatching) setImmediate(endTurn).unref();
  isWatching = true;
  return turn;
}

function endTurn(): void {
  isWatching = false;
  turn += 1;
}

let turn = 0;
let isWatching = false;
