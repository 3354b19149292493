// Carries one prompt through many model turns and prints what the heap and the transcript hold at turn 200 and at the
// end, as JSON: long-session.mjs PROJECT HOME SCRIPT TURNS CONTEXT_LENGTH. Needs --expose-gc.
import { statSync } from 'node:fs';
import { createAgent, createModel } from '@hookline/agent';

const [project, home, script, turns, contextLength] = process.argv.slice(2);
const env = { PATH: process.env.PATH, HOME: home };
const measures = [];
let results = 0;
let compactions = 0;

const ui = { tell, askPermission: null, elicit: null };
const model = await createModel({ spec: 'scripted', script, env });
const agent = await createAgent({
  project,
  home,
  env,
  model,
  ui,
  trustHooks: true,
  permissionMode: 'bypass',
  maxTurns: Number(turns) + 1,
  contextLength: Number(contextLength),
});
await agent.start();
const end = await agent.submit('Work for long.', new AbortController().signal);
measure();
await agent.end('ask_complete');
process.stdout.write(JSON.stringify({ end, results, compactions, measures }));

function tell(event) {
  if (event.type === 'compacted') compactions += 1;
  if (event.type !== 'tool_result') return;
  results += 1;
  if (results === 200) measure();
}

// Several times, since what one collection frees may hold what the next can free.
function measure() {
  for (let time = 0; time < 4; time += 1) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  measures.push({ heap: heapUsed + external, transcript: statSync(agent.transcript).size });
}
