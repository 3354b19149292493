// A gateway of its own, to be killed: node gateway-process.mjs DATABASE_URL PORT [FOLDER_OF_DIST]
import { pathToFileURL } from 'node:url';

const [url, port, dist] = process.argv.slice(2);
const { startGateway } = await import(pathToFileURL(`${dist}/index.js`).href);
const onProblem = (text) => console.error(text);
const options = { databaseUrl: url, host: '127.0.0.1', port: Number(port), tls: null, version: '0', onProblem };
for (let left = 200; left > 0; left -= 1) {
  try {
    const { url: address } = await startGateway({ ...options, limits: { perSecond: 1e6, burst: 1e6 } });
    console.log(address);
    break;
  } catch (error) {
    if (left === 1) throw error; // PostgreSQL is away, or the port is not free yet
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
