/** How much the agent may do without asking. */
export const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'bypass'] as const;

/** `default` asks before anything that changes the world, `acceptEdits` not before edits, `plan` changes nothing, `bypass` asks nothing. */
export type PermissionMode = (typeof PERMISSION_MODES)[number];
