import type { Dialect } from '../../model/index.ts';
import type { CompiledMatcher } from './compile-matcher.ts';
import type { PatternReading } from './pattern-reading.ts';
import { compilePermissionRule } from './permission-rule.ts';
import { compileToolRule } from './tool-rule.ts';

/** The further condition of a hook on the tool call, by the rule of its dialect. */
export const compileCondition = (
  { condition, match }: Pick<Dialect, 'condition' | 'match'>,
  text: string,
  patterns?: PatternReading,
): CompiledMatcher =>
  condition === 'permission-rule' ? compilePermissionRule(text) : compileToolRule(text, match, patterns);
