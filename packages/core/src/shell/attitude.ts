/**
 * What is done where shell text cannot be read with certainty; each use of this folder states it.
 * `run`: whatever is not certain is left alone, so that no hook is refused that could run (preflight).
 * `cover`: whatever may be meant counts, so that no code runs that trust does not know of (trust scan).
 * `ask`: whatever may be meant is followed, and a line that cannot be read is put before a person (guards, permission rules).
 */
export type Attitude = 'run' | 'cover' | 'ask';
