// Prints the mutants of an area that no test noticed and that have not been judged: node test/mutation/survivors.mjs AREA [FILE]
import { readReport } from './report.mjs';

const [area, part = ''] = process.argv.slice(2);
for (const { file, line, column, mutator, before, after, status } of readReport(area).unnoticed) {
  if (!file.includes(part)) continue;
  console.log(`${file}:${line}:${column} ${status} ${mutator}\n  - ${before}\n  + ${after}`);
}
