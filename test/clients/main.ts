// Runs inside a network of its own: see run.mjs.
import { readFileSync } from 'node:fs';
import { type Case, runCase, type Rig, type Verdict } from './cases.ts';
import { CLIENTS } from './clients.ts';

const [id = '', folder = '', file = '', only = ''] = process.argv.slice(2);
const client = CLIENTS.find((each) => each.id === id);
if (client === undefined) throw new Error(`no client ${id}`);
const rig: Rig = { client, program: client.program(folder), controls: new Map() };
const cases = (JSON.parse(readFileSync(file, 'utf8')) as readonly Case[]).filter((item) => item.id.includes(only));
const verdicts: Verdict[] = [];
for (const item of cases) {
  const verdict = await runCase(rig, item);
  verdicts.push(verdict);
  console.log(`${verdict.verdict.padEnd(13)} ${verdict.id}${verdict.why === undefined ? '' : ` (${verdict.why})`}`);
  for (const problem of verdict.problems) console.log(`              ${problem}`);
  if (verdict.unseen.length > 0) console.log(`              not shown: ${verdict.unseen.join(', ')}`);
}
for (const each of ['agrees', 'differs', 'not provoked'])
  console.log(each, verdicts.filter(({ verdict }) => verdict === each).length);
