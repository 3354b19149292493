/** Every page, relative to the repository. */
export const PAGES: readonly string[];
/** The pages whose console blocks are run and compared. */
export const CONSOLE_PAGES: readonly string[];
