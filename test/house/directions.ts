/**
 * The building: for each package its folders, from the ground up, and what each may import. Nothing else holds the direction
 * of imports. `.` is the files that stand in no folder. A folder may import only folders above it in this table, so there
 * is no ring.
 */
export const DIRECTIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  core: {
    model: [],
    shell: [],
    dialects: ['model'],
    text: ['model'],
    engine: ['model', 'text'],
    speak: ['model', 'engine'],
    handlers: ['model', 'text'],
    load: ['model', 'text', 'engine'],
    options: ['model', 'text', 'engine'],
    settings: ['model', 'dialects', 'text', 'load'],
    record: ['model', 'text', 'settings'],
    trust: ['model', 'dialects', 'text', 'engine', 'handlers', 'load', 'settings'],
    shadow: ['model', 'dialects', 'text', 'engine', 'load', 'settings', 'trust'],
    inspect: ['model', 'dialects', 'text', 'engine', 'handlers', 'load', 'settings', 'trust'],
    'hook-set': ['model', 'dialects', 'text', 'engine', 'handlers', 'load', 'settings', 'trust', 'shadow', 'inspect'],
    host: [
      'model',
      'dialects',
      'text',
      'engine',
      'handlers',
      'options',
      'settings',
      'record',
      'trust',
      'shadow',
      'hook-set',
    ],
    '.': [
      'model',
      'shell',
      'dialects',
      'text',
      'engine',
      'speak',
      'handlers',
      'load',
      'options',
      'settings',
      'record',
      'trust',
      'inspect',
      'hook-set',
      'host',
    ],
  },
  guards: {
    guard: [],
    shell: [],
    checks: ['guard'],
    commands: ['guard', 'shell'],
    files: ['guard', 'shell'],
    notify: ['guard'],
    secrets: ['guard'],
    '.': ['guard', 'checks', 'commands', 'files', 'notify', 'secrets'],
    program: ['guard', '.'],
  },
  toolbox: {
    files: [],
    cases: ['files'],
    evidence: ['files', 'cases'],
    author: ['files', 'cases'],
    convert: ['files', 'author', 'evidence'],
    prove: ['files', 'cases', 'evidence'],
    replay: [],
    '.': ['files', 'cases', 'author', 'convert', 'evidence', 'prove', 'replay'],
  },
};

/** Which other packages each may use; `internal` is for the packages of this repository, not for users. */
export const PACKAGE_DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  core: [],
  guards: ['@hookline/core', '@hookline/core/internal'],
  toolbox: ['@hookline/core', '@hookline/core/internal'],
  agent: ['@hookline/core', '@hookline/core/internal'],
  cli: ['@hookline/core', '@hookline/core/internal', '@hookline/agent', '@hookline/guards', '@hookline/toolbox'],
};

/** Folders that are plain data: they import no package and no module of Node. */
export const PLAIN_DATA = ['core/model', 'core/dialects'];
