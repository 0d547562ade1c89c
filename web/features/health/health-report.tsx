import type { SiteHealth } from '#contract/site.ts';
import { clockTime, dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as healthMessages from '#locales/ru/health.ts';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { SkeletonText } from '#web/ui/skeleton.tsx';

type Check = SiteHealth['checks'][number];
type Status = SiteHealth['status'];

const order: readonly Status[] = ['fail', 'warn', 'ok'];
const badgeTones = { ok: 'success', warn: 'warning', fail: 'danger' } as const;
const edges = { ok: 'border-success', warn: 'border-warning', fail: 'border-danger' } as const;

/** What works and what does not, in words for a person who does not run servers. */
export function HealthReport() {
  const query = useBrowserQuery('site health', (api) => api.call('getSiteHealth'));
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonText lines={8} />}
      failed={healthMessages.failed}
      retry={healthMessages.retry}
    >
      {(health) => (
        <>
          <Summary health={health} isLoading={query.isLoading} onReload={query.reload} />
          <section aria-labelledby="checks" className="mt-10">
            <h2 id="checks" className="text-2xl font-bold">
              {healthMessages.list}
            </h2>
            <ul className="mt-4 divide-y divide-rule border-y border-rule">
              {health.checks
                .toSorted((left, right) => order.indexOf(left.status) - order.indexOf(right.status))
                .map((check) => (
                  <li key={`${check.name} ${check.detail}`} className="py-4">
                    <CheckRow check={check} />
                  </li>
                ))}
            </ul>
          </section>
          <p className="mt-6 text-sm text-muted">
            {interpolate(healthMessages.running, {
              version: health.version,
              since: dateAndTime(health.started_at),
            })}
          </p>
        </>
      )}
    </QueryView>
  );
}

type SummaryProps = { health: SiteHealth; isLoading: boolean; onReload: () => void };

function Summary({ health: { status, checked_at }, isLoading, onReload }: SummaryProps) {
  return (
    <section
      aria-live="polite"
      className={classNames(
        'flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-l-4 bg-raised p-5',
        edges[status],
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-serif text-2xl font-bold">{healthMessages.summary[status]}</p>
        <p className="mt-1 text-soft">{healthMessages.summaryText[status]}</p>
        <p className="mt-1 text-sm text-muted tabular-nums">
          {interpolate(healthMessages.checkedAt, { time: clockTime(checked_at) })}
        </p>
      </div>
      <Button onClick={onReload} disabled={isLoading}>
        {healthMessages.again}
      </Button>
    </section>
  );
}

function CheckRow({ check: { name, title, status, detail, advice } }: { check: Check }) {
  const explanation = healthMessages.explanations[name];
  return (
    <article className="max-w-text">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="text-lg font-semibold">{title}</h3>
        <Badge tone={badgeTones[status]}>{healthMessages.status[status]}</Badge>
      </div>
      {explanation && <p className="mt-1">{status === 'ok' ? explanation.good : explanation.bad}</p>}
      {status === 'ok' ? (
        <p className="mt-1 text-sm text-muted wrap-anywhere">{detail}</p>
      ) : (
        <details className="mt-1 text-sm">
          <summary className="flex min-h-6 w-fit cursor-pointer items-center text-link underline pointer-coarse:min-h-11">
            {healthMessages.details}
          </summary>
          <p className="mt-1 text-soft wrap-anywhere">{detail}</p>
          {advice && <p className="mt-1 text-soft wrap-anywhere">{advice}</p>}
        </details>
      )}
    </article>
  );
}
