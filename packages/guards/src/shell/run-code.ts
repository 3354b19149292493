import type { RunWay } from '@hookline/core/internal';
import { codeTexts } from './code.ts';
import { type Flags, readFlags, valuesOf } from './flags.ts';
import { hidesCode } from './hidden-code.ts';
import { MARKS } from './marks.ts';
import { outputOf } from './output.ts';
import { absolutePath } from './paths.ts';
import { powershellArguments } from './powershell-arguments.ts';
import { type RunnerCall, styleOf } from './runner-call.ts';
import { runScriptText } from './script-text.ts';
import { subshell } from './shell.ts';

/** Evaluates the lines of shell in code of another language; its own effects are those of a few known calls. */
export function runCode(way: Extract<RunWay, { takes: 'code' }>, call: RunnerCall): string {
  const args = way.language === 'powershell' ? powershellArguments(call.args) : call.args;
  const flags = readFlags(args, {
    ...styleOf(call.runner),
    stopsAtOperand: way.operand !== true,
  });
  const codes = codesOf(way, flags, call);
  for (const code of codes) {
    if (code.includes(MARKS.network) || code.includes(MARKS.hidden)) runScriptText(code, call.shell, call.name);
    else {
      const from = hidesCode(code, way.language);
      if (from !== null) call.shell.session.acts.push({ act: 'blind-script', from, by: call.name });
      if (TERMINAL_SHELL.test(code)) call.shell.session.acts.push({ act: 'open-shell', by: call.name });
      for (const text of codeTexts(code, way.language, call.invocation.stdin))
        call.shell.session.runner.text(text, subshell(call.shell));
    }
  }
  return codes.some((code) => PRINTS_ENVIRONMENT.test(code)) ? MARKS.secret : outputOf(call.invocation, call.shell);
}

/** All variables of the environment, and not one of them by its name. */
const PRINTS_ENVIRONMENT =
  /\bprocess\.env\b(?!\s*(?:\?\.|[.[]))|\bos\.environ\b(?!\s*(?:\[|\.(?:get|setdefault|pop|update)\b))|%ENV\b|\bin ENVIRON\b|\bENV\.(?:to_\w+|each|map|inspect|sort)\b|\b(?:p|pp|puts|print)\s+ENV\b(?!\s*[.[])|\$_ENV\b(?!\s*\[)|\bgetenv\(\s*\)|\bDeno\.env\.toObject\b|\bSys\.getenv\(\s*\)|\b(?:Get-ChildItem|gci|dir|ls)\s+[Ee]nv:/;

/** A shell with a terminal of its own, for somebody who types into it. */
const TERMINAL_SHELL = /\bpty\.spawn\s*\(/;

function codesOf(
  { options, operand, language, unless = [] }: Extract<RunWay, { takes: 'code' }>,
  flags: Flags,
  call: RunnerCall,
): readonly string[] {
  const given = valuesOf(flags, options);
  if (language === 'powershell' && flags.names.has('EncodedCommand')) return [MARKS.hidden];
  if (language === 'powershell' && given.includes('-')) return [call.invocation.stdin];
  if (given.length > 0) return language === 'powershell' ? [[...given, ...flags.operands].join(' ')] : given;
  if (unless.some((name) => flags.names.has(name))) return [];
  const [first] = flags.operands;
  if (operand === true && flags.names.has('f')) return valuesOf(flags, ['f']).map((file) => codeOf(file, call));
  if (operand === true) return first === undefined ? [] : [first];
  return [first === undefined ? call.invocation.stdin : codeOf(first, call)];
}

const codeOf = (file: string, call: RunnerCall): string => (file === '-' ? call.invocation.stdin : fileOf(file, call));

function fileOf(file: string, { shell, invocation }: RunnerCall): string {
  const path = absolutePath(file, shell);
  if (path === '/dev/stdin') return invocation.stdin;
  return path === null ? '' : (shell.files.get(path) ?? '');
}
