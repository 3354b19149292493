import type { CodeLanguage } from '@hookline/core/internal';
import { MARKS } from './marks.ts';

/**
 * The shell lines that code of another language passes to a shell, and what it removes by itself, written as a shell
 * line.
 */
export function codeTexts(whole: string, language: CodeLanguage, stdin = ''): readonly string[] {
  const code = language === 'sed' ? whole.slice(0, LONGEST) : constantsPut(homeNamed(whole.slice(0, LONGEST)));
  const found =
    language === 'sed'
      ? sedTexts(code, stdin)
      : language === 'powershell'
        ? powershellTexts(code)
        : [
            ...calledTexts(code),
            ...(language === 'tcl' ? tclTexts(code) : []),
            ...removedTexts(code),
            ...listedTexts(code),
            ...writtenTexts(code),
            ...changedTexts(code),
            ...(CONNECTS_SHELL.test(code) ? ['nc -e /bin/sh host'] : []),
          ];
  return found.filter((text) => text.trim() !== '');
}

function calledTexts(code: string): readonly string[] {
  const called = matches(CALL, code).map((found) => unquoted(found[2] ?? '', found[3] ?? ''));
  const listed = [...matches(LIST, code), ...matches(WORDS, code)].map((found) => wordsOf(found[1] ?? ''));
  const ticked = matches(TICKS, code).map((found) => found[1] ?? '');
  const piped = matches(PIPED, code).map((found) => found[1] ?? found[2] ?? '');
  const executed = matches(EXECUTED, code).map((found) => found[2] ?? '');
  return [...called, ...listed, ...ticked, ...piped, ...executed];
}

const removedTexts = (code: string): readonly string[] => [
  ...[...matches(TREE_REMOVAL, code), ...matches(FOLDER_REMOVAL, code)].map(
    (found) => `rm -rf ${quotedPath(found[2] ?? '')}`,
  ),
  ...[...matches(FILE_REMOVAL, code), ...matches(PATH_REMOVAL, code)].map(
    (found) => `rm ${quotedPath(found[2] ?? '')}`,
  ),
];

/** What it lists and removes one by one: everything in the folder, or what fits a name. */
function listedTexts(code: string): readonly string[] {
  if (!REMOVES_ONE.test(code)) return [];
  return [...matches(LISTED, code), ...matches(LISTED_BY_ITSELF, code)].map((found) => {
    const rest = code.slice(found.index + found[0].length);
    const [, name = '*'] = /^\s*\)?\s*\.r?glob\(\s*["']([^"'\n]*)["']/.exec(rest) ?? [];
    const isAll = /^[*/]*(?:\*\.\*)?$/.test(name) && !CHOOSES.test(code);
    return `rm -rf ${quotedPath((found[2] ?? '').replace(/\/?\*+$/, ''))}/${isAll ? '*' : MARKS.filled}`;
  });
}

/** The code with constants in the place of the variables that hold them, where these are arguments. */
function constantsPut(code: string): string {
  const set = new Map(matches(CONSTANT, code).map((found) => [found[1] ?? '', found[3] ?? '']));
  return set.size === 0 || set.size > MOST_CONSTANTS
    ? code
    : code.replace(ARGUMENT, (whole, before: string, name: string) => {
        const value = set.get(name);
        return value === undefined ? whole : `${before}"${value}"`;
      });
}

const CONSTANT = /(?:^|[;\s])(?:my\s+|const\s+|let\s+|var\s+|local\s+)?\$?(\w+)\s*=\s*(["'])([^"'\n]{1,200})\2/g;
const ARGUMENT = /([(,]\s*)\$?([A-Za-z_]\w*)(?=\s*[,)])/g;
const MOST_CONSTANTS = 50;

/** The code with every expression for the home folder written as `"~"`. */
const homeNamed = (code: string): string =>
  code.replace(HOME, '"~"').replace(BELOW_HOME, '"~/$2"').replace(JOINED_HOME, '"~/$2"');

const BELOW_HOME = /"~"\s*[+/]\s*(["'])\/?([^"'\n]*)\1/g;
const JOINED_HOME = /\b[\w.]*join\(\s*"~"\s*,\s*(["'])([^"'\n]*)\1\s*\)/g;

const HOME =
  /\b(?:pathlib\.)?Path\.home\(\)|\bos\.path\.expanduser\(\s*(?:"~"|'~')\s*\)|(?:\brequire\(\s*["'](?:node:)?os["']\s*\)|\bos)\.homedir\(\)|\bprocess\.env\.HOME\b|\bos\.environ\[\s*["']HOME["']\s*\]|\bos\.getenv\(\s*["']HOME["']\s*\)|\bENV\[\s*["']HOME["']\s*\]|\bDir\.home\b|\$ENV\{HOME\}/g;
const REMOVES_ONE =
  /\b(?:os\.(?:remove|unlink|rmdir)|shutil\.rmtree|\w+\.unlink|unlinkSync|rmSync|fs\.rm|File\.(?:delete|unlink)|FileUtils\.rm\w*)\s*\(|["']unlink["']|\bunlink\b/;
const LISTED =
  /\b(?:listdir|scandir|os\.walk|glob|iglob|readdirSync|Dir\.glob|Dir\[|Dir\.entries|Dir\.children|Path)\s*\(?\s*(["'])([^"'\n]+)\1/g;

/** The home folder as an object that lists what is in it. */
const LISTED_BY_ITSELF = /(["'])(~)\1(?=\s*\.(?:r?glob|iterdir|walk)\s*\()/g;
/** It looks at the names of files. */
const CHOOSES =
  /\b(?:ends_?with|starts_?with|endsWith|startsWith|fnmatch|splitext|extname|end_with\?)\s*\(|\.suffix\b|\.(?:test|match)\(/;

/** What it writes, as an empty redirection to the same file. */
const writtenTexts = (code: string): readonly string[] =>
  [...matches(OPENED, code), ...matches(WRITTEN, code), ...matches(PATH_WRITTEN, code)].map(
    (found) => `: >> ${quotedPath(found[2] ?? '')}`,
  );

/** What it moves, and whose rights it sets. */
const changedTexts = (code: string): readonly string[] => [
  ...matches(MOVED, code).map((found) => `mv ${quotedPath(found[2] ?? '')} ${quotedPath(found[4] ?? '')}`),
  ...matches(RIGHTS_SET, code).map((found) => `chmod ${found[3] ?? ''} ${quotedPath(found[2] ?? '')}`),
];

const MOVED =
  /\b(?:os\.(?:rename|replace|renames)|shutil\.move|renameSync|fs\.rename|File\.rename|FileUtils\.mv|(?<![\w.$])rename)\s*\(?\s*(["'])([^"'\n]+)\1\s*,\s*(["'])([^"'\n]+)\3/g;
const RIGHTS_SET =
  /\b(?:os\.chmod|chmodSync|fs\.chmod|(?<![\w.$])chmod)\s*\(\s*(["'])([^"'\n]+)\1\s*,\s*0?o?([0-7]{3,4})\b/g;

/** A tilde that the code expands is expanded by the shell, too. */
const quotedPath = (path: string): string => {
  const [, home = '', rest = ''] = /^(~\/?)?(.*)$/s.exec(path) ?? [];
  return `${home}'${rest.replaceAll("'", '')}'`;
};

/** A shell whose input and output are those of a connection; both are looked for from the start. */
const CONNECTS_SHELL =
  /^(?=[^]*(?:\bsocket\w*\s*\(|\bSocket\b|net\.Dial|TcpStream))(?=[^]*\b(?:dup2|Dup2|dup3|from_raw_fd)\b)(?=[^]*\/bin\/(?:ba|z|da|k)?sh\b)/;

const tclTexts = (code: string): readonly string[] => matches(SPAWNED, code).map((found) => found[1] ?? '');

/** `e COMMAND`, and the flag `e` of a substitution, which runs the result. */
function sedTexts(code: string, stdin: string): readonly string[] {
  const commands = matches(SED_COMMAND, code).map((found) => found[1] ?? '');
  const put = matches(SED_SUBSTITUTION, code).map((found) => (found[2] ?? '').replace(/\\(.)/g, '$1'));
  const runsInput = /(?:^|[;{}\d$/])\s*e\s*(?:$|[;}\n])/.test(code);
  return [...commands, ...put, ...(runsInput ? [stdin] : [])];
}

/** The removals and shutdown commands of PowerShell as lines of shell. */
function powershellTexts(code: string): readonly string[] {
  const called = matches(DELETED, code).map(
    (found) => `rm ${/File\]::/i.test(found[0]) ? '' : '-rf'} ${posixPath(found[2] ?? found[3] ?? '')}`,
  );
  const statements = code.split(/[;\n|&]|(?<=\{)|\}/).flatMap((statement) => {
    const [first = '', ...rest] = statement.trim().split(/\s+/);
    const paths = rest.filter((word) => !word.startsWith('-') && !/^\$?(?:true|false)$/i.test(word)).map(posixPath);
    if (/^(?:Remove-Item|ri|rm|rd|rmdir|del|erase)$/i.test(first))
      return [
        `rm ${/-(?:r|recurse|rf|fr)\b/i.test(statement) ? '-rf' : ''} ${paths.join(' ').replaceAll('$HOME', '~')}`,
      ];
    if (/^(?:Stop-Computer|Restart-Computer)$/i.test(first)) return ['shutdown now'];
    if (/^(?:Format-Volume|Clear-Disk|Initialize-Disk|Remove-Partition)$/i.test(first)) return ['mkfs /dev/sda'];
    return /^(?:Invoke-Expression|iex|cmd|bash|sh|Start-Process)$/i.test(first)
      ? [rest.join(' ').replace(/^['"]|['"]$/g, '')]
      : [];
  });
  return [...called, ...statements];
}

/** What a class or an object of .NET is told to delete. */
const DELETED =
  /\[(?:System\.)?IO\.(?:File|Directory)\]::Delete\(\s*(["'])([^"'\n]*)\1|\(\s*(?:Get-Item|gi)\s+([^()\s]+)\s*\)\.Delete\(/gi;

/** A path of Windows as Bash sees it there: `C:\\Users\\me` is `/mnt/c/Users/me`. */
function posixPath(word: string): string {
  const plain = word
    .replace(/^["']|["']$/g, '')
    .replaceAll('\\', '/')
    .replace(/\$env:(?:USERPROFILE|HOME)\b/gi, '~');
  const [, drive, rest = ''] = /^([A-Za-z]):\/*(.*)$/.exec(plain) ?? [];
  if (drive !== undefined) return rest === '' || rest === '*' ? '/c' : `/mnt/${drive.toLowerCase()}/${rest}`;
  return plain.replace(/\$env:\w+/gi, '/c');
}

const matches = (pattern: RegExp, code: string): readonly RegExpExecArray[] => Array.from(code.matchAll(pattern));

const unquoted = (quote: string, text: string): string =>
  text.replace(/\\(.)/gs, (whole, character: string) =>
    character === quote || character === '\\' ? character : whole,
  );

/** A list of words, as `subprocess.run` takes it. */
const wordsOf = (inside: string): string =>
  Array.from(inside.matchAll(/(["'])(.*?)\1/g), ([, , word]) => `'${(word ?? '').replaceAll("'", '')}'`).join(' ');

const LONGEST = 20_000;
const STRING = String.raw`(["'\x60])((?:\\.|(?!\2)[^\\])*)\2`;
const NAMES = String.raw`(?:system|popen[234]?|exec[lv]?p?e?|execFile(?:Sync)?|execSync|exec_shell|execute|spawn(?:Sync|l?p?e?|v?p?e?)?|shell_exec|passthru|proc_open|run|call|check_call|check_output|Popen|getoutput|getstatusoutput|pty\.spawn|do shell script|open3|capture2e?|shell|callCommand|readProcess|rawSystem|readCreateProcess|run-program|shell-command|command|Command|cmd)`;
// The name must be that of a call; a space may replace the parenthesis in Perl, Ruby and AppleScript.
const CALL = new RegExp(String.raw`\b(${NAMES})\s*\(?\s*${STRING}`, 'g');
const LIST = new RegExp(String.raw`\b${NAMES}\s*\(\s*((?:["'][^"']*["']\s*,\s*)?\[[^\]]*\])`, 'g');
/** A program and its arguments one by one: `exec "rm", "-rf", "/"`. */
const WORDS = new RegExp(String.raw`\b${NAMES}\s*\(?\s*((?:["'][^"'\n]*["']\s*,\s*)+["'][^"'\n]*["'])`, 'g');
const TICKS = /(?:^|[=;({\s])`([^`]+)`|(?:qx|%x)[{(/]([^})/]*)[})/]/g;
/** A command of awk that is read from or written to. */
const PIPED = /"([^"\n]+)"\s*\|\s*getline|\|\s*"([^"\n]+)"/g;
const TREE_REMOVAL =
  /\b(?:rmtree|rmSync|rmdirSync|rm_rf!?|rm_r|RemoveAll|removeItem|delete-directory|deltree|remove-tree|removeDir|(?<![\w.])rm(?=\()|rimraf(?:\.sync)?|removeSync|remove_tree|remove_dir_all|emptyDirSync|fs\.rm|fsPromises\.rm|remove_(?:dir|entry(?:_secure)?))\s*\(?\s*(?:[\w.]+\(\s*|atPath:\s*)?(["'])(.*?)\1/g;
const FILE_REMOVAL =
  /\b(?:os\.(?:remove|unlink|rmdir|removedirs)|unlinkSync|fs\.unlink|File\.(?:delete|unlink)|FileUtils\.rm(?:_f)?|unlink|(?<![\w.])remove|(?<![\w.])delete-file|Deno\.remove(?:Sync)?)\s*\(?\s*(?:glob\s*\(?\s*)?(["'])(.*?)\1/g;
const PATH_REMOVAL = /\b(?:Path|File|Directory)\(\s*(["'])(.*?)\1\s*\)\s*\.(?:unlink|rmdir|delete(?:Sync)?)\b/g;
const FOLDER_REMOVAL =
  /\b(?:File|Path|Directory)\(\s*(["'])(.*?)\1\s*\)\s*\.(?:deleteRecursively|deleteDir|deleteSync\(recursive)\b/g;
/** A text that is made to run: `"ls".execute()`, `"ls".!`. */
const EXECUTED = /(["'])((?:\\.|(?!\1)[^\\\n])+)\1\s*\.(?:execute\(|!)/g;
const OPENED = /\b(?:open|fopen|File\.open|io\.open)\s*\(\s*(["'])([^"'\n]+)\1\s*,\s*(?:mode\s*=\s*)?["'][rb]?[waxb+]/g;
const WRITTEN =
  /\b(?:writeFile(?:Sync)?|appendFile(?:Sync)?|createWriteStream|writeTextFile(?:Sync)?|file_put_contents|File\.write|IO\.write|Bun\.write|truncateSync|outputFileSync)\s*\(\s*(["'])([^"'\n]+)\1/g;
const PATH_WRITTEN =
  /\bPath\(\s*(["'])([^"'\n]+)\1\s*\)\s*\.(?:write_text|write_bytes|touch|chmod|rename|replace|symlink_to)\b/g;
const SPAWNED = /(?:^|[;\n[{]|\\n)\s*(?:spawn|exec|system)\s+(?:-\w+\s+)*([^;\n\]}]+)/g;
const SED_COMMAND = /(?:^|[;{}\n]|\d|\$|\/|,)\s*!?e\s+([^\n]+)/g;
const SED_SUBSTITUTION = /s([/|#,@!])(?:\\.|(?!\1)[^\\\n])*\1((?:\\.|(?!\1)[^\\\n])*)\1[gipmI0-9]*e/g;
