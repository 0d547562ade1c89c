import { type MetaArgs, useSearchParams } from 'react-router';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { pageStatus, paginationLabels } from '#web/features/posts/list-labels.ts';
import { parsePage } from '#web/features/posts/list-path.ts';
import {
  SubscriptionScreen,
  SubscriptionSkeleton,
} from '#web/features/subscriptions/subscription-screen.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Container } from '#web/ui/container.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: subscriptionPageMessages.title,
    description: subscriptionPageMessages.description,
    path: '/subscription',
    matches,
  });

const pathOf = (page: number) =>
  page > 1 ? `/subscription?page=${page}#payments` : '/subscription#payments';

export default function SubscriptionPage() {
  const page = parsePage(useSearchParams()[0]);
  return (
    <Container width="wide" className="flex flex-col gap-10 py-8 sm:py-12">
      <header>
        <h1 className="text-3xl sm:text-4xl">{subscriptionPageMessages.heading}</h1>
        <p className="mt-2 text-soft">{subscriptionPageMessages.intro}</p>
      </header>
      <RequireUser fallback={<LoadingFallback />}>
        <SubscriptionScreen
          page={page}
          paginationOf={(pageCount) => (
            <Pagination
              page={page}
              pageCount={pageCount}
              hrefOf={pathOf}
              status={pageStatus(page, pageCount)}
              labels={paginationLabels}
            />
          )}
        />
      </RequireUser>
    </Container>
  );
}

function LoadingFallback() {
  return (
    <>
      <div className="without-script">
        <Notice>{subscriptionPageMessages.needsScript}</Notice>
      </div>
      <div className="needs-script">
        <SubscriptionSkeleton />
      </div>
    </>
  );
}
