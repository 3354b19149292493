// Prints one step of the session: what happened, which hooks ran, who blocked, what was rewritten.
const MARKS = { passed: '✓', blocked: '✗', failed: '!', timed_out: '!', skipped: '·', background: '~' };

export function printStep({ says, event }, outcome) {
  console.log(`\n${says}`);
  console.log(
    `  ${event.hook_event_name}${event.tool_name ? ` ${event.tool_name} ${JSON.stringify(event.tool_input)}` : ''}`,
  );
  for (const hook of outcome.hooks) {
    const took =
      hook.status === 'skipped' || hook.status === 'background' ? hook.status : `${hook.durationMs.toFixed(1)} ms`;
    console.log(
      `    ${MARKS[hook.status]} ${hook.dialect.padEnd(11)} ${hook.handler.padEnd(8)} ${hook.name.padEnd(32)} ${took}`,
    );
  }
  if (outcome.updatedPrompt !== null) console.log(`  prompt is now    ${outcome.updatedPrompt}`);
  if (outcome.updatedInput !== null) console.log(`  input is now     ${JSON.stringify(outcome.updatedInput)}`);
  if (outcome.updatedToolOutput !== null) console.log(`  output is now    ${outcome.updatedToolOutput}`);
  for (const text of outcome.additionalContext) console.log(`  model also sees  ${text}`);
  for (const message of outcome.messages) console.log(`  ${message.level.padEnd(7)}          ${message.text}`);
  if (outcome.block)
    console.log(
      `  BLOCKED          ${outcome.block.effect}: ${outcome.block.reason}\n                   by ${outcome.block.hook}`,
    );
}
