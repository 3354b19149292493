// A model behind the interface of chat completions: says yes to everything, and writes down which model was asked for.
//   node model-server.mjs FILE-FOR-ITS-PORT FILE-FOR-THE-NAMES
import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const [portFile, namesFile] = process.argv.slice(2);

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const { model, stream = false } = JSON.parse(body);
    appendFileSync(namesFile, `${model}\n`);
    const about = { id: 'one', created: 1, model };
    const content = '{"ok": true}';
    if (!stream) {
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...about, object: 'chat.completion', choices }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [delta, finish_reason] of [
      [{ role: 'assistant', content }, null],
      [{}, 'stop'],
    ]) {
      const chunk = { ...about, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  });
});
server.listen(0, '127.0.0.1', () => {
  writeFileSync(`${portFile}.new`, String(server.address().port));
  renameSync(`${portFile}.new`, portFile);
});
