// A shipper of its own, to be killed: node shipper-process.mjs STATE_FOLDER. It says so when it begins; what a person should
// know goes into STATE_FOLDER/alarms.
import { readMachine, shipFor } from '@hookline/fleet';
import { appendFileSync } from 'node:fs';

const [stateFolder] = process.argv.slice(2);
const onAlarm = (text) => appendFileSync(`${stateFolder}/alarms`, `${text}\n`);
const machine = readMachine(stateFolder);
console.log('ships');
for (;;) {
  await shipFor({ stateFolder, recordFolder: `${stateFolder}/record`, machine, version: '0', onAlarm }, 1_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
