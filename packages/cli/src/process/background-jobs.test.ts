import type { RunningJob } from '@hookline/core/internal';
import { describe, expect, it } from 'vitest';
import { runWith } from '../../../../test/support/outcomes.ts';
import { decodeJobs, encodeJobs } from './detach.ts';

const frame = { runId: 'r', timeoutMs: 1000 };
const event = { name: 'Stop', payload: {}, session_id: null, cwd: '/', permission_mode: null };
const bytes = Buffer.from([0, 255, 10, 34, 128]);
const requests: readonly RunningJob['request'][] = [
  {
    ...frame,
    kind: 'command',
    program: 'sh',
    args: ['-c', ':'],
    cwd: '/',
    env: { A: 'b' },
    stdin: bytes,
    atTimeout: 'kill',
    background: true,
  },
  { ...frame, kind: 'http', url: 'http://localhost/', headers: {}, body: bytes },
  { ...frame, kind: 'python', callable: 'a:b', event, project: '/', env: {} },
  { ...frame, kind: 'module', path: '/a.mjs', exportName: 'default', event },
];

describe('background jobs', () => {
  it.each(requests.map((request) => [request.kind, request] as const))(
    'of kind %s come back as they went',
    (_kind, request) => {
      const job: RunningJob = {
        decisionId: 'd',
        hook: runWith({ status: 'background' }),
        nativeEvent: 'stop',
        event: 'Stop',
        request,
        running: { handed: { pid: 7, startedAt: 1 }, descriptors: [3, 4, 5] },
      };
      expect(decodeJobs(encodeJobs([job]))).toEqual([job]);
    },
  );
});
