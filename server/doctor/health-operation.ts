import { getSiteHealth, type SiteHealth } from '#contract/site.ts';
import { doctor as texts } from '#locales/ru/doctor.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { type Operation, ok, operation } from '../platform/http/operation.ts';
import { readRelease } from '../release.ts';

/** How long a result is shown again: the checks call the mail server and the storage. */
const cacheTtlMs = 10_000;

type Deps = { config: Config; db: Db; dataDir: string; clock: Clock };

/** The checks of `npm run doctor`, for the staff page. Concurrent callers share one run. */
export function createHealthOperation({ config, db, dataDir, clock }: Deps): Operation {
  const startedAt = clock.now();
  let last: { at: number; result: Promise<SiteHealth> } | undefined;

  async function check(): Promise<SiteHealth> {
    // Loaded on demand: few processes are ever asked.
    const [{ checkDatabase }, { checkSurroundings }] = await Promise.all([
      import('./check-database.ts'),
      import('./check-surroundings.ts'),
    ]);
    const groups = await Promise.all([checkDatabase(db, config), checkSurroundings(config, dataDir)]);
    const checks = groups.flat().map(({ name, status, detail, advice }) => ({
      name,
      title: texts.names[name],
      status,
      detail,
      advice: advice ?? null,
    }));
    const found = new Set(checks.map(({ status }) => status));
    return {
      status: found.has('fail') ? 'fail' : found.has('warn') ? 'warn' : 'ok',
      checked_at: clock.now().toISOString(),
      started_at: startedAt.toISOString(),
      version: readRelease(),
      checks,
    };
  }

  return operation(getSiteHealth, {
    handle: async () => {
      const now = clock.now().getTime();
      if (!last || now - last.at >= cacheTtlMs) last = { at: now, result: check() };
      const { result } = last;
      result.catch(() => {
        if (last?.result === result) last = undefined;
      });
      return ok(await result);
    },
  });
}
