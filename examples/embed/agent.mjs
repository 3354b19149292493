// A whole agent loop with hooks: what to fire when, and what to do with each outcome.
import { boundOf, createHooks, hostText } from '@hookline/core';

/** Opens a session; `model`, `runCommand` and `askPerson` are what every agent has, `show` writes a line for the person. */
export async function openAgent({ project, env, trust, model, runCommand, askPerson, show }) {
  const hooks = await createHooks({ project, env, trust, onMessage: ({ level, text }) => show(`${level}: ${text}`) });
  const about = { session_id: crypto.randomUUID(), cwd: project };
  const conversation = [];

  // A hook that could not be loaded guards nothing: the person must know.
  for (const { severity, file, line, message, hint } of hooks.diagnostics)
    show(`${severity}: ${file}${line === null ? '' : `:${line}`}: ${message}${hint === null ? '' : ` (${hint})`}`);

  // A rule of the host itself, in force before any hook of a file; if it should fail, the tool does not run.
  hooks.on({ event: 'PreToolUse', matcher: 'Bash', onFault: 'block' }, ({ tool_input }) => {
    const { command } = tool_input;
    if (typeof command === 'string' && command.startsWith('sudo '))
      return { decision: 'block', reason: 'no sudo here' };
    return undefined;
  });

  /** Runs one tool call of the model and gives what the model reads about it. */
  async function runTool({ name, input }, signal) {
    const call = { ...about, tool_name: name, tool_input: input };
    const before = await hooks.fire({ hook_event_name: 'PreToolUse', ...call }, { signal });
    if (before.block) return refused(before, name);
    const tool_input = before.updatedInput ?? input; // a hook may have rewritten it: this is what runs
    if (before.decision === 'ask' && !(await askPerson(name, tool_input, before.reason)))
      return ['error: the user said no', ...before.additionalContext];
    const ran = { ...call, tool_input };
    let tool_response;
    try {
      tool_response = await runCommand(tool_input, signal);
    } catch (error) {
      const fields = { ...ran, error: String(error) };
      const failed = await hooks.fire({ hook_event_name: 'PostToolUseFailure', ...fields }, { signal });
      return failed.block ? refused(failed, name) : [fields.error, ...failed.additionalContext];
    }
    const after = await hooks.fire({ hook_event_name: 'PostToolUse', ...ran, tool_response }, { signal });
    if (after.block) return refused(after, name);
    return [after.updatedToolOutput ?? tool_response, ...before.additionalContext, ...after.additionalContext];
  }

  /** What the model reads in place of a result; some refusals end the whole turn. */
  function refused(outcome, tool) {
    const text = hostText(outcome, { tool }) ?? 'refused by a hook';
    if (outcome.block.effect === 'end_turn') throw new EndOfTurn(text);
    return [`error: ${text}`];
  }

  /** Carries one prompt through; an aborted signal interrupts model, tools and hooks alike. */
  async function turn(prompt, signal) {
    const submitted = await hooks.fire({ hook_event_name: 'UserPromptSubmit', ...about, prompt }, { signal });
    if (submitted.block) return `not sent: ${submitted.block.reason}`;
    conversation.push(submitted.updatedPrompt ?? prompt, ...submitted.additionalContext);
    for (let kept = 0; ;) {
      signal.throwIfAborted();
      const reply = await model(conversation, signal);
      conversation.push(reply.text);
      for (const call of reply.calls) conversation.push(...(await runTool(call, signal)));
      if (reply.calls.length > 0) continue;
      const ending = { last_assistant_message: reply.text, stop_hook_active: kept > 0 };
      const stop = await hooks.fire({ hook_event_name: 'Stop', ...about, ...ending }, { signal });
      // Hooks may keep the agent working, but not for ever.
      if (stop.block?.effect !== 'keep_working' || kept >= (boundOf(stop) ?? 10)) return reply.text;
      kept += 1;
      conversation.push(hostText(stop) ?? 'Go on.');
    }
  }

  const started = await hooks.fire({ hook_event_name: 'SessionStart', ...about, source: 'startup' });
  if (started.block) {
    await hooks.close();
    throw new Error(`the session does not start: ${started.block.reason}`);
  }
  conversation.push(...started.additionalContext);

  return {
    conversation,
    turn: async (prompt, signal) => {
      try {
        return await turn(prompt, signal);
      } catch (error) {
        if (error instanceof EndOfTurn) return `ended by a hook: ${error.message}`;
        if (signal.aborted) return 'interrupted';
        throw error;
      }
    },
    /** Ends the session, unless a hook calls the exit off: background hooks get their time, and nothing of them stays behind. */
    close: async () => {
      const ending = await hooks.fire({ hook_event_name: 'SessionEnd', ...about, reason: 'user_exit' });
      if (ending.block?.effect === 'keep_session') return false;
      await hooks.close();
      return true;
    },
  };
}

class EndOfTurn extends Error {}
