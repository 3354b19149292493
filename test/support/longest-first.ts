import { BaseSequencer, type TestSpecification } from 'vitest/node';

// What takes longest, longest first: begun last, one of them alone would keep everybody waiting at the end.
const LONGEST = [
  'test/conformance/conformance.test.ts',
  'test/agent/effects.test.ts',
  'test/warm/conformance.test.ts',
  'test/untrusted/untrusted.test.ts',
  'packages/cli/src/resident/conformance.test.ts',
  'test/guards/add.test.ts',
  'test/fuzz/terminal.test.ts',
  'test/soak/soak.test.ts',
  'packages/agent/src/mcp/connect.test.ts',
  'packages/cli/src/resident/resident.test.ts',
  'test/agent/bad-input.test.ts',
  'test/faults/own-death.test.ts',
  'test/agent/providers.test.ts',
  'packages/core/src/handlers/python.test.ts',
  'test/agent/interruptions.test.ts',
];

/** On a fresh clone nobody has measured the test files yet: those that are known to take long come first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? LONGEST.length : at;
    };
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}
