// Renders what a dialect's table says about its configuration: where the files are, and which keys they have.
import { code, table } from './markdown.mjs';

/** The places where a file is looked for, the first that is known first. */
export function locationText({
  bases,
  path,
  during,
  extension,
  variables,
  reads,
  hooksFile,
  ownedBy,
  switches,
  orPath,
}) {
  const texts = bases.map((base) => {
    const inner = base.path ? `${base.path}/${path}` : path;
    const only = base.on ? ` (${base.on})` : '';
    if (base.from === 'option')
      return base.name === 'settings' ? '`--settings FILE` or JSON' : `\`--state-dir\`: \`DIR/${path}\``;
    if (base.from === 'system')
      return `\`${[base.path, ...(path === '' ? [] : [path])].join('/').replaceAll('/', base.path.includes('\\') ? '\\' : '/')}\`${only}`;
    if (base.from === 'variable') return `\`$${base.name}${inner === '' ? '' : `/${inner}`}\`${only}`;
    if (base.from === 'home') return `\`~/${inner}\`${only}`;
    return base.from === 'plugin'
      ? `\`PLUGIN/${path}\`${orPath ? `, else \`PLUGIN/${orPath}\`` : ''}`
      : `\`${path}\` in the project`;
  });
  return `${texts.join(', else ')}${extension ? ` of an extension (it has a \`${extension.manifest}\`)` : ''}${variablesText(variables)}${duringText(during)}${hooksFileText(hooksFile)}${ownedBy ? '; of root alone, and writable by no one else' : ''}${switches === 'outranked' ? '; its switches count where no other file has them' : ''}${reads === 'switches' ? ': only its switches' : ''}`;
}

const variablesText = (variables) => {
  if (variables === undefined) return '';
  if (typeof variables === 'object')
    return `; ${Object.keys(variables)
      .map((name) => code(`\${${name}}`))
      .join(', ')} are replaced when it is read`;
  const names = variables === 'environment' ? '`$NAME`, `${NAME}`' : '`$NAME`, `${NAME}`, `${NAME:-default}`';
  return `; ${names} of the environment are replaced when it is read`;
};

const hooksFileText = (rule) =>
  rule
    ? `; \`${rule.version.key}\` is ${rule.version.value}, or is not there; \`${rule.off}: true\` switches the hooks of this file off`
    : '';

const WHILE = { skill: 'from the first use of the skill to the end of the session', agent: 'while the sub-agent runs' };

function duringText(during) {
  if (!during) return '';
  const told = Object.entries(during.events ?? {}).map(([event, as]) => `; its ${code(event)} is told as ${code(as)}`);
  return `: \`hooks\` in the front matter, in force ${WHILE[during.of]}${told.join('')}${during.once ? '; `once` counts here alone' : ''}`;
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

const eventsText = ({ notOn, onlyOn }) =>
  `${notOn ? `, not on ${notOn.events.join(', ')}` : ''}${onlyOn ? `, only on ${onlyOn.events.join(', ')}` : ''}`;

function badEntryText({ badEntry, wrongType }) {
  const files = Object.entries(badEntry?.on ?? {}).filter(([, reach]) => reach === 'file');
  return [
    ...(files.length === 0
      ? []
      : [
          `An entry of ${files.map(([event]) => code(event)).join(' or ')} that cannot be used voids its whole file: neither its other hooks nor its switches apply. It is reported as an error. A bad entry of another event is left out alone.`,
        ]),
    ...(wrongType === 'warning'
      ? ['A handler on an event that does not take its type is left out with a warning.']
      : []),
  ];
}

const SPARED = {
  always: 'Managed hooks stay on.',
  'unless-set-there': 'Managed hooks stay on, unless a managed file says it.',
  never: '',
};

function switchesText({ switches = [], limits = [] }) {
  if (switches.length + limits.length === 0) return [];
  return [
    'Keys beside `hooks`; those of a project count once it is trusted:',
    table(
      ['key', 'holds', 'about', 'which file counts'],
      [
        ...switches.map(({ key, about, wins, sparesManaged }) => [
          code(key),
          'boolean',
          `${about} ${SPARED[sparesManaged]}`.trim(),
          wins.length === 1 ? wins[0] : `the first of ${wins.join(', ')} that has it`,
        ]),
        ...limits.map(({ key, about, scopes, projects }) => [
          code(key),
          'texts',
          about,
          `all of ${scopes.join(', ')} together${projects === 'alone' ? "; the project's only where no other file has it" : ''}`,
        ]),
      ],
    ),
  ];
}

/** The shape of its files, with their keys. */
export function shapeText(shape) {
  switch (shape.kind) {
    case 'grouped-json':
      return [
        '## Configuration',
        `JSON: events, each with ${shape.items === 'flat' ? 'a list of hooks' : 'groups of hooks under one matcher'}.${shape.version ? ` \`${shape.version.key}\` must be ${shape.version.value}${shape.version.optional ? ', or is left out' : ''}.` : ' Other keys of the file are left alone.'} Files are merged; none overrides another.`,
        ...(shape.items === 'flat'
          ? []
          : [
              shape.items === 'flat-or-grouped'
                ? 'An item of a list is a hook with its own `matcher`, or a group:'
                : 'A group:',
              keyTable(shape.groupKeys),
            ]),
        ...Object.entries(shape.handlers).flatMap(([type, row]) => [
          `\`"type": "${type}"\`, default timeout ${row.timeoutMs / 1000} s${eventsText(row)}:`,
          keyTable(row.keys),
        ]),
        ...badEntryText(shape),
        ...switchesText(shape),
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
    case 'event-files':
      return [
        '## Configuration',
        `None: every plain file in these folders that is named after an event is a hook, in any case, alone or with ${Object.keys(shape.interpreters).filter(Boolean).map(code).join(', ')}. Its first line names its interpreter, else its extension does; it need not be executable. All run one after another, in the order of their paths. The time limit is ${shape.timeoutMs / 1000} s.`,
      ];
    case 'entry-list':
      return [
        '## Configuration',
        `A list of entries below \`${shape.section}\`, each with its event. The rest of the file is left alone. The keys are these and no others; one bad entry makes all entries of its file void, in a plugin only itself. The default timeout is ${shape.timeoutMs / 1000} s.`,
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
