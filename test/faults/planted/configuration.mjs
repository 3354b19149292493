/** Bugs that the rows about configuration, trust and record must notice. */

const core = (path) => `packages/core/src/${path}`;

const SPOILT = ['half-written', 'emptied', 'null', 'deleted', 'becomes-a-pipe'].map((how) => `definition-${how}`);

/** Whoever brings files is believed. */
const BELIEVED = {
  file: core('judge-project.ts'),
  find: "if (trust === 'all') return true;",
  replace: "if (trust === 'all' || content.files.length > 0) return true;",
};

export const CONFIGURATION_BUGS = [
  {
    id: 'broken-definitions-disarm',
    file: core('last-good.ts'),
    find: '(source) => source.usable && source.entries > 0 && !isGood(now.get(source.file))',
    replace: '(source) => source.usable && source.entries < 0 && !isGood(now.get(source.file))',
    rows: SPOILT,
  },
  {
    id: 'a-broken-hook-file-disarms',
    file: core('last-good.ts'),
    find: 'if (lost.length === 0) return source;',
    replace: 'if (lost.length >= 0) return source;',
    rows: SPOILT,
  },
  {
    id: 'an-empty-configuration-disarms',
    file: core('load/shapes/yaml-config.ts'),
    find: 'const usable = isJsonObject(document.value) &&',
    replace: 'const usable = isJsonObject(document.value ?? {}) &&',
    rows: ['definition-emptied', 'definition-null'],
  },
  {
    id: 'a-bad-entry-disarms-its-file',
    file: core('load/load.ts'),
    find: 'if (source !== null) sources.push(source);',
    replace:
      "if (source !== null && source.diagnostics.every(({ severity }) => severity !== 'error')) sources.push(source);",
    built: true,
    rows: ['one-bad-entry', 'list-one-bad-entry'],
  },
  {
    id: 'links-out-of-the-project-are-followed',
    file: core('load/read-file.ts'),
    find: 'if (within === null || !leadsOutOf(within, file)) return null;',
    replace: "if (within === null || within !== '') return null;",
    rows: ['definition-linked'],
  },
  {
    id: 'pipes-are-files',
    file: core('load/read-file.ts'),
    find: 'if (!stats.isFile()) return refuse(',
    replace: 'if (!stats.isFile() && !stats.isFIFO()) return refuse(',
    rows: ['definition-pipe'],
  },
  {
    id: 'the-reason-is-wrong',
    file: core('load/read-file.ts'),
    find: "if (stats.isDirectory()) return 'a folder';",
    replace: "if (stats.isDirectory() || stats.isCharacterDevice()) return 'a socket';",
    rows: ['definition-folder', 'definition-device'],
  },
  {
    id: 'files-of-any-size-are-read',
    file: core('load/read-file.ts'),
    find: 'if (stats.size > MOST_BYTES) return',
    replace: 'if (stats.size > MOST_BYTES * 1e6) return',
    rows: ['definition-2-gigabytes'],
  },
  {
    id: 'bytes-are-taken-for-text',
    file: core('load/read-file.ts'),
    find: 'if (isUtf8(bytes)) return',
    replace: 'if (isUtf8(bytes) || bytes.length > 0) return',
    rows: ['definition-no-text'],
  },
  {
    id: 'others-may-write',
    file: core('load/read-file.ts'),
    find: 'const mayOthersWrite = within === null && isWritableByOthers(stats);',
    replace: "const mayOthersWrite = within === '' && isWritableByOthers(stats);",
    rows: ['definition-writable'],
  },
  {
    id: 'claims-go-unnamed',
    file: core('load/check-keys.ts'),
    find: "const told = unknownKey === 'only-powers' ? unknown.filter((key) => POWERS.test(key)) : unknown;",
    replace: "const told = unknownKey === 'only-powers' ? [] : unknown;",
    rows: ['claims-policy', 'claims-state-folder'],
  },
  {
    id: 'every-project-is-believed',
    ...BELIEVED,
    rows: [
      'untrusted-command',
      'untrusted-module',
      'claims-trust',
      'trusted-definition-edited',
      'trusted-script-edited',
      'trusted-script-linked',
      'random-edits',
    ],
  },
  {
    id: 'every-project-is-believed-by-the-command-line',
    ...BELIEVED,
    built: true,
    rows: ['untrusted-fire', 'untrusted-explain', 'untrusted-list'],
  },
  {
    id: 'no-look-at-dispatch',
    file: core('project-gate.ts'),
    find: "const looks = trust === 'all' ? null : looksFor(set, selected, event, trust);",
    replace: "const looks = typeof trust === 'string' ? null : looksFor(set, selected, event, trust);",
    more: [
      {
        file: core('project-gate.ts'),
        find: "if (trust === 'all' || !isProjects(hook)) return null;",
        replace: 'if (settings.project.length >= 0 || !isProjects(hook)) return null;',
      },
    ],
    rows: ['trusted-definition-edited', 'trusted-script-edited', 'trusted-script-linked', 'random-edits'],
  },
  {
    id: 'a-line-break-ends-a-line-of-the-record',
    file: core('text/json-line.ts'),
    find: 'const json = JSON.stringify(value);',
    replace: String.raw`const json = JSON.stringify(value).replaceAll('\\n', '\n').replaceAll('\\"', '"');`,
    rows: ['line-breaks-in-reason', 'line-breaks-in-output'],
  },
  {
    id: 'decisions-are-not-recorded',
    file: core('recorder.ts'),
    find: 'if (start === undefined) writer.append(end);',
    replace: 'if (start === undefined) void end;',
    rows: ['record-two-writers', 'record-writer-killed', 'record-disk-full', 'record-torn-tail'],
  },
  {
    id: 'half-a-line-swallows-the-next',
    file: core('record/append.ts'),
    find: 'const bytes = Buffer.from(isOpen ? `\\n${text}` : text);',
    replace: 'const bytes = Buffer.from(isOpen ? text : text);',
    rows: ['record-torn-tail'],
  },
  {
    id: 'trust-is-written-nowhere',
    file: core('trust/store.ts'),
    find: 'trust: (content) => attempt(store, () => trust(store, content)),',
    replace:
      'trust: (content) => (content.files.length >= 0 ? { ok: true } : attempt(store, () => trust(store, content))),',
    built: true,
    rows: ['trust-two-writers', 'trust-writer-killed', 'trust-disk-full'],
  },
];
