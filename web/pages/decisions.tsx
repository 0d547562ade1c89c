import { type MetaArgs, useSearchParams } from 'react-router';
import { decisionTargets } from '#contract/moderation.ts';
import * as messages from '#locales/ru/decisions.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { OwnDecision } from '#web/features/moderation/own-decision.tsx';
import { parsePage } from '#web/lists/page-number.ts';
import { QueryList } from '#web/lists/query-list.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const pageSize = 20;

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

/** What moderators decided about the user: what such a user asks. */
export default function Decisions() {
  return (
    <Container width="text" className="py-8 sm:py-12">
      <h1 className="text-4xl font-bold">{messages.title}</h1>
      <p className="mt-2 text-soft">{messages.lead}</p>
      <div className="mt-6">
        <RequireUser fallback={<Placeholder />}>
          <DecisionList />
        </RequireUser>
      </div>
    </Container>
  );
}

function DecisionList() {
  const [params] = useSearchParams();
  const page = parsePage(params);
  const kind = decisionTargets.find((name) => name === params.get('kind'));
  const target = kind && Number(params.get('target'));
  const filter = kind && target ? { target_kind: kind, target } : {};
  const hrefOf = (number: number) => {
    const next = new URLSearchParams(kind && target ? { kind, target: String(target) } : {});
    if (number > 1) next.set('page', String(number));
    return `/decisions?${next}`;
  };
  const query = useBrowserQuery(hrefOf(page), (api) =>
    api.call('listMyDecisions', {
      query: { ...filter, page, page_size: pageSize },
      suppressToastFor: [404],
    }),
  );
  return (
    <QueryList
      query={query}
      page={page}
      pageSize={pageSize}
      hrefOf={hrefOf}
      placeholder={<SkeletonText lines={4} />}
      failed={messages.failed}
      retry={messages.retry}
      empty={<EmptyState title={messages.empty} text={messages.emptyText} />}
    >
      {(decision) => <OwnDecision decision={decision} onChange={query.reload} />}
    </QueryList>
  );
}

function Placeholder() {
  return (
    <LoadingFallback needsScript={messages.needsScript} loading={messages.loading}>
      <SkeletonText lines={4} />
    </LoadingFallback>
  );
}
