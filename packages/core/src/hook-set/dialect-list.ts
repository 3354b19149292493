import { DIALECTS as TABLES } from '../dialects/index.ts';

/** The hook systems that are understood, in the order in which their hooks run: ids for the option `dialects`, titles for people. */
export const DIALECTS: readonly { readonly id: string; readonly title: string }[] = TABLES;
