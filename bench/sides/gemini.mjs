// The hook system of @google/gemini-cli-core with its own configuration object.
import { importPeer } from '../peers.mjs';
import { INLINE, inlineCommands, smallEvent, strangers, writeScript } from '../work.mjs';

const COMMANDS = {
  inline: () => [{ command: INLINE }],
  'script-line': (folder) => [{ command: writeScript(folder) }],
  'ten-inline': () => inlineCommands(10),
  'many-strangers': () => strangers(10_000),
};

export async function prepare({ what, runs = 1, folder }) {
  const { Config, HookSystem } = await importPeer('gemini');
  const config = new Config({
    model: 'none',
    sessionId: 'bench',
    targetDir: folder,
    cwd: folder,
    debugMode: false,
    usageStatisticsEnabled: false,
    telemetry: { enabled: false },
    enableHooks: true,
    hooks: { BeforeTool: COMMANDS[what](folder).map(groupOf) },
  });
  await config.storage.initialize();
  const system = new HookSystem(config);
  await system.initialize();
  const { tool_name, tool_input } = smallEvent(folder);
  const handler = system.getEventHandler();
  const run = async (repeat) => {
    for (let count = 0; count < repeat; count++) {
      const { success, totalDuration, errors } = await handler.fireBeforeToolEvent(tool_name, tool_input);
      if (!success || errors.length > 0) throw new Error(`gemini's hooks failed: ${errors.map(String).join(', ')}`);
      if (runs > 0 && totalDuration === 0) throw new Error("gemini's hooks did not run");
    }
  };
  return { run };
}

const groupOf = ({ matcher, command }) => ({
  ...(matcher === undefined ? {} : { matcher }),
  hooks: [{ type: 'command', command, timeout: 60_000 }],
});
