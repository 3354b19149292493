import type { CommandRequest, Report } from '../../packages/core/src/model/index.ts';

let count = 0;

/** A hook that starts a program; `{folder}` in its words is where it runs. */
export function programRequest(
  words: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
): CommandRequest {
  count += 1;
  const [program = '', ...args] = words.map((word) => word.replace('{folder}', folder));
  return {
    kind: 'command',
    runId: `program-${process.pid}-${count}`,
    program,
    args,
    cwd: folder,
    env,
    stdin: Buffer.from('{"word":"hello"}\n'),
    timeoutMs: 20_000,
    atTimeout: 'term',
    background: false,
    ...(program === 'bash' ? { script: args[2] ?? '' } : {}),
  };
}

/** The words of a text that is given to a shell. */
export const shell = (text: string): readonly string[] => ['bash', '--norc', '-c', text];

/** What must be the same however it was started: not what differs from run to run, nor the order of variables, which is not guaranteed. */
export const comparable = ({ ending, stdout, stderr }: Report, differs: RegExp): unknown => ({
  ending,
  stdout: stdout.replaceAll(differs, 'N').split('\n').toSorted(),
  stderr,
});
