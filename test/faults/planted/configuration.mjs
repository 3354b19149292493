/** Bugs that the rows about configuration, trust and record must notice. */

const core = (path) => `packages/core/src/${path}`;

const SPOILT = ['half-written', 'emptied', 'null', 'becomes-a-pipe'].map((how) => `definition-${how}`);

/** Whoever brings files is believed. */
const BELIEVED = {
  file: core('trust/judge-project.ts'),
  find: "if (trust === 'store') return () => asStored(settings);",
  replace: "if (trust === 'store') return believer(settings);",
};

export const CONFIGURATION_BUGS = [
  {
    id: 'broken-definitions-disarm',
    file: core('trust/last-good.ts'),
    find: 'if (old.entries === 0) return source;',
    replace: 'if (old.entries >= 0) return source;',
    rows: SPOILT,
  },
  {
    id: 'a-broken-hook-file-disarms',
    file: core('trust/last-good.ts'),
    find: 'if (lost.length === 0) return source;',
    replace: 'if (lost.length >= 0) return source;',
    rows: SPOILT,
  },
  {
    id: 'an-emptied-file-counts-as-taken-away',
    file: core('trust/judge-project.ts'),
    find: 'const read = await allOwnSources(settings);',
    replace: 'const read = await ownSources(settings);',
    rows: ['definition-emptied'],
  },
  {
    id: 'edits-of-trusted-definitions-count',
    file: core('trust/judge-project.ts'),
    find: 'const sources = await pinnedSources(pin, settings);',
    replace: 'const sources = await ownSources(settings);',
    rows: ['definition-deleted', 'trusted-definition-edited', 'random-edits'],
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
      'trusted-script-edited-non-interactive',
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
    file: core('trust/hook-gate.ts'),
    find: 'if (!isGated(hook, now)) return ADMITTED;',
    replace: 'if (settings.project.length >= 0 || !isGated(hook, now)) return ADMITTED;',
    rows: ['trusted-script-edited', 'trusted-script-edited-non-interactive', 'trusted-script-linked', 'random-edits'],
  },
  {
    id: 'a-withheld-hook-lets-tool-calls-pass',
    file: core('engine/confirm.ts'),
    find: 'return guards ? askOrDeny(frame, why) :',
    replace: 'return guards && why === "" ? askOrDeny(frame, why) :',
    rows: ['trusted-script-edited', 'trusted-script-edited-non-interactive', 'trusted-script-linked', 'random-edits'],
  },
  {
    id: 'asks-where-no-one-can-answer',
    file: core('engine/confirm.ts'),
    find: "const isAlone = event['non_interactive'] === true || place.nonInteractive;",
    replace: 'const isAlone = place.nonInteractive;',
    rows: ['trusted-script-edited-non-interactive'],
  },
  {
    id: 'a-line-break-ends-a-line-of-the-record',
    file: core('text/json-line.ts'),
    find: 'const json = writtenJson(value);',
    replace: String.raw`const json = writtenJson(value).replaceAll('\\n', '\n').replaceAll('\\"', '"');`,
    rows: ['line-breaks-in-reason', 'line-breaks-in-output'],
  },
  {
    id: 'decisions-are-not-recorded',
    file: core('record/recorder.ts'),
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
    find: 'pin: (pin, keeps) => attempt(store, () => putInForce(store, pin, keeps)),',
    replace:
      "pin: (pin, keeps) => (pin.digest !== '' ? { ok: true } : attempt(store, () => putInForce(store, pin, keeps))),",
    built: true,
    rows: ['trust-two-writers', 'trust-writer-killed', 'trust-disk-full'],
  },
];
