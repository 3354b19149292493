import { DIALECTS } from '@hookline/core/internal';
import {
  allLosses,
  type Conversion,
  ConversionError,
  convertHooks,
  type ConvertRequest,
  rootOfOutput,
  writeChanges,
} from '@hookline/toolbox';
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Arguments, isGiven, valueOf } from '../../call/arguments.ts';
import { canAsk, DECLINED, mayWrite } from '../../call/asking.ts';
import { carryOut, refuseOutside } from '../../call/carry-out.ts';
import { type Place, placeOf } from '../../call/place.ts';
import type { OptionName } from '../../call/options.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { conversionJson, conversionLines, type Fate } from './lines.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { showDiagnostics } from '../../print/show-diagnostics.ts';
import { SCHEMAS } from '../../process/schemas.ts';

/** Writes hooks of one system as another's; never overwrites, and writes nothing with --dry-run or, when anything is lost, with --strict. */
export async function convert(given: Arguments): Promise<number> {
  const place = placeOf(given);
  const request = requestOf(given);
  const conversion = await worked(request, place);
  const root = rootOf(request, place);
  refuseOutside(
    conversion.changes.map(({ path }) => path),
    root,
  );
  const fate = fateOf(conversion, given);
  // What the source itself does not load cannot be carried over either.
  if (!isGiven(given, 'json')) showDiagnostics(conversion.diagnostics);
  if (fate === 'written' && !isGiven(given, 'yes') && canAsk(given))
    return convertAsked(conversion, place.project, root);
  if (fate === 'written') write(conversion, root);
  if (isGiven(given, 'json')) writeJson(conversionJson(conversion, fate, place.project));
  else writeOut(`${conversionLines(conversion, fate, place.project, paintFor(1, process.env)).join('\n')}\n`);
  return fate === 'refused' ? 1 : 0;
}

/** Shows what would be written, and writes it when the person at the terminal says so. */
async function convertAsked(conversion: Conversion, project: string, root: string | null): Promise<number> {
  writeErr(`${conversionLines(conversion, 'dry run', project, paintFor(2, process.env)).join('\n')}\n`);
  if (!(await mayWrite('Write these files?'))) return DECLINED;
  write(conversion, root);
  writeErr(
    `Done.${conversion.scope === 'project' ? ' The hooks of the project need trust: run "hookline trust".' : ''}\n`,
  );
  return 0;
}

function requestOf(given: Arguments): ConvertRequest {
  const output = valueOf(given, 'output');
  return {
    from: dialect(given, 'from'),
    to: dialect(given, 'to'),
    scope: isGiven(given, 'user') ? 'user' : 'project',
    output: output === undefined ? null : resolve(output),
    toolNames: isGiven(given, 'same-tools') ? 'given' : 'native',
    schemas: SCHEMAS,
    bridge: { file: beside('hookline-bridge.mjs'), http: beside('hookline-http.mjs'), assets: beside('assets') },
  };
}

function dialect(given: Arguments, option: 'from' | 'to'): string {
  const known = DIALECTS.map(({ id }) => id);
  const id = valueOf(given, option satisfies OptionName);
  if (id === undefined) throw wrongCall(`--${option} is missing: name a system (${known.join(', ')})`);
  if (!known.includes(id)) throw wrongCall(`unknown dialect "${id}"`, { word: id, known });
  return id;
}

/** What is shipped with the command, which is one file, or is run from its source. */
function beside(name: string): string {
  const places = ['./', '../../../dist/'].map((folder) => fileURLToPath(new URL(`${folder}${name}`, import.meta.url)));
  return places.find((path) => existsSync(path)) ?? places.join(' or ');
}

async function worked(request: ConvertRequest, place: Place): Promise<Conversion> {
  try {
    return await convertHooks(request, place);
  } catch (error) {
    throw error instanceof ConversionError ? wrongCall(error.message) : error;
  }
}

function fateOf(conversion: Conversion, given: Arguments): Fate {
  if (isGiven(given, 'strict') && allLosses(conversion).length > 0) return 'refused';
  if (conversion.changes.length === 0) return 'nothing';
  return isGiven(given, 'dry-run') ? 'dry run' : 'written';
}

/** Below which everything is written; null for the user's own files, which may be anywhere. */
const rootOf = ({ scope, output }: ConvertRequest, { project }: Place): string | null =>
  scope === 'user' ? null : output === null ? project : rootOfOutput(output, project);

function write({ changes }: Conversion, root: string | null): void {
  carryOut('written', () => {
    // A folder that --output names need not be there yet.
    if (root !== null) mkdirSync(root, { recursive: true });
    writeChanges(changes, root);
  });
}
