import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import * as messages from '#locales/ru/moderation-log.ts';
import { apiContext } from '#web/api/context.ts';
import { LogFilters } from '#web/features/moderation/log-filters.tsx';
import { LogList } from '#web/features/moderation/log-list.tsx';
import { LogStats } from '#web/features/moderation/log-stats.tsx';
import { moderationLogPath, parseModerationLog } from '#web/features/moderation/moderation-log-path.ts';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { normalisePage, pageCountOf } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { PageHandle } from '#web/shell/page-url.ts';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

const pageSize = 50;

const load = async ({ context, request }: LoaderFunctionArgs) => {
  const list = parseModerationLog(new URL(request.url).searchParams);
  const { page, kind, rule } = list;
  const api = context.get(apiContext);
  const query = { page, page_size: pageSize, kind: kind ?? undefined, rule: rule ?? undefined };
  const [{ results, count }, { months }] = await Promise.all([
    api.call('listModerationLog', { query }),
    api.call('getModerationStats'),
  ]);
  return { list, entries: results, pageCount: pageCountOf(count, pageSize), months };
};
export const loader = load;
export const clientLoader = load;

const normaliseBy = (name: 'kind' | 'rule') => (value: string) =>
  parseModerationLog(new URLSearchParams({ [name]: value }))[name] ?? '';

export const handle: PageHandle = {
  query: { kind: normaliseBy('kind'), rule: normaliseBy('rule'), page: normalisePage },
};

export const meta = ({ loaderData, matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: messages.title,
    description: messages.description,
    path: moderationLogPath(loaderData?.list ?? { kind: null, rule: null, page: 1 }),
    matches,
  });

/** The public log of decisions: monthly figures, and the decisions without personal data. */
export default function ModerationLog() {
  const { list, entries, pageCount, months } = useLoaderData<typeof load>();
  const isFiltered = list.kind !== null || list.rule !== null;
  return (
    <Container width="text" className="py-8 sm:py-12">
      <h1 className="text-4xl font-bold">{messages.title}</h1>
      <p className="mt-2 text-soft">
        {messages.lead} <TextLink to="/rules">{messages.toRules}</TextLink>.
      </p>
      <div className="mt-8">
        <LogStats months={months} />
      </div>
      <h2 className="mt-12 text-2xl font-bold">{messages.entries}</h2>
      <LogFilters key={`${list.kind} ${list.rule}`} list={list} />
      {entries.length === 0 ? (
        <EmptyState
          title={messages.empty}
          text={isFiltered ? messages.emptyFiltered : messages.emptyText}
          headingLevel={3}
        />
      ) : (
        <LogList entries={entries} />
      )}
      <div className="mt-8">
        <ListPagination
          page={list.page}
          pageCount={pageCount}
          hrefOf={(page) => moderationLogPath({ ...list, page })}
        />
      </div>
    </Container>
  );
}
