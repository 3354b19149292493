/** Findings that no reproduction plays, and why; their tests are named in ../rows.ts. */
export const NOT_SHOWN = {
  K15: 'a chat in a terminal',
  Q8: 'needs a worktree of a sub-agent',
  Q11: 'needs the request that the model gets in a chat',
  Q15: 'needs an MCP server',
  Q16: 'needs a model behind a prompt hook',
  Q17: 'needs an MCP server that asks the user',
  Q18: 'needs a compaction of a long session',
  Q19: 'needs an installed plugin',
  Q23: 'needs a person who answers a request for permission',
  Q27: 'the syntax of globs; its test takes the function alone',
  Q28: 'decided as it is; a test holds the decision',
  Q29: 'which stream a warning goes to; not seen to differ by fire',
  Q30: 'stays as it is; doctor names it',
  S10: 'needs a full disk',
};
