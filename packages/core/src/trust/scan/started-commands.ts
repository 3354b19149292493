/** Calls that start a program, in python, JavaScript, ruby, perl, php and lua. */
const CALL =
  /\b(?:system|popen\w?|Popen|run|call|check_call|check_output|getoutput|getstatusoutput|exec\w{0,12}|spawn\w{0,12}|fork|execa\w{0,10}|create_subprocess_\w{4,5})\s{0,4}\(/g;
const STRING = /(['"`])((?:(?!\1)[^\\\n]|\\.){1,400})\1/g;
const MOST_CALLS = 100;
const REACH = 600;

/** The command lines that a text seems to start: the strings in each such call, one after the other. */
export function commandsStartedIn(text: string): readonly string[] {
  return [...text.matchAll(CALL)].slice(0, MOST_CALLS).flatMap(({ 0: call, index }) => {
    const rest = argumentsOf(text, index + call.length);
    const words = [...rest.matchAll(STRING)].map(([, , word = '']) => word);
    if (words.length === 0) return [];
    // An interpreter that runs itself again is the one of this text.
    const own = /\bsys\.executable\b/.test(rest) ? ['python3'] : /\bprocess\.execPath\b/.test(rest) ? ['node'] : [];
    return [[...own, ...words].join(' ')];
  });
}

/** What stands between the brackets. */
function argumentsOf(text: string, start: number): string {
  let depth = 1;
  const end = Math.min(text.length, start + REACH);
  for (let at = start; at < end; at++) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    if (character === ')' && --depth === 0) return text.slice(start, at);
  }
  return text.slice(start, end);
}
