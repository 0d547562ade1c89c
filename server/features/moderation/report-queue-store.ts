import { sql } from 'kysely';
import type { DecisionTarget } from '#contract/moderation.ts';
import { type ReportOutcome, shownReports } from '#contract/reports.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Db } from '#server/platform/db/database.ts';
import { personColumn } from './person-column.ts';
import type { ReportCase } from './report-case.ts';

/** How much of a text the queue shows. */
const textMaxLength = 1_000;
const contextMaxLength = 300;

type Filters = {
  isOpen: boolean;
  kind?: DecisionTarget | undefined;
  rule?: RuleId | undefined;
  assignee?: 'me' | 'nobody' | undefined;
  moderatorId: number;
};

function selectCases(db: Db, { isOpen, kind, rule, assignee, moderatorId }: Filters) {
  let query = db.selectFrom('report_cases as r').where('r.closed_at', isOpen ? 'is' : 'is not', null);
  if (kind) query = query.where('r.target_kind', '=', kind);
  if (assignee === 'me') query = query.where('r.assignee_id', '=', moderatorId);
  if (assignee === 'nobody') query = query.where('r.assignee_id', 'is', null);
  if (rule)
    query = query.where(sql<boolean>`exists (select from reports where case_id = r.id and rule = ${rule})`);
  return query;
}

export async function countCases(db: Db, filters: Filters): Promise<number> {
  const row = await selectCases(db, filters)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function listCases(
  db: Db,
  filters: Filters,
  { offset, size }: { offset: number; size: number },
): Promise<ReportCase[]> {
  const rows = await selectCases(db, filters)
    .select('r.id')
    .orderBy('r.id', filters.isOpen ? 'asc' : 'desc')
    .offset(offset)
    .limit(size)
    .execute();
  return findCases(
    db,
    rows.map(({ id }) => id),
  );
}

export async function findCase(db: Db, id: number): Promise<ReportCase | undefined> {
  const [found] = await findCases(db, [id]);
  return found;
}

type Row = Omit<ReportCase, 'target' | 'createdAt' | 'closed' | 'reports'> & {
  kind: DecisionTarget;
  targetId: number;
  name: string;
  accountId: number;
  text: string | null;
  isPublic: boolean;
  slug: string | null;
  createdAt: Date;
  closedAt: Date | null;
  closer: ReportCase['assignee'];
  outcome: ReportOutcome | null;
  reports: Array<Omit<ReportCase['reports'][number], 'createdAt'> & { createdAt: string }>;
};

/** The cases with their targets in context, in the order of the ids. */
async function findCases(db: Db, ids: number[]): Promise<ReportCase[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Row>`
    select r.id, r.target_kind as kind, r.target_id as "targetId", r.target_name as name,
      r.account_id as "accountId", r.created_at as "createdAt", r.closed_at as "closedAt", r.outcome,
      left(case r.target_kind when 'post' then p.content_text when 'comment' then c.content else a.bio end,
        ${textMaxLength}) as text,
      case r.target_kind when 'account' then a.is_active
        else p.id is not null and c.deleted_at is null end as "isPublic",
      p.slug, left(case when c.id is not null then coalesce(parent.content, p.title) end,
        ${contextMaxLength}) as context,
      ${personColumn('r.account_id')} as author, ${personColumn('r.assignee_id')} as assignee,
      ${personColumn('r.closed_by')} as closer,
      (select count(*) from reports where case_id = r.id) as "reportsCount",
      (select json_agg(json_build_object('reporter', ${personColumn('s.account_id')}, 'rule', s.rule,
          'text', s.text, 'createdAt', s.created_at) order by s.created_at, s.account_id)
        from (select * from reports where case_id = r.id order by created_at, account_id limit ${shownReports}) as s) as reports
    from unnest(${sql.val(ids)}::bigint[]) with ordinality as wanted (id, position)
    join report_cases as r on r.id = wanted.id
    join accounts as a on a.id = r.account_id
    left join comments as c on r.target_kind = 'comment' and c.id = r.target_id
    left join comments as parent on parent.id = c.parent_id and parent.deleted_at is null
    -- The text of a draft stays with its author.
    left join posts as p on p.status = 'published'
      and p.id = case r.target_kind when 'post' then r.target_id else c.post_id end
    order by wanted.position`.execute(db);
  return rows.map(toCase);
}

const toCase = ({ kind, targetId, name, accountId, text, isPublic, slug, ...row }: Row): ReportCase => ({
  id: row.id,
  target: { kind, id: targetId, name, accountId, text: text ?? '', isPublic, slug },
  context: row.context,
  author: row.author,
  reportsCount: row.reportsCount,
  // Reports of deleted accounts are deleted with them.
  reports: (row.reports ?? []).map((report) => ({ ...report, createdAt: new Date(report.createdAt) })),
  assignee: row.assignee,
  createdAt: row.createdAt,
  closed: row.closedAt && row.outcome && { at: row.closedAt, by: row.closer, outcome: row.outcome },
});
