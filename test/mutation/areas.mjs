import { readdirSync } from 'node:fs';

const SOURCE = 'packages/core/src';

/** The parts of the code that are mutated, each with the tests that speak about it. */
export const AREAS = {
  python: { mutate: ['engine/rules/python-*.ts'], tests: /^engine\/rules\/python-.*\.test\.ts$/ },
  globs: {
    mutate: ['engine/rules/{glob*,segment-glob,argument-pattern,tool-*}.ts', 'shell/bash-tree.ts'],
    tests: /^(shell\/bash-tree|engine\/rules\/(compile-matcher|tool-rule|glob.*))\.test\.ts$/,
  },
  matchers: {
    mutate: ['engine/rules/*.ts', '!engine/rules/{python-*,glob*,segment-glob,argument-pattern,tool-*}.ts'],
    tests: /^engine\/rules\/(?!python-).*\.test\.ts$/,
  },
  answers: {
    mutate: ['engine/answers/*.ts', 'engine/{decode,settle,fault,reading}.ts'],
    tests: /^engine\/(answers\/.*|decode.*|settle|fault)\.test\.ts$/,
  },
  plan: {
    mutate: ['engine/{plan,hook-index,frame,routes,native-names}.ts'],
    tests: /^engine\/(plan|hook-index|hook-memory|frame|routes|native-names|neutral-names|engine|run-plan)\.test\.ts$/,
  },
  encode: {
    mutate: ['engine/{encode*,payload,environment,headers,zoned-time}.ts'],
    tests: /^engine\/(encode.*|payload|environment|headers|zoned-time)\.test\.ts$/,
  },
  fold: {
    mutate: ['engine/{fold*,outcome,thread,wake,hook-run}.ts'],
    tests: /^(engine\/(fold.*|outcome|thread|wake|hook-run|engine|run-plan)|fire-functions)\.test\.ts$/,
  },
  run: {
    mutate: ['engine/{engine,run-plan,run-step,background,nesting,fire-functions}.ts'],
    tests:
      /^(engine\/(engine|fire|run-plan|run-step|shadow|background|nesting)|fire-functions|create-hooks|tool-names)\.test\.ts$/,
  },
  schemas: { mutate: ['load/{schemas,key-schema}.ts'], tests: /^load\/schemas\.test\.ts$/ },
  load: {
    mutate: ['load/*.ts', '!load/{schemas,key-schema}.ts'],
    tests: /^load\/(?!schemas).*\.test\.ts$/,
  },
  shapes: { mutate: ['load/shapes/*.ts'], tests: /^load\/(shapes\/.*|load|find-event)\.test\.ts$/ },
  words: {
    mutate: ['shell/{loose-words,word-roles,project-runners}.ts', 'trust/scan/runners.ts'],
    tests: /^(shell\/(loose-words|word-roles)|trust\/scan\/runners)\.test\.ts$/,
  },
  dependencies: {
    mutate: [
      'trust/scan/{scan-hook,command-*,code-folders,data-*,dependenc*,dynamic-loading,mentions,imports,bytecode,packages,package-scripts,make-recipes,shell-text,script-dependencies}.ts',
      'trust/scan/{node-files,locate,patterns,kinds-of-file,script-text}.ts',
      'trust/folder.ts',
    ],
    tests:
      /^trust\/(scan\/(scan-hook.*|bytecode|command-dependencies|dependencies.*|mentions.*|imports.*|node-files|locate|patterns|kinds-of-file|script-text)|followed|folder)\.test\.ts$/,
  },
  cover: {
    mutate: ['trust/{scan-budget,paths}.ts', 'trust/stamps/*.ts', 'trust/scan/reached-from.ts'],
    tests: /^trust\/(stamps\/.*|scan-budget|paths|scan\/reached-from)\.test\.ts$/,
  },
  store: {
    mutate: ['trust/{store,private-files,older-record,changes,state-inside-project}.ts'],
    tests: /^trust\/(store|store-contents|private-files|older-record|changes|state-inside-project)\.test\.ts$/,
  },
};

/** Tests about speed and amounts that take seconds each. */
export const LEFT_OUT =
  /ten thousand hooks|do not survive close|cannot be covered has no digest|takes about a millisecond|no text makes the reader|random edits|takes a few milliseconds|however long a script is|any number of words/;

/** The area that this process is about, by its environment: globs for Stryker, and the test files. */
export function areaHere() {
  const name = process.env.MUTATION_AREA ?? Object.keys(AREAS)[0];
  if (!Object.hasOwn(AREAS, name))
    throw new Error(`MUTATION_AREA: expected one of ${Object.keys(AREAS).join(', ')}, got "${name}"`);
  const { mutate } = AREAS[name];
  const place = (pattern) => (pattern.startsWith('!') ? `!${place(pattern.slice(1))}` : `${SOURCE}/${pattern}`);
  return { name, mutate: [...mutate, '!**/*.test.ts'].map(place), testFiles: () => testFilesOf(name) };
}

/** The test files of an area. */
export const testFilesOf = (name) =>
  readdirSync(SOURCE, { recursive: true })
    .filter((file) => AREAS[name].tests.test(file))
    .map((file) => `${SOURCE}/${file}`)
    .toSorted();
