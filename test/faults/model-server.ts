import { createModel } from '../../packages/agent/src/models/create-model.ts';
import { askModelOf } from '../../packages/agent/src/hooks/hook-models.ts';
import type { AskModel } from '../../packages/core/src/model/index.ts';
import type { ServerReply } from '../support/openai-server.ts';
import { startOpenAiServer } from '../support/openai-server.ts';
import type { Surroundings } from './row.ts';

/** How the model behind a hook misbehaves. */
export type ModelFault = ServerReply;

/** A model server on loopback that always replies in the same way, asked by the agent's own client. */
export async function modelBehind(reply: ModelFault): Promise<Surroundings> {
  const server = await startOpenAiServer(() => reply);
  const env = { OPENAI_API_KEY: 'none', HOOKLINE_MODEL_RETRIES: '0' };
  const main = await createModel({ spec: 'openai-compatible/test', baseUrl: server.url, env });
  const ask: AskModel = askModelOf({ main, slots: {}, named: () => Promise.resolve(main) });
  // What an agent hook says last is read like the reply to a question.
  const agent: Surroundings['options'] = {
    model: ask,
    agent: (request, signal) => ask({ ...request, kind: 'prompt', model: null }, signal),
  };
  return { options: agent, close: server.close };
}
