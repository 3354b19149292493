import { execFile } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { BUNDLE } from '../testing/place.ts';
import { makeResidentPlace, type ResidentPlace } from '../testing/resident.ts';

const tests = fileURLToPath(new URL('../../../../test/', import.meta.url));

describe('the bash client with a server', () => {
  test.each(caseFiles())('conforms to every case of %s', { timeout: 600_000 }, async (path) => {
    const place = await makeResidentPlace();
    await place.serve();
    const run = await runCases(join(tests, path), trustingClient(place));
    if (run.exitCode !== 0) throw new Error(`${path}:\n${run.output}`);
    expect(place.fallbacks().filter((words) => words.startsWith('fire '))).toEqual([]);
  });
});

const caseFiles = (): readonly string[] =>
  readdirSync(join(tests, 'conformance/cases')).map((name) => join('conformance/cases', name));

/** The cases have their projects trusted by the call, which a server never does: the command does it before. */
function trustingClient(place: ResidentPlace): string {
  const script = join(place.root, 'trusting-client');
  writeFileSync(
    script,
    `#!/bin/bash
words=() place=() trusts= take=
for word; do
  if [[ $word == --trust-hooks ]]; then trusts=1; continue; fi
  if [[ -n $take ]]; then place+=("$take" "$word"); fi
  take=
  if [[ $word == --project || $word == --home ]]; then take=$word; fi
  words+=("$word")
done
export HOOKLINE_SOCKET='${place.socket}'
if [[ -n $trusts && -z $HOOKLINE_RUN ]]; then
  '${process.execPath}' '${BUNDLE}' trust "\${place[@]}" </dev/null >/dev/null || exit
  exec '${place.root}/client' "\${words[@]}"
fi
exec '${place.root}/client' "$@"
`,
  );
  chmodSync(script, 0o755);
  return script;
}

function runCases(file: string, command: string): Promise<{ exitCode: number; output: string }> {
  const args = [join(tests, 'conformance/run.mjs'), '--cases', file, '--jobs', '2', '--', command];
  return new Promise((done) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      done({ exitCode: error ? 1 : 0, output: `${stdout}${stderr}` });
    });
  });
}
