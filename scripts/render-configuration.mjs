// Renders what a dialect's table says about its configuration: where the files are, and which keys they have.
import { code, table } from './markdown.mjs';

/** The places where a file is looked for, the first that is known first. */
export function locationText({ bases, path }) {
  const texts = bases.map((base) => {
    const inner = base.path ? `${base.path}/${path}` : path;
    const only = base.on ? ` (${base.on})` : '';
    if (base.from === 'option') return `\`--state-dir\`: \`DIR/${path}\``;
    if (base.from === 'variable') return `\`$${base.name}/${inner}\`${only}`;
    if (base.from === 'home') return `\`~/${inner}\`${only}`;
    return base.from === 'plugin' ? `\`PLUGIN/${path}\`` : `\`${path}\` in the project`;
  });
  return texts.join(', else ');
}

const keyTable = (keys) =>
  table(
    ['key', 'holds', 'about'],
    Object.entries(keys).map(([key, row]) => [
      code(key),
      `${row.words ? row.words.map(code).join(', ') : row.type}${row.required ? ', required' : ''}${row.default === undefined ? '' : `, default ${code(JSON.stringify(row.default))}`}`,
      row.about,
    ]),
  );

/** The shape of its files, with their keys. */
export function shapeText(shape) {
  switch (shape.kind) {
    case 'grouped-json':
      return [
        '## Configuration',
        `JSON: events, each with groups of hooks under one matcher.${shape.version ? ` \`${shape.version.key}\` must be ${shape.version.value}.` : ' Other keys of the file are left alone.'} Files are merged; none overrides another.`,
        'A group:',
        keyTable(shape.groupKeys),
        ...Object.entries(shape.handlers).flatMap(([type, row]) => [
          `\`"type": "${type}"\`, default timeout ${row.timeoutMs / 1000} s${row.notOn ? `, not on ${row.notOn.events.join(', ')}` : ''}:`,
          keyTable(row.keys),
        ]),
      ];
    case 'hook-folders':
      return [
        '## Configuration',
        `One folder per hook with a \`${shape.file}\`: YAML front matter, then free text. A later hook replaces an earlier one of the same name. It runs the first that exists of ${shape.entryPoints.map(code).join(', ')}.`,
        keyTable(shape.keys),
        '`matcher`:',
        keyTable(shape.matcherKeys),
      ];
    case 'yaml-config':
      return [
        '## Configuration',
        "YAML or JSON. Hooks are lists under `hooks.<event>`; a later file's list replaces the earlier one of that event.",
        keyTable(shape.keys),
      ];
    case 'flat-json':
      return [
        '## Configuration',
        `A JSON array of entries, or \`"${shape.negation}name"\` to switch off a hook of the user. One bad entry rejects the whole load. The deadline is ${shape.timeoutMs / 1000} s.`,
        keyTable(shape.keys),
        '`handler`:',
        keyTable(shape.handlerKeys),
      ];
  }
}
