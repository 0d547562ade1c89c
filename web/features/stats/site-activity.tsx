import type { ReactNode } from 'react';
import { countOf, dayAndMonth, fullDate, price, wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as activityMessages from '#locales/ru/activity.ts';
import { nouns } from '#locales/ru/nouns.ts';
import type { ApiClient } from '#web/api/client.ts';
import { useUser } from '#web/api/use-session.ts';
import { userCan } from '#web/api/user-can.ts';
import { DayChart } from '#web/charts/day-chart.tsx';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

/** The page shows these failures itself. */
const suppressToastFor = [0, 500, 503];

type Measure = {
  title: string;
  days: ReadonlyArray<{ date: string; value: number }>;
  /** How values are written; whole numbers by default. */
  format?: (value: number) => string;
};
type Activity = {
  measures: Measure[];
  scheduledPosts: number;
  openCases: number;
  openObjections: number;
  waitingTexts: number;
};

async function loadActivity(api: ApiClient, maySeeMoney: boolean): Promise<Activity> {
  const [{ days, ...counts }, money] = await Promise.all([
    api.call('getSiteActivity', { suppressToastFor }),
    maySeeMoney ? api.call('getMoneyReport', { suppressToastFor }) : null,
  ]);
  const valuesOf = (name: 'posts' | 'comments' | 'registrations' | 'reports') =>
    days.map((day) => ({ date: day.date, value: day[name] }));
  const measures: Measure[] = [
    { title: activityMessages.posts, days: valuesOf('posts') },
    { title: activityMessages.comments, days: valuesOf('comments') },
    { title: activityMessages.registrations, days: valuesOf('registrations') },
    { title: activityMessages.reports, days: valuesOf('reports') },
  ];
  if (money)
    measures.push({
      title: activityMessages.revenue,
      // The report begins with a part of a day.
      days: money.days.slice(-days.length).map(({ date, revenue }) => ({ date, value: revenue })),
      format: (roubles) => price(String(roubles), money.currency),
    });
  return {
    measures,
    scheduledPosts: counts.scheduled_posts,
    openCases: counts.open_cases,
    openObjections: counts.open_objections,
    waitingTexts: counts.waiting_texts,
  };
}

/** The activity of today and of yesterday, the children, and a chart of the last 30 days for each count. */
export function SiteActivity({ children }: { children: ReactNode }) {
  const user = useUser();
  const maySeeMoney = user ? userCan(user, 'payments.read') : false;
  const query = useBrowserQuery(`activity ${maySeeMoney}`, (api) => loadActivity(api, maySeeMoney));
  return (
    <div className="flex flex-col gap-12">
      <section aria-labelledby="today">
        <h2 id="today" className="text-2xl font-bold">
          {activityMessages.today}
        </h2>
        <QueryView
          query={query}
          placeholder={<Skeleton className="mt-4 h-28" />}
          failed={activityMessages.failed}
          retry={activityMessages.retry}
          headingLevel={3}
        >
          {(activity) => <Today {...activity} />}
        </QueryView>
      </section>
      {children}
      {query.data && <Charts measures={query.data.measures} />}
    </div>
  );
}

function Today({ measures, scheduledPosts, openCases, openObjections, waitingTexts }: Activity) {
  return (
    <>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-5 lg:grid-cols-5">
        {measures.map(({ title, days, format = wholeNumber }) => (
          <div key={title}>
            <dt className="text-sm text-soft">{title}</dt>
            <dd>
              <span className="font-serif text-3xl font-bold tabular-nums">
                {format(days.at(-1)?.value ?? 0)}
              </span>
              <span className="block text-sm text-muted tabular-nums">
                {interpolate(activityMessages.yesterday, { count: format(days.at(-2)?.value ?? 0) })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-soft">
        {openCases > 0 ? (
          <TextLink to="/staff/reports">
            {interpolate(activityMessages.openCases, { count: wholeNumber(openCases) })}
          </TextLink>
        ) : (
          activityMessages.noOpenCases
        )}
        {' · '}
        {openObjections > 0 && (
          <>
            <TextLink to="/staff/reports?list=objections">
              {interpolate(activityMessages.openObjections, { count: wholeNumber(openObjections) })}
            </TextLink>
            {' · '}
          </>
        )}
        {waitingTexts > 0 && (
          <>
            <TextLink to="/staff/waiting">
              {interpolate(activityMessages.waitingTexts, { count: wholeNumber(waitingTexts) })}
            </TextLink>
            {' · '}
          </>
        )}
        {scheduledPosts > 0
          ? interpolate(activityMessages.scheduled, { count: countOf(scheduledPosts, nouns.article) })
          : activityMessages.noneScheduled}
      </p>
    </>
  );
}

function Charts({ measures }: Pick<Activity, 'measures'>) {
  return (
    <section aria-labelledby="charts">
      <h2 id="charts" className="text-2xl font-bold">
        {activityMessages.charts}
      </h2>
      <div className="mt-4 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {measures.map((measure) => (
          <MeasureChart key={measure.title} {...measure} />
        ))}
      </div>
      <p className="mt-6 text-sm text-muted">{activityMessages.moscow}</p>
    </section>
  );
}

function MeasureChart({ title, days, format = wholeNumber }: Measure) {
  const from = fullDate(days[0]?.date ?? '');
  const to = fullDate(days.at(-1)?.date ?? '');
  const most = days.reduce((best, day) => (day.value > best.value ? day : best));
  const total = days.reduce((sum, { value }) => sum + value, 0);
  const values = {
    title,
    from,
    to,
    total: format(total),
    most: format(most.value),
    day: fullDate(most.date),
  };
  return (
    <DayChart
      isSmall
      title={title}
      series={[{ name: title, background: 'bg-accent', fill: 'fill-accent' }]}
      days={days.map(({ date, value }) => ({ date, values: [value] }))}
      summary={interpolate(total > 0 ? activityMessages.summary : activityMessages.emptySummary, values)}
      describeDay={({ date, values: [value = 0] }) =>
        interpolate(activityMessages.dayValue, { day: dayAndMonth(date), count: format(value) })
      }
      format={format}
    />
  );
}
