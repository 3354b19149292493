import { type AgentTypePlaces, readAgentTypes } from '../agent-types/read-agent-types.ts';
import { type CommandPlaces, readCommands } from '../commands/read-commands.ts';
import type { AgentOptions } from '../contract/agent.ts';
import type { UserInterface } from '../contract/user-interface.ts';
import { type HookModels, hookModelChooser } from '../hooks/hook-models.ts';
import { createHost } from '../session/host.ts';
import type { McpConnections } from '../mcp/connect.ts';
import { createInbox } from '../session/inbox.ts';
import { createModel } from '../models/create-model.ts';
import type { Model } from '../contract/model.ts';
import { newestSessionOf } from '../transcript/list-sessions.ts';
import { PERMISSION_MODES } from '../contract/permission-mode.ts';
import { openConversation } from '../session/open-conversation.ts';
import { openHooks } from '../hooks/open-hooks.ts';
import { storedRules } from '../permission/stored-rules.ts';
import { type Workspace, workspaceOf } from '../files/workspace.ts';
import type { Session } from '../session/session.ts';
import { agentTool } from '../subagent/agent-tool.ts';
import { mainPrompt } from '../conversation/system-prompt.ts';
import type { Thread } from '../session/thread.ts';
import { builtinTools } from '../tools/index.ts';
import type { Tool } from '../tools/tool.ts';
import { sessionsFolder } from '../transcript/places.ts';
import { type ResumedSession, resumeSession } from '../transcript/resume-session.ts';
import { newSessionId } from '../transcript/session-id.ts';
import { openTranscript, type Transcript } from '../transcript/transcript.ts';
import { showMessage } from '../session/show-message.ts';

const DEFAULT_MAX_TURNS = 100;
const DEFAULT_CONTEXT_LENGTH = 200_000;
const NOTHING_LEFT = { folders: [], tasks: [] } as const;
const UNUSED = { interruption: null, turns: 0, steps: 0 } as const;

/** What the owner of a session does for it. */
export interface SessionOwner extends Pick<Session, 'settle' | 'watch'> {
  readonly onWake: () => void;
  /** Tools beyond the built-in ones. */
  readonly tools: () => readonly Tool[];
  /** Calls a tool of an MCP server for a hook. */
  readonly callTool: McpConnections['call'];
}

/** A session with its main thread, ready to start. */
export interface OpenedSession {
  readonly main: Thread;
  readonly transcript: Transcript;
  readonly isResumed: boolean;
}

/** Opens a new session, or an old one where it was left; nothing is fired yet. */
export async function openSession(options: AgentOptions, owner: SessionOwner): Promise<OpenedSession> {
  const { ui } = options;
  const workspace = workspaceOf(options);
  const folder = sessionsFolder(workspace.env, workspace.home);
  const resumed = options.resume === undefined ? null : resumeSession(folder, options.resume, workspace.project);
  if (resumed !== null) tellProblems(ui, resumed, workspace.project);
  const isFirst = resumed === null && newestSessionOf(folder, workspace.project) === null;
  const id = resumed?.id ?? newSessionId();
  const transcript = openTranscript(folder, id, (text) => showMessage(ui, 'error', text));
  const inbox = createInbox();
  const models = modelsOf(options, workspace, () => main.session.model);
  const hooks = await openHooks(options, workspace, { ...owner, inbox, models, main: () => main });
  for (const diagnostic of hooks.diagnostics) ui.tell({ type: 'diagnostic', diagnostic });
  const isTrusted = options.trustHooks === true || hooks.project?.trusted === true;
  const session: Session = {
    ...workspace,
    id,
    hooks,
    ui,
    folder,
    inbox,
    isFirst,
    model: options.model,
    modelNamed: hookModelChooser(models),
    transcriptPath: transcript.path,
    write: transcript.append,
    interactive: options.interactive ?? false,
    contextLength: options.contextLength ?? DEFAULT_CONTEXT_LENGTH,
    settle: owner.settle,
    watch: owner.watch,
    isTrusted,
    ...(await readDefinitions(ui, { ...workspace, isTrusted })),
    ...(resumed === null ? NOTHING_LEFT : { folders: resumed.folders, tasks: resumed.tasks }),
    mode: options.permissionMode ?? PERMISSION_MODES.find((mode) => mode === resumed?.mode) ?? 'default',
    rules: storedRules(workspace),
    ...UNUSED,
  };
  const main = mainThread(session, resumed, owner, options.maxTurns ?? DEFAULT_MAX_TURNS);
  return { main, transcript, isResumed: resumed !== null };
}

function tellProblems(ui: UserInterface, { project, problems, path }: ResumedSession, here: string): void {
  const warn = (text: string): void => showMessage(ui, 'warning', text);
  if (project !== null && project !== here) warn(`the session was begun in ${project}, and goes on in ${here}`);
  for (const { line, message } of problems) warn(`${path}:${line} ${message}`);
}

/** What user and project have defined in Markdown files: types of sub-agents, and commands. */
async function readDefinitions(
  ui: UserInterface,
  places: AgentTypePlaces & CommandPlaces,
): Promise<Pick<Session, 'agentTypes' | 'commands'>> {
  const { types, problems } = await readAgentTypes(places);
  const { commands, problems: wrong } = await readCommands(places);
  for (const text of [...problems, ...wrong]) showMessage(ui, 'warning', text);
  return { agentTypes: types, commands };
}

const modelsOf = ({ slots = {}, modelByName }: AgentOptions, { env }: Workspace, main: () => Model): HookModels => ({
  get main() {
    return main();
  },
  slots,
  named: modelByName ?? ((spec) => createModel({ spec, env })),
});

function mainThread(session: Session, resumed: ResumedSession | null, owner: SessionOwner, maxTurns: number): Thread {
  const thread: Thread = {
    session,
    speaker: 'main',
    agentId: null,
    host: createHost(session, () => thread, null),
    get model() {
      return session.model;
    },
    system: mainPrompt(session),
    tools: () => [...builtinTools, agentTool(thread), ...owner.tools()],
    gate: 'ask',
    maxTurns,
    ...openConversation(resumed?.items ?? [], session.write, null),
    instructionFiles: new Set(),
    root: session.project,
    cwd: resumed?.cwd ?? session.project,
    inputTokens: null,
  };
  return thread;
}
