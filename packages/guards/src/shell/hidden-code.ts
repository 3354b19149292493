import type { CodeLanguage } from '@hookline/core/internal';

/** The origin of code that it runs and that cannot be read here; null when there is none. */
export function hidesCode(code: string, language: CodeLanguage): 'network' | 'hidden' | null {
  if (language === 'sed' || language === 'awk') return null;
  if (!(language === 'powershell' ? RUNS_IN_POWERSHELL.test(code) : runsUnknown(code))) return null;
  if (FETCHES.test(code)) return 'network';
  return DECODES.test(code) ? 'hidden' : null;
}

/** Whether it runs a text that does not stand in it as a constant. */
const runsUnknown = (code: string): boolean =>
  GIVES_EVAL.test(code) ||
  Array.from(code.matchAll(RUNS_TEXT)).some(({ 0: call, index }) => !CONSTANT.test(code.slice(index + call.length)));

/**
 * What runs a text or starts a program: as a function of its own, or of a module that is there for it. A `load` or an
 * `exec` of anything else reads JSON, or matches a pattern.
 */
const RUNS_TEXT =
  /(?:(?<![\w.$]|->)(?:eval|exec|load|loadstring|Function|system|popen|qx)|\bnew Function|\bos\.(?:system|popen|exec\w+)|\b(?:subprocess|Open3|Kernel)\.\w+|\bIO\.popen|\bchild_process\W{1,4}\w+|\b(?:cp|child)\.(?:exec|spawn)\w*|\b(?:execSync|spawnSync|execFileSync|shell_exec|passthru|proc_open|Popen|instance_eval|class_eval|callCommand|run-program|shell-command)|\b(?:marshal|pickle|dill)\.loads?|\b(?:[iI][eE][xX]|Invoke-Expression))(?![\w.])\s*\(?\s*/g;
/** A constant text or a list of such, or nothing at all. */
const CONSTANT =
  /^(?:\)|$|[;,=:{]|(["'`])(?:\\.|(?!\1)[^\\])*\1\s*(?:[),;\]}]|$)|\[\s*(?:(["'])(?:(?!\2)[^\\\n])*\2\s*(?:,\s*)?)*\])/;
const GIVES_EVAL = /[(,]\s*(?:eval|exec)\s*[),]/;
const RUNS_IN_POWERSHELL =
  /\b(?:iex|Invoke-Expression|Start-Process|Invoke-Command|cmd)\b|(?:^|[;|{])\s*&\s*[$("'.\\\w]/i;
const FETCHES =
  /urlopen|requests\.(?:get|post)|httpx\.get|urlretrieve|LWP::Simple|Net::HTTP|open-uri|URI\.open|file_get_contents\(\s*["']https?:|fetch\(\s*["']https?:|require\(\W{0,2}net\W{0,2}\)|\bhttps?\.get\(|\bget\s*\(?\s*["']https?:|DownloadString|Invoke-WebRequest|Invoke-RestMethod|\b(?:iwr|irm)\b/i;
const DECODES =
  /b64decode|base64_decode|decode_base64|decode64|fromhex|unhexlify|codecs\.decode|FromBase64String|atob\(|["']base64["']|gzinflate|zlib\.decompress|str_rot13|(?:un)?pack\s*\(?\s*["']H/i;
