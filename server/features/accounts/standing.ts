import {
  isColleague,
  isStaffPermission,
  type Permission,
  permissionsOf,
  type RestrictionKind,
  type Role,
  restrictionTable,
} from '#contract/permissions.ts';
import type { User } from '#server/platform/actor.ts';

/** What decides the permissions of an account, as the database stores it. */
export type StandingRow = {
  role: string;
  is_staff: boolean;
  is_superuser: boolean;
  has_second_factor: boolean;
  restrictions: StoredRestriction[];
};
export type StoredRestriction = { kind: RestrictionKind; until: string | null };

export type StandingPolicy = {
  /** Whether staff need a second factor (`STAFF_SECOND_FACTOR`). */
  needsStaffSecondFactor: boolean;
};

/** The role of an account and what it may do now. */
export function toStanding(
  row: StandingRow,
  { now, needsStaffSecondFactor }: StandingPolicy & { now: Date },
): Pick<User, 'role' | 'permissions' | 'restrictions' | 'lacksSecondFactor'> {
  const role = row.role as Role;
  const ofRole = permissionsOf({ role, isStaff: row.is_staff, isSuperuser: row.is_superuser });
  const lacksSecondFactor = needsStaffSecondFactor && !row.has_second_factor && isColleague(ofRole);
  const granted = lacksSecondFactor ? onlyOrdinary(ofRole) : ofRole;
  const restrictions = row.restrictions
    .map(({ kind, until }) => ({
      permissions: restrictionTable[kind],
      until: until === null ? null : new Date(until),
    }))
    .filter(({ until }) => until === null || until > now);
  if (restrictions.length === 0) return { role, permissions: granted, restrictions, lacksSecondFactor };
  const taken = new Set<Permission>(restrictions.flatMap(({ permissions }) => permissions));
  return {
    role,
    permissions: new Set([...granted].filter((permission) => !taken.has(permission))),
    restrictions,
    lacksSecondFactor,
  };
}

/** What a member of staff without a required second factor keeps. */
export const onlyOrdinary = (granted: ReadonlySet<Permission>): ReadonlySet<Permission> =>
  new Set([...granted].filter((permission) => !isStaffPermission(permission)));

/** Whether an account works for the site, in a role or by a flag. */
export const isColleagueAccount = (account: {
  role: Role;
  isStaff: boolean;
  isSuperuser: boolean;
}): boolean => isColleague(permissionsOf(account));
