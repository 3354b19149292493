import type { RunningJob } from '@hookline/core/internal';

interface SpooledJob {
  readonly job: RunningJob;
  /** What the hook is given, in base64: JSON knows no bytes. */
  readonly bytes: string;
}

/** Jobs as text; the bytes that a hook is given survive unchanged. */
export function encodeJobs(jobs: readonly RunningJob[]): string {
  const spooled = jobs.map((job): SpooledJob => ({
    job: withBytes(job, new Uint8Array()),
    bytes: Buffer.from(bytesOf(job)).toString('base64'),
  }));
  return JSON.stringify(spooled);
}

/** The jobs that `encodeJobs` wrote. */
export const decodeJobs = (text: string): readonly RunningJob[] =>
  (JSON.parse(text) as readonly SpooledJob[]).map(({ job, bytes }) => withBytes(job, Buffer.from(bytes, 'base64')));

function bytesOf({ request }: RunningJob): Uint8Array {
  switch (request.kind) {
    case 'command':
      return request.stdin;
    case 'http':
      return request.body;
    case 'python':
    case 'module':
    case 'prompt':
    case 'agent':
      return new Uint8Array();
  }
}

function withBytes(job: RunningJob, bytes: Uint8Array): RunningJob {
  const { request } = job;
  switch (request.kind) {
    case 'command':
      return { ...job, request: { ...request, stdin: bytes } };
    case 'http':
      return { ...job, request: { ...request, body: bytes } };
    case 'python':
    case 'module':
    case 'prompt':
    case 'agent':
      return job;
  }
}
