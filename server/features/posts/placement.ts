import type { PlacementSection } from '#contract/front-page-layout.ts';
import type { Author } from '#server/features/accounts/index.ts';
import type { AuditValues } from '#server/features/audit/index.ts';
import type { PostSummary } from './post.ts';

/** A post that an editor has placed on the front page. */
export type Placement = {
  id: number;
  postId: number;
  section: PlacementSection;
  startsAt: Date | null;
  endsAt: Date | null;
  placedBy: Author | null;
  placedAt: Date;
};

/** What an editor wants: a placement of the layout, or without an id a new one. */
export type WantedPlacement = Pick<Placement, 'postId' | 'section' | 'startsAt' | 'endsAt'> & {
  id?: number | undefined;
};

type Period = Pick<Placement, 'startsAt' | 'endsAt'>;

export const isInEffect = ({ startsAt, endsAt }: Period, now: Date): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now);

/** The next time at which a placement begins or ends. */
export function nextPlacementChangeAt(periods: readonly Period[], now: Date): Date | undefined {
  const times = periods.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]);
  const later = times.filter((time) => time !== null).filter((time) => time > now);
  return later.sort((left, right) => left.getTime() - right.getTime())[0];
}

/** Why the front page does not show a post; null if it does. */
export function obstacleOf({
  status,
  offFrontPage,
}: Pick<PostSummary, 'status' | 'offFrontPage'>): 'unpublished' | 'hidden' | 'kept-off' | null {
  if (status === 'hidden') return 'hidden';
  if (status !== 'published') return 'unpublished';
  return offFrontPage ? 'kept-off' : null;
}

type Row = WantedPlacement & { position: number };
export type LayoutChange = {
  added: Row[];
  changed: Array<{ id: number; from: Row; to: Row }>;
  removed: Row[];
};

/** What makes the wanted layout of the current one. Positions count within a section. */
export function changeLayout(
  current: readonly WantedPlacement[],
  wanted: readonly WantedPlacement[],
): LayoutChange {
  const before = new Map(withPositions(current).map((row) => [row.id, row]));
  const change: LayoutChange = { added: [], changed: [], removed: [] };
  for (const row of withPositions(wanted)) {
    const from = row.id === undefined ? undefined : before.get(row.id);
    // Another post in an existing placement is a new one.
    if (!from || from.postId !== row.postId) change.added.push(row);
    else {
      before.delete(row.id);
      if (!isSame(from, row)) change.changed.push({ id: row.id as number, from, to: row });
    }
  }
  change.removed.push(...before.values());
  return change;
}

function withPositions(placements: readonly WantedPlacement[]): Row[] {
  const counts = { lead: 0, row: 0 };
  return placements.map((placement) => {
    counts[placement.section] += 1;
    return { ...placement, position: counts[placement.section] };
  });
}

const isSame = (left: Row, right: Row): boolean =>
  Object.entries(valuesOf(left)).every(([name, value]) => valuesOf(right)[name] === value);

/** The values of a placement in the audit log. */
export const valuesOf = ({ section, position, startsAt, endsAt }: Row): AuditValues => ({
  section,
  position,
  starts_at: startsAt?.toISOString() ?? null,
  ends_at: endsAt?.toISOString() ?? null,
});
