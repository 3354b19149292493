// A gateway of its own, to be killed: node gateway-process.mjs DATABASE_URL PORT. It says its address when it listens.
import { startGateway } from '@hookline/gateway';

const [url, port] = process.argv.slice(2);
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
