/**
 * What is done where shell text cannot be parsed with certainty; each use of this folder states it.
 * `run`: whatever is not certain is left alone, so that no runnable hook is refused (preflight).
 * `cover`: every possible meaning counts, so that no code runs that trust does not cover (trust scan).
 * `ask`: every possible meaning is followed, and a line that cannot be parsed is shown to a person (guards, permission
 * rules).
 */
export type Attitude = 'run' | 'cover' | 'ask';
