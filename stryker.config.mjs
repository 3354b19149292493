import { fileURLToPath } from 'node:url';
import { areaHere } from './test/mutation/areas.mjs';

const { name, mutate } = areaHere();
const reports = 'coverage/mutation';

export default {
  mutate,
  plugins: [fileURLToPath(new URL('./test/mutation/runner.mjs', import.meta.url))],
  testRunner: 'in-process',
  coverageAnalysis: 'perTest',
  // No such file: the TypeScript of this workspace has no interface by which Stryker could rewrite it.
  tsconfigFile: 'none.json',
  ignorePatterns: ['**/dist', 'coverage', 'bench', 'docs', 'examples'],
  concurrency: 2,
  timeoutMS: 60_000,
  timeoutFactor: 2,
  incremental: true,
  incrementalFile: `${reports}/${name}.incremental.json`,
  reporters: ['json', 'clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportMutants: false },
  jsonReporter: { fileName: `${reports}/${name}.json` },
  tempDirName: `${reports}/sandbox-${name}`,
  allowConsoleColors: false,
};
