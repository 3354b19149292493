import { chmodSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handedOut, runCases } from '../../../../test/conformance/run-cases.ts';
import { BUNDLE } from '../testing/place.ts';
import { makeResidentPlace, type ResidentPlace } from '../testing/resident.ts';

/** `HOOKLINE_RESIDENT_CASES=all` runs every case; else a sample of them. */
const SAMPLE = process.env['HOOKLINE_RESIDENT_CASES'] === 'all' ? 1 : 8;

describe('the bash client with a server', () => {
  test.each(handedOut().map((file) => [basename(file), file] as const))(
    'conforms to the cases of %s',
    { timeout: 900_000 },
    async (_name, file) => {
      const place = await makeResidentPlace();
      await place.serve();
      await runCases({ sample: SAMPLE, command: [trustingClient(place)], files: [file] });
      expect(place.fallbacks().filter((words) => words.startsWith('fire '))).toEqual([]);
    },
  );
});

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
  # As a person at a terminal would have given it, who needs not be told of it.
  state=\${HOOKLINE_STATE_DIR:-$HOME/.local/state/hookline}
  for ((i = 0; i < \${#place[@]}; i += 2)); do
    [[ \${place[i]} == --home ]] && state=\${HOOKLINE_STATE_DIR:-\${place[i + 1]}/.local/state/hookline}
  done
  rm -rf "$state/unseen-trust"
  exec '${place.root}/client' "\${words[@]}"
fi
exec '${place.root}/client' "$@"
`,
  );
  chmodSync(script, 0o755);
  return script;
}
