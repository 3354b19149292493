// A shipper of its own, to be killed: node shipper-process.mjs STATE_FOLDER FOLDER_OF_DIST
import { pathToFileURL } from 'node:url';

const [stateFolder, dist] = process.argv.slice(2);
const { readMachine, shipFor } = await import(pathToFileURL(`${dist}/index.js`).href);
const onAlarm = (text) => console.error(text);
const machine = readMachine(stateFolder);
for (;;) {
  await shipFor({ stateFolder, recordFolder: `${stateFolder}/record`, machine, version: '0', onAlarm }, 1_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
