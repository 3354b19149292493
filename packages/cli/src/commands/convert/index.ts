import { DIALECTS } from '@hookline/core/internal';
import {
  type Conversion,
  ConversionError,
  convertHooks,
  type ConvertRequest,
  rootOfOutput,
  seenLosses,
  writeChanges,
} from '@hookline/toolbox';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Arguments, type Command, isGiven, valueOf } from '../../call/arguments.ts';
import { canAsk, DECLINED, mayWrite } from '../../call/asking.ts';
import { LAST, type OptionRow, OPTIONS } from '../../call/options.ts';
import { type HooksPlace, placeOf } from '../../call/place.ts';
import { carryOut, refuseOutside } from '../../call/writing.ts';
import { wrongCall } from '../../call/wrong-call.ts';
import { showDiagnostics } from '../../print/diagnostics.ts';
import { writeErr, writeJson, writeOut } from '../../print/output.ts';
import { paintFor } from '../../print/paint.ts';
import { SCHEMAS, shippedFile } from '../../process/this-program.ts';
import { conversionJson, conversionLines, type Fate } from './lines.ts';

const FROM = {
  name: 'from',
  value: 'ID',
  completes: 'dialects',
  about: 'The system whose hooks are read.',
} satisfies OptionRow;
const TO = {
  name: 'to',
  value: 'ID',
  completes: 'dialects',
  about: 'The system whose hooks are written.',
} satisfies OptionRow;
const USER = {
  name: 'user',
  about: 'Your own hooks, of all projects, instead of those of the project.',
} satisfies OptionRow;
const OUTPUT = {
  name: 'output',
  value: 'DIR',
  completes: 'folders',
  about: 'Write below this folder, as if it were the project (with --user: your home).',
} satisfies OptionRow;
const SAME_TOOLS = {
  name: 'same-tools',
  about: 'Both systems use the same tool names; by default each has its own.',
} satisfies OptionRow;
const STRICT = {
  name: 'strict',
  about: 'Write nothing and fail when something is lost that a hook is seen to use.',
} satisfies OptionRow;

export const CONVERT: Command = {
  name: 'convert',
  about: "Write the hooks of one system as another's, and say what is lost; scripts keep working unchanged.",
  options: [
    FROM,
    TO,
    USER,
    OUTPUT,
    SAME_TOOLS,
    STRICT,
    OPTIONS.dryRun,
    OPTIONS.yes,
    OPTIONS.noInput,
    OPTIONS.project,
    OPTIONS.home,
    OPTIONS.stateDir,
    OPTIONS.plugin,
    ...LAST,
  ],
  examples: [
    {
      does: 'look first: what would be written, and what is lost',
      line: 'hookline convert --from kolega --to qoder --dry-run',
    },
    { does: 'the hooks of this project, for another system', line: 'hookline convert --from kolega --to qoder' },
    { does: 'your own hooks, of all projects', line: 'hookline convert --from kode --to polytoken --user' },
    {
      does: 'in a pipeline: fail when a hook loses what it uses',
      line: 'hookline convert --from qoder --to kolega --strict --json',
    },
  ],
  exits: {
    0: 'written, or nothing to convert',
    1: 'nothing was written: with --strict a hook loses what it uses, the answer was no, or the call could not be carried out',
    130: 'interrupted at a question; nothing was written',
  },
  run: convert,
};

/** Writes hooks of one system as another's; never overwrites, and writes nothing with --dry-run or, when a hook loses what it uses, with --strict. */
async function convert(given: Arguments): Promise<number> {
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
  const output = valueOf(given, OUTPUT);
  return {
    from: dialect(given, FROM),
    to: dialect(given, TO),
    scope: isGiven(given, USER) ? 'user' : 'project',
    output: output === undefined ? null : resolve(output),
    toolNames: isGiven(given, SAME_TOOLS) ? 'given' : 'native',
    schemas: SCHEMAS,
    bridge: {
      file: shippedFile('hookline-bridge.mjs'),
      http: shippedFile('hookline-http.mjs'),
      assets: shippedFile('assets'),
    },
  };
}

function dialect(given: Arguments, option: OptionRow): string {
  const known = DIALECTS.map(({ id }) => id);
  const id = valueOf(given, option);
  if (id === undefined) throw wrongCall(`--${option.name} is missing: name a system (${known.join(', ')})`);
  if (!known.includes(id)) throw wrongCall(`unknown dialect "${id}"`, { word: id, known });
  return id;
}

async function worked(request: ConvertRequest, place: HooksPlace): Promise<Conversion> {
  try {
    return await convertHooks(request, place);
  } catch (error) {
    throw error instanceof ConversionError ? wrongCall(error.message) : error;
  }
}

function fateOf(conversion: Conversion, given: Arguments): Fate {
  if (isGiven(given, STRICT) && seenLosses(conversion).length > 0) return 'refused';
  if (conversion.changes.length === 0) return 'nothing';
  return isGiven(given, 'dry-run') ? 'dry run' : 'written';
}

/** Below which everything is written; null for the user's own files, which may be anywhere. */
const rootOf = ({ scope, output }: ConvertRequest, { project }: HooksPlace): string | null =>
  scope === 'user' ? null : output === null ? project : rootOfOutput(output, project);

function write({ changes }: Conversion, root: string | null): void {
  carryOut('written', () => {
    // A folder that --output names need not be there yet.
    if (root !== null) mkdirSync(root, { recursive: true });
    writeChanges(changes, root);
  });
}
