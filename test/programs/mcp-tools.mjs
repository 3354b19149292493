import { fromJsonSchema, inputRequired, McpServer, UrlElicitationRequiredError } from '@modelcontextprotocol/server';

/** A small MCP server for tests: one tool for each thing that a client must be able to bear. */
export function toolServer() {
  const server = new McpServer({ name: 'tools', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  addPlainTools(server);
  addAskingTools(server);
  addTroublesomeTools(server);
  return server;
}

const objectOf = (properties, required = []) => fromJsonSchema({ type: 'object', properties, required });
const text = (value) => ({ content: [{ type: 'text', text: value }] });

function addPlainTools(server) {
  const echo = server.registerTool(
    'echo',
    {
      description: 'Says it again.',
      inputSchema: objectOf({ text: { type: 'string' } }, ['text']),
      annotations: { readOnlyHint: true },
    },
    (input) => text(input.text),
  );
  server.registerTool('shrink', { description: 'Takes the echo away.' }, () => {
    echo.remove();
    return text('shrunk');
  });
  server.registerTool(
    'sum',
    {
      description: 'Adds two numbers.',
      inputSchema: objectOf({ a: { type: 'number' }, b: { type: 'number' } }, ['a', 'b']),
      outputSchema: objectOf({ sum: { type: 'number' } }, ['sum']),
    },
    ({ a, b }) => ({ ...text(`${a + b}`), structuredContent: { sum: a + b } }),
  );
  server.registerTool('parts', { description: 'Answers with every kind of part.' }, () => ({
    content: [
      { type: 'text', text: 'first' },
      { type: 'image', mimeType: 'image/png', data: Buffer.from('12345').toString('base64') },
      { type: 'audio', mimeType: 'audio/wav', data: Buffer.from('1234567').toString('base64') },
      { type: 'resource_link', uri: 'file:///notes.txt', name: 'notes' },
      { type: 'resource', resource: { uri: 'file:///in.txt', text: 'inside' } },
      { type: 'resource', resource: { uri: 'file:///in.bin', mimeType: 'application/zip', blob: 'AAAA' } },
    ],
  }));
  server.registerTool('environment', { description: 'Names the variables it can see.' }, () =>
    text(Object.keys(process.env).sort().join(' ')),
  );
  server.registerTool('where', { description: 'Tells its folder and process.' }, () =>
    text(`${process.cwd()} ${process.pid}`),
  );
}

function addAskingTools(server) {
  server.registerTool('ask', { description: 'Asks for a name and a number.' }, (context) => {
    const answer = context.mcpReq.inputResponses?.form;
    if (answer !== undefined) return text(JSON.stringify(answer));
    return inputRequired({ inputRequests: { form: inputRequired.elicit(FORM) } });
  });
  server.registerTool('open', { description: 'Sends the person to a page.' }, (context) => {
    const answer = context.mcpReq.inputResponses?.page;
    if (answer !== undefined) return text(JSON.stringify(answer));
    const page = inputRequired.elicitUrl({ message: 'Please sign in.', url: 'https://example.test/sign-in' });
    return inputRequired({ inputRequests: { page } });
  });
  server.registerTool('gate', { description: 'Works only after a visit to a page.' }, () => {
    const page = { mode: 'url', message: 'Please pay.', url: 'https://example.test/gate', elicitationId: 'gate-1' };
    throw new UrlElicitationRequiredError([page]);
  });
}

const FORM = {
  message: 'Who are you?',
  requestedSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name'],
  },
};

function addTroublesomeTools(server) {
  server.registerTool('fail', { description: 'Always fails.' }, () => ({ ...text('the disk is full'), isError: true }));
  server.registerTool('slow', { description: 'Takes a minute.' }, async (context) => {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, 60_000);
      context.mcpReq.signal.addEventListener('abort', () => resolve(clearTimeout(timer)));
    });
    return text('done');
  });
  server.registerTool('flood', { description: 'Answers with a very long text.' }, () => text('x'.repeat(300_000)));
  server.registerTool('die', { description: 'Ends the server.' }, () => {
    process.stderr.write('out of luck\n');
    process.exit(7);
  });
  server.registerTool('grow', { description: 'Adds a tool while running.' }, () => {
    server.registerTool('grown', { description: 'Came later.' }, () => text('here'));
    return text('grown');
  });
  server.registerTool('a name/with.marks', { description: 'Has an odd name.' }, () => text('odd'));
}
