// The one place where the page meets the repository: types only, nothing of it is in the page.
export type * from '../src/api/index.ts';
