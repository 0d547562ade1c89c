import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { ImportStage, ImportState, ImportTask, TaskOptions } from './import-task.ts';

const activeStates: ImportState[] = ['waiting', 'running'];
const columns = [
  'id',
  'upload_id as uploadId',
  'folder',
  'name',
  'is_stopping as isStopping',
  'run_id as runId',
  'done',
  'total',
  'file',
  'error',
  'created_at as createdAt',
  'changed_at as changedAt',
] as const;
const maxNameLength = 500;

const selectTasks = (db: Db) =>
  db
    .selectFrom('import_tasks')
    .select(columns)
    .select(({ ref }) => [
      ref('options').$castTo<TaskOptions>().as('options'),
      ref('source').$castTo<ImportTask['source']>().as('source'),
      ref('stage').$castTo<ImportStage>().as('stage'),
      ref('state').$castTo<ImportState>().as('state'),
      ref('plan').$castTo<ImportTask['plan']>().as('plan'),
      ref('report').$castTo<ImportTask['report']>().as('report'),
      ref('undone').$castTo<ImportTask['undone']>().as('undone'),
    ]);

export const findTask = (db: Db, id: number): Promise<ImportTask | undefined> =>
  selectTasks(db).where('id', '=', id).executeTakeFirst();

/** Of two changes at once, the second one sees the first. */
export const lockTask = (db: Db, id: number): Promise<ImportTask | undefined> =>
  selectTasks(db).where('id', '=', id).forUpdate().executeTakeFirst();

export async function countTasks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('import_tasks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const listTasks = (
  db: Db,
  { offset, size }: { offset: number; size: number },
): Promise<ImportTask[]> => selectTasks(db).orderBy('id', 'desc').offset(offset).limit(size).execute();

export async function insertTask(
  db: Db,
  task: Pick<ImportTask, 'source' | 'uploadId' | 'folder' | 'name' | 'options'> & { now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto('import_tasks')
    .values({
      source: task.source,
      upload_id: task.uploadId,
      folder: task.folder,
      name: task.name,
      options: JSON.stringify(task.options),
      stage: 'plan',
      state: 'waiting',
      created_at: task.now,
      changed_at: task.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Begins a stage; a job takes it from here. */
export async function queueStage(
  db: Db,
  id: number,
  { stage, now }: { stage: ImportStage; now: Date },
): Promise<void> {
  await db
    .updateTable('import_tasks')
    .set({ stage, state: 'waiting', is_stopping: false, error: null, done: 0, total: null, file: '' })
    .set({ changed_at: now, beat_at: null })
    .where('id', '=', id)
    .execute();
}

/** Undefined unless the task waits for a job, or its job was killed. */
export async function takeTask(db: Db, id: number, now: Date): Promise<ImportTask | undefined> {
  const taken = await db
    .updateTable('import_tasks')
    .set({ state: 'running', changed_at: now, beat_at: now })
    .where('id', '=', id)
    .where('state', 'in', activeStates)
    .returning('id')
    .executeTakeFirst();
  return taken && findTask(db, id);
}

/** Stores the progress; returns whether the task is to stop. */
export async function beat(
  db: Db,
  id: number,
  { done, total, file, now }: Pick<ImportTask, 'done' | 'total' | 'file'> & { now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('import_tasks')
    .set({ done, total, file, beat_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('is_stopping as isStopping')
    .executeTakeFirst();
  return row?.isStopping ?? true;
}

/** Ends a stage, or gives it back to the next job. */
export async function endStage(
  db: Db,
  id: number,
  result: { state: ImportState; error?: string; now: Date } & Partial<
    Pick<ImportTask, 'plan' | 'report' | 'undone' | 'done' | 'total'>
  >,
): Promise<void> {
  const { state, error = null, now, plan, report, undone, ...progress } = result;
  const counts = { plan, report, undone };
  const given = Object.entries(counts).filter(([, value]) => value !== undefined);
  await db
    .updateTable('import_tasks')
    .set({ state, error, changed_at: now, is_stopping: false, beat_at: null, ...progress })
    .set(Object.fromEntries(given.map(([name, value]) => [name, JSON.stringify(value)])))
    .where('id', '=', id)
    .execute();
}

export async function setStopping(db: Db, id: number, now: Date): Promise<void> {
  await db
    .updateTable('import_tasks')
    .set({ is_stopping: true, changed_at: now })
    .where('id', '=', id)
    .execute();
}

/** Tasks whose job has been silent for long: it was killed, and the queue has given it up. */
export async function failSilentTasks(
  db: Db,
  { before, error, now }: { before: Date; error: string; now: Date },
): Promise<void> {
  await db
    .updateTable('import_tasks')
    .set({ state: 'failed', error, changed_at: now, beat_at: null, is_stopping: false })
    .where('state', '=', 'running')
    .where('beat_at', '<', before)
    .execute();
}

export async function deleteOldPlans(db: Db, before: Date): Promise<void> {
  await sql`
    delete from import_task_files f using import_tasks t
    where t.id = f.task_id and f.list = 'plan' and t.changed_at < ${before}
      and t.state not in ('waiting', 'running')`.execute(db);
}

/** A run by command gets a task of its own, unless a task has begun the run. */
export async function linkTask(
  db: Db,
  { runId, taskId, name, now }: { runId: number; taskId: number | undefined; name: string; now: Date },
): Promise<void> {
  if (taskId !== undefined) {
    await db.updateTable('import_tasks').set({ run_id: runId }).where('id', '=', taskId).execute();
    return;
  }
  await sql`
    insert into import_tasks (source, name, stage, state, run_id, created_at, changed_at)
    select 'command', ${name.slice(0, maxNameLength)}, 'import', 'stopped', ${runId}, ${now}, ${now}
    where not exists (select from import_tasks where run_id = ${runId})`.execute(db);
}

export async function finishCommandTask(db: Db, runId: number, now: Date): Promise<void> {
  await db
    .updateTable('import_tasks')
    .set({ stage: 'import', state: 'done', changed_at: now })
    .where('run_id', '=', runId)
    .where('source', '=', 'command')
    .execute();
}

/** All tasks of a run, but not the one that is undoing it, which ends by itself. */
export async function markUndone(db: Db, runId: number, now: Date): Promise<void> {
  await db
    .updateTable('import_tasks')
    .set({ stage: 'undo', state: 'done', changed_at: now })
    .where('run_id', '=', runId)
    .where('state', 'not in', activeStates)
    .execute();
}
