import type { Json, JsonObject } from '@hookline/core';
import { join } from 'node:path';

/** An example of a tool call: its name, input and output. */
export interface ExampleTool {
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  readonly tool_response: Json;
  /** Further fields that only calls of this tool have. */
  readonly more?: JsonObject;
}

/** The tools that an example can show, in the neutral vocabulary. */
export const EXAMPLE_TOOLS = ['Bash', 'Read', 'Write', 'Edit', 'Glob', 'Grep', 'WebFetch', 'Agent', 'mcp'] as const;

export type ExampleToolName = (typeof EXAMPLE_TOOLS)[number];

/** A call of the tool as an agent in the project would make it. */
export const exampleTool = (name: ExampleToolName, project: string): ExampleTool => CALLS[name](project);

const file = (project: string): string => join(project, 'src/sum.js');

const CALLS: Readonly<Record<ExampleToolName, (project: string) => ExampleTool>> = {
  Bash: () => ({
    tool_name: 'Bash',
    tool_input: { command: 'npm test', description: 'Run the tests', timeout: 120_000 },
    tool_response: { stdout: '12 tests passed\n', stderr: '', interrupted: false },
  }),
  Read: (project) => ({
    tool_name: 'Read',
    tool_input: { file_path: file(project), offset: 1, limit: 40 },
    tool_response: { content: 'export const sum = (a, b) => a + b;\n', lines: 1 },
  }),
  Write: (project) => ({
    tool_name: 'Write',
    tool_input: { file_path: file(project), content: 'export const sum = (a, b) => a + b;\n' },
    tool_response: { file_path: file(project), created: true },
  }),
  Edit: (project) => ({
    tool_name: 'Edit',
    tool_input: { file_path: file(project), old_string: 'a - b', new_string: 'a + b', replace_all: false },
    tool_response: { file_path: file(project), replacements: 1 },
  }),
  Glob: (project) => ({
    tool_name: 'Glob',
    tool_input: { pattern: '**/*.js', path: project },
    tool_response: { files: [file(project)] },
  }),
  Grep: (project) => ({
    tool_name: 'Grep',
    tool_input: { pattern: 'sum', path: project, glob: '*.js' },
    tool_response: { files: [file(project)] },
  }),
  WebFetch: () => ({
    tool_name: 'WebFetch',
    tool_input: { url: 'https://example.com/', prompt: 'What is on this page?' },
    tool_response: { status: 200, content: 'Example Domain' },
  }),
  Agent: () => ({
    tool_name: 'Agent',
    tool_input: { subagent_type: 'reviewer', description: 'Review a change', prompt: 'Review the change of sum.js.' },
    tool_response: { result: 'The change is fine.' },
  }),
  mcp: () => ({
    tool_name: 'mcp__tracker__create_issue',
    tool_input: { title: 'sum subtracts' },
    tool_response: { number: 7 },
    more: {
      mcp_context: { server_name: 'tracker', tool_name: 'create_issue' },
      original_request_name: 'create_issue',
    },
  }),
};
