/** Hides tokens in what the model gets to see of a tool's output. */
export function redactTokens(event) {
  const redacted = event.payload.tool_output.replace(/ghp_\w+/g, '[token]');
  return redacted === event.payload.tool_output ? undefined : { updated_output: redacted };
}
