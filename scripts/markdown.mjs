// The few marks that generated pages are made of.
export const code = (text) => `\`${text}\``;
const cell = (text) => String(text).replaceAll('|', '\\|');
export const unique = (items) => [...new Set(items)];
export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
