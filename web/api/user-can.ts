import type { UserProfile } from '#contract/auth.ts';
import type { Permission } from '#contract/permissions.ts';

/** Whether pages offer an action to the user; the API checks it again. */
export const userCan = (user: UserProfile | null, permission: Permission): boolean =>
  user?.permissions.includes(permission) === true;
