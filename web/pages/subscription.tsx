import { type MetaArgs, useSearchParams } from 'react-router';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import {
  SubscriptionScreen,
  SubscriptionSkeleton,
} from '#web/features/subscriptions/subscription-screen.tsx';
import { parsePage } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: subscriptionPageMessages.title,
    description: subscriptionPageMessages.description,
    path: '/subscription',
    matches,
  });

export default function SubscriptionPage() {
  const page = parsePage(useSearchParams()[0]);
  return (
    <Container width="wide" className="flex flex-col gap-10 py-8 sm:py-12">
      <header>
        <h1 className="text-3xl sm:text-4xl">{subscriptionPageMessages.heading}</h1>
        <p className="mt-2 text-soft">{subscriptionPageMessages.intro}</p>
      </header>
      <RequireUser
        fallback={
          <LoadingFallback needsScript={subscriptionPageMessages.needsScript}>
            <SubscriptionSkeleton />
          </LoadingFallback>
        }
      >
        <SubscriptionScreen page={page} />
      </RequireUser>
    </Container>
  );
}
