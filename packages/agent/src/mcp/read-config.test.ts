import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMcpConfig, type McpConfig } from './read-config.ts';

let project = '';
let file = '';

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'hookline-mcp-config-'));
  file = join(project, '.mcp.json');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function read(text: string, env = {}): Promise<McpConfig> {
  writeFileSync(file, text);
  return readMcpConfig(project, env);
}
const problemsOf = async (text: string): Promise<readonly string[]> => (await read(text)).problems;
const entry = (value: string): string => `{\n  "mcpServers": {\n    "files": ${value}\n  }\n}`;

test('programs and web addresses are read, with their variables filled in', async () => {
  const text = `{
  "mcpServers": {
    "files": { "command": "\${BIN}/files", "args": ["--root", "\${ROOT:-/srv}"], "env": { "KEY": "\${KEY}" }, "cwd": "sub" },
    "plain": { "type": "stdio", "command": "run" },
    "web": { "url": "https://\${HOST}/mcp", "headers": { "Authorization": "Bearer \${KEY}" } },
    "typed": { "type": "streamable-http", "url": "http://localhost:1/" }
  }
}`;
  expect(await read(text, { BIN: '/opt', KEY: 'k', HOST: 'example.test' })).toEqual({
    digest: createHash('sha256').update(text).digest('hex'),
    servers: [
      {
        kind: 'stdio',
        name: 'files',
        place: '.mcp.json:3',
        command: '/opt/files',
        args: ['--root', '/srv'],
        env: { KEY: 'k' },
        cwd: join(project, 'sub'),
      },
      { kind: 'stdio', name: 'plain', place: '.mcp.json:4', command: 'run', args: [], env: {}, cwd: project },
      {
        kind: 'http',
        name: 'web',
        place: '.mcp.json:5',
        url: 'https://example.test/mcp',
        headers: { Authorization: 'Bearer k' },
      },
      { kind: 'http', name: 'typed', place: '.mcp.json:6', url: 'http://localhost:1/', headers: {} },
    ],
    problems: [],
  });
});

test('no file means no servers', async () => {
  expect(await readMcpConfig(project, {})).toEqual({ digest: null, servers: [], problems: [] });
  expect(await readMcpConfig(join(project, 'nowhere'), {})).toEqual({ digest: null, servers: [], problems: [] });
});

test('a bad entry disables only itself', async () => {
  const { servers, problems } = await read(
    '{"mcpServers": {\n"bad": 5,\n"good": {"command": "run"},\n"worse": {"command": ""}}}',
  );
  expect(servers.map(({ name }) => name)).toEqual(['good']);
  expect(problems).toEqual([
    '.mcp.json:2:1 server "bad" is not used: expected an object with "command" or "url"',
    '.mcp.json:4:11 server "worse" is not used: "command" is empty',
  ]);
});

test.each([
  ['{ "comand": "run" }', '3:5 server "files" is not used: unknown key "comand"; did you mean "command"?'],
  ['{ "uri": "http://x" }', '3:5 server "files" is not used: unknown key "uri"; did you mean "url"?'],
  ['{}', '3:5 server "files" is not used: it lacks "command" (a program) or "url" (a web address)'],
  ['{ "type": "http" }', '3:5 server "files" is not used: it lacks "url"'],
  ['{ "command": 5 }', '3:16 server "files" is not used: expected a string for "command"'],
  ['{ "command": "x\\u0000" }', '3:16 server "files" is not used: expected a string for "command"'],
  ['{ "command": "x", "args": "y" }', '3:32 server "files" is not used: expected a list of strings'],
  ['{ "command": "x", "args": ["a", 5] }', '3:46 server "files" is not used: expected a string for "args.1"'],
  ['{ "command": "x", "env": ["a"] }', '3:32 server "files" is not used: expected an object of strings'],
  ['{ "command": "x", "env": { "A": 1 } }', '3:41 server "files" is not used: expected a string for "env.A"'],
  ['{ "command": "x", "url": "y" }', '3:32 server "files" is not used: it has both "command" and "url"; leave one'],
  ['{ "url": "ftp://x" }', '3:16 server "files" is not used: expected a http or https address'],
  ['{ "url": "x" }', '3:16 server "files" is not used: expected a http or https address'],
  [
    '{ "url": "http://x", "headers": { "A": "b\\nc" } }',
    '3:35 server "files" is not used: HTTP does not allow such a name or value',
  ],
  [
    '{ "command": "${NOT_SET}" }',
    '3:16 server "files" is not used: the variable NOT_SET is not set; set it, or write ${NOT_SET:-default}',
  ],
  [
    '{ "type": "sse", "url": "http://x" }',
    '3:16 server "files" is not used: the type "sse" is out of use; take "http" and the address for it',
  ],
  [
    '{ "type": "htp", "url": "http://x" }',
    '3:16 server "files" is not used: unknown type "htp", expected "stdio" or "http"; did you mean "http"?',
  ],
  [
    '{ "type": "stdio", "url": "http://x" }',
    '3:16 server "files" is not used: it has a "url", so its type must be "http"',
  ],
])('the entry %s is told with its place', async (value, expected) => {
  expect(await read(entry(value))).toMatchObject({ servers: [], problems: [`.mcp.json:${expected}`] });
});

test('an unknown key is reported, and the server is used without it', async () => {
  const { servers, problems } = await read(entry('{ "command": "run", "arg": ["x"], "timeout": 5 }'));
  expect(servers.map(({ name }) => name)).toEqual(['files']);
  expect(problems).toEqual([
    '.mcp.json:3:34 unknown key "arg" is ignored; did you mean "args"?',
    '.mcp.json:3:48 unknown key "timeout" is ignored; known here: type, command, args, env, cwd',
  ]);
});

test('a name may have letters, digits, lines and dashes only', async () => {
  expect(await problemsOf('{"mcpServers": {"my files": {"command": "x"}}}')).toEqual([
    '.mcp.json:1:17 server "my files" is not used: its name may have letters, digits, "_" and "-" only',
  ]);
});

test.each([
  ['{\n  "mcpServers": {,}\n}', '.mcp.json:2:18 not valid JSON: a value was expected, found ",}"'],
  ['', '.mcp.json:1:1 the file is empty; JSON was expected'],
  ['[]', '.mcp.json:1:1 expected an object with the key "mcpServers"'],
  ['{}', '.mcp.json:1:1 lacks the key "mcpServers"'],
  ['{"mcpservers": {}}', '.mcp.json:1:2 unknown key "mcpservers" is ignored; did you mean "mcpServers"?'],
  [
    '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}',
    '.mcp.json:1:40 key "a" appears twice; join them into one, or remove all but one',
  ],
  ['{"mcpServers": {"a": 1,}}', '.mcp.json:1:24 not valid JSON: there is a comma before }; remove the last comma'],
  ['{"mcpServers": []}', '.mcp.json:1:2 expected an object of servers by name'],
  [
    '{"mcpServers": {"a\u001b[31m": 5}}',
    '.mcp.json:1:17 not valid JSON: an escape instead of a bare control character was expected, found "\\"a\\u001b[31m\\":"',
  ],
])('%j is told in one line', async (text, expected) => {
  expect(await read(text)).toMatchObject({ servers: [], problems: [expected] });
});

test('texts of the file are safe to print', async () => {
  expect(await problemsOf('{"mcpServers": {"a\\u001b[31mred": 5}}')).toEqual([
    '.mcp.json:1:17 server "ared" is not used: its name may have letters, digits, "_" and "-" only',
  ]);
});

test('links, pipes, folders and large files are refused, and nothing is waited for', async () => {
  const why = async (): Promise<readonly string[]> => {
    const { digest, servers, problems } = await readMcpConfig(project, {});
    rmSync(file, { recursive: true, force: true });
    expect({ digest, servers }).toEqual({ digest: null, servers: [] });
    return problems;
  };
  symlinkSync('/etc/hostname', file);
  expect(await why()).toEqual(['.mcp.json: it is a symbolic link; put the file itself into the project']);
  spawnSync('mkfifo', [file]);
  expect(await why()).toEqual(['.mcp.json: it is not a file; put an ordinary file in its place']);
  mkdirSync(file);
  expect(await why()).toEqual(['.mcp.json: it is not a file; put an ordinary file in its place']);
  writeFileSync(file, '');
  truncateSync(file, 1024 * 1024 + 1);
  expect(await why()).toEqual(['.mcp.json: it has 1048577 bytes; at most 1048576 are read']);
  writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b, 0x00]));
  expect(await why()).toEqual(['.mcp.json: it is not UTF-8 text; save it as UTF-8']);
});
