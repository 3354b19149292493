import type { Report, Verdict } from '../model/index.ts';
import { readHostAnswer } from './answers/host-answer.ts';
import { readOkReply } from './answers/ok-reply.ts';
import { readOutcomeFields } from './answers/outcome-fields.ts';
import { readProcessAnswer } from './answers/process-answer.ts';
import { faultOf } from './fault.ts';
import type { Reading } from './frame.ts';
import { settle } from './settle.ts';

/** What a report means under the dialect's rules; pure, and never throws whatever the hook said. */
export function decode(reading: Reading, report: Report): Verdict {
  if (reading.frame.row.answers === 'ignored') return {};
  const ended = faultOf(reading.hook, report);
  const verdict = ended === null ? said(reading, report) : { fault: ended };
  const failed = ended !== null || verdict.fault?.code === 'exit';
  const isOurFailure = report.ending.how === 'failed-inside';
  return settle(reading, failed ? { ...verdict, ...ignoredRefusal(reading, report) } : verdict, isOurFailure);
}

function said(reading: Reading, report: Report): Verdict {
  switch (reading.hook.handler.kind) {
    case 'command':
    case 'http':
      return readProcessAnswer(reading, report);
    case 'python':
    case 'module':
      return readOutcomeFields(reading, report);
    case 'prompt':
    case 'agent':
      return readOkReply(reading, report);
    case 'function':
      return readHostAnswer(reading, report.value);
  }
}

/** A refusal that was printed by a hook which then failed is not obeyed, but it must not go unseen. */
function ignoredRefusal(reading: Reading, report: Report): Verdict {
  if (report.stdout.trim() === '' || reading.hook.handler.kind !== 'command') return {};
  const answer = readProcessAnswer(reading, { ...report, ending: { how: 'exited', code: 0 } });
  return answer.decision === 'block' ? { notes: ['a refusal on stdout was not obeyed, because the hook failed'] } : {};
}
