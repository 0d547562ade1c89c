/**
 * Every permission with the roles that have it: the only place that decides what a role may do. Endpoints name a
 * permission, services ask `can`, pages receive the list of the user.
 */

/** In the order of their power. New accounts are authors; a reader writes comments only. */
export const roles = ['reader', 'author', 'moderator', 'editor', 'administrator'] as const;
export type Role = (typeof roles)[number];

/**
 * Accounts from before the roles have the flags `is_staff` and `is_superuser`. They keep what the flags allowed, until an
 * administrator gives the account a role.
 */
export type Grant = Role | 'staff flag' | 'superuser flag';

const everybody = ['reader', 'author', 'moderator', 'editor', 'administrator'] as const;
const authors = ['author', 'moderator', 'editor', 'administrator'] as const;
const flags = ['staff flag', 'superuser flag'] as const;

export const permissionTable = {
  /** Comments, and changes of the own ones. */
  'comments.write': everybody,
  /** The public texts and the picture of the own profile. */
  'profile.write': everybody,
  'pictures.write': everybody,
  'reports.write': everybody,
  /** Posts, and changes of the own ones. */
  'posts.write': [...authors, ...flags],

  /** Hide and restore posts and comments, see hidden ones, decide reports. */
  'content.moderate': ['moderator', 'administrator', ...flags],
  /** Lists of all posts with what staff has done to them. */
  'posts.review': ['moderator', 'editor', 'administrator', ...flags],
  'texts.delete': ['moderator', 'editor', 'administrator', ...flags],
  /** Texts of the site: no quota. */
  'texts.unlimited': ['moderator', 'editor', 'administrator', ...flags],
  /** Look at accounts, write notes about them, sanction them. */
  'accounts.moderate': ['moderator', 'administrator', ...flags],
  /** Sanction accounts of staff too. */
  'colleagues.moderate': ['administrator', 'superuser flag'],

  /** Change posts and comments of others. */
  'texts.edit': ['editor', 'administrator', 'staff flag'],
  /** Read drafts and scheduled posts of others. */
  'drafts.read': ['editor', 'administrator', 'staff flag'],
  /** Decide which texts wait for a moderator. */
  'publication.manage': ['editor', 'administrator', ...flags],
  'front-page.arrange': ['editor', 'administrator', ...flags],
  'categories.manage': ['editor', 'administrator', 'staff flag'],

  'payments.read': ['administrator', 'staff flag'],
  'payments.refund': ['administrator', 'staff flag'],
  'plans.manage': ['administrator', 'staff flag'],
  'health.read': ['administrator', 'staff flag'],

  'roles.manage': ['administrator'],
  'audit.read': ['administrator'],
  /** Import content of other systems, and undo it. */
  'imports.manage': ['administrator'],
} as const satisfies Record<string, readonly Grant[]>;

export type Permission = keyof typeof permissionTable;
export const permissions = Object.keys(permissionTable) as Permission[];

/** Permissions of accounts that do not work for the site; any other one makes an account a colleague. */
const ordinaryPermissions: ReadonlySet<Permission> = new Set<Permission>([
  'comments.write',
  'profile.write',
  'pictures.write',
  'reports.write',
  'posts.write',
]);

export const isStaffPermission = (permission: Permission): boolean => !ordinaryPermissions.has(permission);

const isGranted = (permission: Permission, grants: readonly Grant[]): boolean =>
  grants.some((grant) => (permissionTable[permission] as readonly Grant[]).includes(grant));

export type Standing = { role: Role; isStaff: boolean; isSuperuser: boolean };

/** The permissions of an account, by its role and the flags that it has kept. */
export function permissionsOf({ role, isStaff, isSuperuser }: Standing): ReadonlySet<Permission> {
  const grants: Grant[] = [
    role,
    ...(isStaff ? (['staff flag'] as const) : []),
    ...(isSuperuser ? (['superuser flag'] as const) : []),
  ];
  return new Set(permissions.filter((permission) => isGranted(permission, grants)));
}

/** The flags that an account gets with a role: both for administrators, who may do everything that the flags allow. */
export const flagsOf = (role: Role): { isStaff: boolean; isSuperuser: boolean } => ({
  isStaff: role === 'administrator',
  isSuperuser: role === 'administrator',
});

/** What existing clients offer to users with a flag. */
const clientRights = {
  isStaff: permissions.filter((permission) => isGranted(permission, ['staff flag'])),
  isSuperuser: ['content.moderate', 'texts.delete', 'accounts.moderate'],
} satisfies Record<string, Permission[]>;

/**
 * The flags for existing clients, true to what they offer for them: `is_staff` if the account may do all of it,
 * `is_superuser` for those who moderate without being staff, and for administrators.
 */
export function clientFlagsOf(standing: Standing): { is_staff: boolean; is_superuser: boolean } {
  const granted = permissionsOf(standing);
  const mayAll = (wanted: readonly Permission[]) => wanted.every((permission) => granted.has(permission));
  const isStaff = mayAll(clientRights.isStaff);
  return {
    is_staff: isStaff,
    is_superuser: standing.isSuperuser || (!isStaff && mayAll(clientRights.isSuperuser)),
  };
}

/** What a sanction takes away. Reports stay possible: they publish nothing. */
export const restrictionTable = {
  comments: ['comments.write'],
  publishing: ['posts.write'],
  'read-only': ['comments.write', 'posts.write', 'profile.write', 'pictures.write'],
} as const satisfies Record<string, readonly Permission[]>;
export type RestrictionKind = keyof typeof restrictionTable;

export const isColleague = (granted: ReadonlySet<Permission>): boolean =>
  [...granted].some(isStaffPermission);
