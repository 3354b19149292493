// Prints what happens in a session as it happens: the model's words, its tools, and each hook with its verdict.
const MARKS = { passed: '✓', blocked: '✗', failed: '!', timed_out: '!', skipped: '·', background: '~' };

/** A user interface that writes a timeline, and keeps what was told for later checks. */
export function createTimeline() {
  const told = [];
  const tell = (happening) => {
    told.push(happening);
    for (const line of PRINTERS[happening.type]?.(happening) ?? []) console.log(line);
  };
  return { told, ui: { tell, askPermission: null, elicit: null } };
}

const PRINTERS = {
  session: ({ id, model }) => [`session ${id} on ${model}`],
  text: ({ text }) => [`\nmodel  ${text}`],
  tool_call: ({ name, input }) => [`\ntool   ${name} ${JSON.stringify(input)}`],
  tool_result: ({ output, is_error }) => [
    `       ${is_error ? 'error: ' : ''}${output.trim().replaceAll('\n', '\n       ')}`,
  ],
  hook: ({ event, hooks, effect, reason }) => [
    ...hooks.map((hook) => `  ${MARKS[hook.status]} ${event.padEnd(17)}${about(hook)}`),
    ...(effect === null ? [] : [`    ${effect}: ${reason}`]),
  ],
  message: ({ level, text }) => [`  ${level}: ${text}`],
  turn_end: ({ how }) => [`\nturn   ${how}`],
};

function about({ dialect, handler, name, status, durationMs }) {
  const took = status === 'background' || status === 'skipped' ? status : `${durationMs.toFixed(1)} ms`;
  return `${dialect.padEnd(12)}${handler.padEnd(8)} ${shortened(name).padEnd(35)}${took}`;
}

const shortened = (name) => (name.length > 34 ? `${name.slice(0, 33)}…` : name);
