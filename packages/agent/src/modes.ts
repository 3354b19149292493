/** How much the agent may do without asking. */
export const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'bypass'] as const;

export type PermissionMode = (typeof PERMISSION_MODES)[number];
