import { type SelectQueryBuilder, sql } from 'kysely';
import { type importLists, planStates, reportStates } from '#contract/imports.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { DB } from '#server/platform/db/generated.ts';
import type { ImportTask, ReportCounts } from './import-task.ts';

export type TaskFile = {
  file: string;
  state: string;
  details: { slug?: string; title?: string; author?: string; category?: string };
  notes: string[];
};
type StoredList = 'plan' | 'problems' | 'kept';
export type FileQuery = { list: (typeof importLists)[number]; state?: string | undefined };
type Range = { offset: number; limit: number };

export async function clearFiles(db: Db, taskId: number, list: StoredList): Promise<void> {
  await db.deleteFrom('import_task_files').where('task_id', '=', taskId).where('list', '=', list).execute();
}

export async function addFiles(
  db: Db,
  { taskId, list, position }: { taskId: number; list: StoredList; position: number },
  files: TaskFile[],
): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('import_task_files')
    .values(
      files.map(({ file, state, details, notes }, index) => ({
        ...{ task_id: taskId, list, position: position + index, file, state },
        details: JSON.stringify(details),
        notes: JSON.stringify(notes),
      })),
    )
    .execute();
}

export async function countFiles(db: Db, task: ImportTask, query: FileQuery): Promise<number> {
  const { count } = await selectFiles(db, task, query)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const listFiles = (
  db: Db,
  task: ImportTask,
  { offset, limit, ...query }: FileQuery & Range,
): Promise<TaskFile[]> =>
  selectFiles(db, task, query)
    .select(['file', 'state'])
    .select(({ ref }) => [
      ref('details').$castTo<TaskFile['details']>().as('details'),
      ref('notes').$castTo<string[]>().as('notes'),
    ])
    .orderBy(query.list === 'report' ? 'file' : 'position')
    .offset(offset)
    .limit(limit)
    .execute();

/** The report is that of the run, which a repeated or continued import shares; the other lists are the task's own. */
function selectFiles(
  db: Db,
  { id, runId }: ImportTask,
  { list, state }: FileQuery,
): SelectQueryBuilder<DB, 'import_task_files', object> {
  const source = (
    list === 'report'
      ? db.selectFrom(
          sql<DB['import_task_files']>`(select file, state, notes, '{}'::jsonb as details, 0 as position
            from import_files where run_id = ${runId})`.as('import_task_files'),
        )
      : db.selectFrom('import_task_files').where('task_id', '=', id).where('list', '=', list)
  ) as SelectQueryBuilder<DB, 'import_task_files', object>;
  return state === undefined ? source : source.where('state', '=', state);
}

export async function countReport(db: Db, runId: number, problems: number): Promise<ReportCounts> {
  const rows = await db
    .selectFrom('import_files')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .groupBy('state')
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  return {
    ...(Object.fromEntries(reportStates.map((state) => [state, counts.get(state) ?? 0])) as ReportCounts),
    problems,
  };
}

export const noPlan = () =>
  Object.fromEntries([...planStates, 'problems'].map((state) => [state, 0])) as NonNullable<
    ImportTask['plan']
  >;
