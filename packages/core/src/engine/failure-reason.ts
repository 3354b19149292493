import type { Fault, Report } from '../model/index.ts';
import { excerpt } from './fault.ts';
import type { Reading } from './frame.ts';
import { handlerText } from './handler-text.ts';

/** The reason of a refusal that stands for a failure, in the words of the dialect where it has any for that. */
export function failureReason({ frame, hook }: Reading, found: Fault, report: Report): string {
  const { failureReason: words } = frame.dialect.answer;
  if (words === undefined) return found.message;
  const what = found.code === 'timeout' ? 'timed out' : 'failed';
  const first = words.replaceAll('{command}', () => handlerText(hook.handler)).replaceAll('{what}', () => what);
  const detail = found.code === 'timeout' ? '' : excerpt(report.stderr) || whyOf(found, hook.name);
  return detail === '' ? first : `${first}\n${detail}`;
}

/** What is known beside the output of the hook: its fault, without the name of the hook. */
const whyOf = ({ code, message }: Fault, name: string): string =>
  code === 'exit' ? '' : message.replace(`hook "${name}" `, '');

/** Whether the action goes on after this fault, by the rules of the dialect and its event. */
export function usualOnFault({ frame: { row, dialect } }: Reading, { code }: Fault): 'proceed' | 'block' {
  if (code === 'bad_output' && dialect.answer.badOutputProceeds) return 'proceed';
  return (code === 'timeout' ? row.onTimeout : undefined) ?? row.onFault;
}

/** The reason of a refusal that stands for a fault. */
export const faultReason = ({ frame, hook }: Reading, { message: said }: Fault): string =>
  frame.row.faultReason?.replaceAll('{file}', () => hook.file) ?? said;
