import type { Permission } from '#contract/permissions.ts';
import { dateAndTime } from '#locales/format.ts';
import { type Actor, can } from './actor.ts';
import { AppError, forbidden } from './errors.ts';

/** Throws 403 if the actor lacks a permission; the message names the end of a sanction that takes it away. */
export function requirePermission(actor: Actor, permission: Permission): void {
  if (can(actor, permission)) return;
  const restrictions = actor.kind === 'user' ? actor.restrictions : [];
  const until = restrictions
    .filter(({ permissions }) => permissions.includes(permission))
    .map((restriction) => restriction.until);
  if (until.length === 0) throw forbidden();
  throw new AppError('forbidden', { message: messageOf(until), code: 'restricted' });
}

function messageOf(until: Array<Date | null>) {
  const ends = until.flatMap((end) => end?.getTime() ?? []);
  if (ends.length < until.length) return { key: 'errors.restricted' };
  return {
    key: 'errors.restrictedUntil',
    values: { until: dateAndTime(new Date(Math.max(...ends)).toISOString()) },
  };
}
