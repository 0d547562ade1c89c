import { type Db, openDatabase } from '#server/platform/db/database.ts';
import { setDeadlines } from './set-deadlines.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** Runs `test` with a second app on the database of `app`, whose connections have these deadlines. */
export async function withImpatientApp(
  app: TestApp,
  changes: Parameters<typeof setDeadlines>[0],
  test: (impatient: TestApp, db: Db) => Promise<void>,
): Promise<void> {
  const restore = setDeadlines(changes);
  const db = openDatabase({ url: app.databaseUrl, maxConnections: 10, applicationName: 'test' });
  restore();
  const impatient = await createTestApp({ db });
  try {
    await test(impatient, db);
  } finally {
    await impatient.stop();
    await db.destroy();
  }
}
