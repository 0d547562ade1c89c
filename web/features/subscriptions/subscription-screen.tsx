import { useState } from 'react';
import * as siteMessages from '#locales/ru/site.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { pageCountOf, pageUrl } from '#web/lists/page-number.ts';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import { getSubscriptionApi } from './browser-subscription-api.ts';
import { CurrentSubscription } from './current-subscription.tsx';
import { OpenCheckout } from './open-checkout.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { PinOffer } from './pin-offer.tsx';
import { PlanCards, PlanSkeletons } from './plan-cards.tsx';
import { findPlanToResume, type SubscriptionView } from './subscription-api.ts';
import { useCheckout } from './use-checkout.ts';

/** The next term can be bought in the last days of the current one. */
const renewalDays = 7;
const paymentsPerPage = 10;

async function loadScreen() {
  const subscriptionApi = getSubscriptionApi();
  const [plans, payments] = await Promise.all([subscriptionApi.loadPlans(), subscriptionApi.loadPayments()]);
  // Last: loading the payments may have completed one and activated the subscription.
  return { view: await subscriptionApi.loadStatus(), plans, payments };
}

const historyPath = (page: number) => `${pageUrl('/subscription', page)}#payments`;

/** The user's subscription, the plans on sale and a page of the payment history. */
export function SubscriptionScreen({ page }: { page: number }) {
  const { data, error, isLoading, reload } = useBrowserQuery('subscription', loadScreen);
  const { busyPlan, startCheckout: begin } = useCheckout(reload);
  const [changes, setChanges] = useState<{ to: object; change: Partial<SubscriptionView> } | null>(null);

  if (!data)
    return error && !isLoading ? (
      <EmptyState title={subscriptionPageMessages.failed}>
        <Button onClick={reload}>{subscriptionPageMessages.retry}</Button>
      </EmptyState>
    ) : (
      <SubscriptionSkeleton />
    );

  const { plans, payments } = data;
  // Local changes are shown until the data is reloaded.
  const { subscription, pinnedPost } = { ...data.view, ...(changes?.to === data && changes.change) };
  const open = payments.find((payment) => payment.is_pending);
  const isActive = subscription?.is_active === true;
  const canRenew = isActive && subscription.days_remaining <= renewalDays;
  const hasBeenSubscriber = subscription !== null && subscription.status !== 'pending';
  const from = (page - 1) * paymentsPerPage;
  return (
    <div className="flex flex-col gap-12">
      {open && (
        <OpenCheckout
          payment={open}
          planId={findPlanToResume(open, plans)?.id}
          busyPlan={busyPlan}
          onResume={begin}
          onCancelled={reload}
        />
      )}
      {subscription && (
        <CurrentSubscription
          subscription={subscription}
          pinnedPost={pinnedPost}
          onChange={(change) => {
            setChanges({ to: data, change });
            reload();
          }}
        />
      )}
      {!isActive && <PinOffer />}
      {(!isActive || canRenew) && (
        <section aria-labelledby="plans" className="border-t-3 border-ink pt-4">
          <h2 id="plans" className="text-2xl font-bold">
            {hasBeenSubscriber ? subscriptionPageMessages.renew : subscriptionPageMessages.choose}
          </h2>
          {canRenew && <p className="mt-1 text-soft">{subscriptionPageMessages.renewText}</p>}
          <PlanCards plans={plans} busyPlan={busyPlan} onSelect={begin} />
        </section>
      )}
      {isActive && <PinOffer />}
      <PaymentHistory
        payments={payments.slice(from, from + paymentsPerPage)}
        pagination={
          <ListPagination
            page={page}
            pageCount={pageCountOf(payments.length, paymentsPerPage)}
            hrefOf={historyPath}
          />
        }
      />
    </div>
  );
}

/** A placeholder with the layout for a user without a subscription. */
export function SubscriptionSkeleton() {
  return (
    <div className="flex flex-col gap-12">
      <p role="status" className="sr-only">
        {siteMessages.loading}
      </p>
      <div className="border-t-3 border-ink pt-4">
        <Skeleton className="h-8 w-64 max-w-full" />
        <PlanSkeletons />
      </div>
      <SkeletonText lines={3} />
    </div>
  );
}
