/**
 * The plugin through which opencode reaches hookline. `connect` puts the entries in their place. It
 * refuses by throwing, since opencode makes no call whose plugin has thrown.
 */
export const PLUGIN = `// Made by \`hookline connect opencode\`, taken away by \`hookline disconnect opencode\`. Changes are lost.
import { spawn } from ${JSON.stringify('node:child_process')};

const ENTRIES = [
<entries>
];

/** Runs an entry: its answer, or an error where it gives none. */
const answerOf = ({ command, args, timeout }, payload) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: payload.cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('no answer within ' + timeout + ' s'));
    }, timeout * 1000);
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      try {
        if (code === 2) resolve({ decision: 'block', reason: stderr.trim() });
        else if (code !== 0) reject(new Error('it ended with ' + code));
        else resolve(stdout.trim() === '' ? {} : JSON.parse(stdout));
      } catch (error) {
        reject(error);
      }
    });
    child.stdin.end(JSON.stringify(payload));
  });

const refused = (reason) => new Error(reason || 'refused by a hook, without a reason');

export const Hookline = async ({ client, directory }) => {
  /** Context for the model that a call gets before it is made; it is told with the result. */
  const later = new Map();

  const tell = async (message) => {
    try {
      if (message) await client.tui.showToast({ body: { message, variant: 'warning' } });
    } catch {
      // no screen: hookline log has it
    }
  };

  const decide = async (event, fields) => {
    const entry = ENTRIES.find((each) => each.event === event)?.handler;
    if (entry === undefined) return {};
    const payload = { hook_event_name: event, cwd: directory, ...fields };
    try {
      const answer = await answerOf(entry, payload);
      await tell(answer.message);
      return answer;
    } catch (error) {
      if (entry.onFailure !== 'refuse') return {};
      const reason = 'hookline gave no answer (' + error.message + '); refused, because nothing was checked (hookline doctor says why)';
      return { decision: 'block', reason };
    }
  };

  const OBSERVED = {
    'session.created': ({ info }) => (info?.parentID ? null : { session_id: info?.id, source: 'startup' }),
    'session.deleted': ({ info }) => (info?.parentID ? null : { session_id: info?.id, reason: 'other' }),
    'session.idle': ({ sessionID }) => ({ session_id: sessionID }),
    'session.error': ({ sessionID, error }) => ({ session_id: sessionID, error: error?.data?.message ?? error?.name ?? '' }),
    'session.compacted': ({ sessionID }) => ({ session_id: sessionID }),
  };

  return {
    event: async ({ event }) => {
      const fields = OBSERVED[event.type]?.(event.properties ?? {}) ?? null;
      if (fields !== null) await decide(event.type, fields);
    },

    'chat.message': async ({ sessionID }, { parts }) => {
      const texts = parts.filter(({ type }) => type === 'text');
      const prompt = texts.map(({ text }) => text).join('\\n');
      const answer = await decide('chat.message', { session_id: sessionID, prompt });
      if (answer.decision === 'block') {
        // opencode shows its user no reason of a refused prompt.
        await tell(answer.reason);
        throw refused(answer.reason);
      }
      const [first] = texts;
      if (first === undefined) return;
      if (answer.updatedPrompt !== undefined) for (const part of texts) part.text = part === first ? answer.updatedPrompt : '';
      if (answer.context) first.text += '\\n\\n' + answer.context;
    },

    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const fields = { session_id: sessionID, tool_name: tool, tool_use_id: callID, tool_input: output.args };
      const answer = await decide('tool.execute.before', fields);
      if (answer.decision === 'block') throw refused(answer.reason);
      if (answer.updatedInput !== undefined) {
        for (const key of Object.keys(output.args)) delete output.args[key];
        Object.assign(output.args, answer.updatedInput);
      }
      if (answer.context) later.set(callID, answer.context);
    },

    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      const fields = { session_id: sessionID, tool_name: tool, tool_use_id: callID, tool_input: args, tool_response: output.output };
      const answer = await decide('tool.execute.after', fields);
      const { updatedToolOutput: given } = answer;
      if (answer.decision === 'block') output.output = answer.reason || refused().message;
      else if (given !== undefined) output.output = typeof given === 'string' ? given : JSON.stringify(given);
      for (const text of [later.get(callID), answer.context]) if (text) output.output += '\\n\\n' + text;
      later.delete(callID);
    },

    'experimental.session.compacting': async ({ sessionID }, { context }) => {
      const answer = await decide('experimental.session.compacting', { session_id: sessionID, trigger: 'auto' });
      if (answer.context) context.push(answer.context);
    },
  };
};
`;

/** Loads the plugin as opencode does, sends one call, and prints why it is refused. */
export const PROOF = `
import { readFileSync } from ${JSON.stringify('node:fs')};
const [directory, tool, input] = process.argv.slice(1);
const { Hookline } = await import('data:text/javascript,' + encodeURIComponent(readFileSync(0, 'utf8')));
const hooks = await Hookline({ directory });
try {
  await hooks['tool.execute.before']({ tool, sessionID: 'canary', callID: 'canary' }, { args: JSON.parse(input) });
} catch (error) {
  console.log(error.message);
}
`;
