import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { spawn } from 'node:child_process';
import { toolServer } from './mcp-tools.mjs';

// --child: keeps a child that would outlive it; --stubborn: neither the end of stdin nor SIGTERM ends it.
if (process.argv.includes('--child')) spawn('sleep', ['600'], { stdio: 'ignore' }).unref();
if (process.argv.includes('--stubborn')) {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1_000);
}
serveStdio(toolServer, { legacy: process.argv.includes('--modern-only') ? 'reject' : 'serve' });
