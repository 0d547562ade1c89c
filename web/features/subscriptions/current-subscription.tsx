import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { PinnedPost, Subscription } from '#contract/subscribe.ts';
import { bindShortWords } from '#text/format.ts';
import { t } from '#text/index.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import { ownSubscription } from '#web/api/subscription.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { browserCalls } from './browser-calls.ts';
import { beginningOf, dateLabel, datesOf, daysLabel, subscriptionMark } from './labels.ts';
import type { SubscriptionView } from './subscription-calls.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type Props = {
  subscription: Subscription;
  pinnedPost: PinnedPost | null;
  onChange: (change: Partial<SubscriptionView>) => void;
};

/** The user's subscription with its pinned post and a cancel button. */
export function CurrentSubscription({ subscription, pinnedPost, onChange }: Props) {
  const { is_active: isActive, status } = subscription;
  const mark = subscriptionMark(status);
  const dates = datesOf(subscription);
  return (
    <section aria-labelledby="current-subscription" className="border-t-3 border-ink pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="current-subscription" className="text-2xl font-bold">
          {t('subscriptionPage.current')}
        </h2>
        <p className="flex items-center gap-2 text-sm font-medium">
          <span
            aria-hidden
            className={classNames('size-2.5 rounded-full', isActive ? 'bg-success' : 'bg-rule-strong')}
          />
          {t(isActive ? 'subscriptionPage.isActive' : 'subscriptionPage.isInactive')}
        </p>
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
        <Fact label={t('subscriptionPage.plan')}>
          {subscription.plan_info?.name || t('subscriptionPage.unknownPlan')}
        </Fact>
        <Fact label={t('subscriptionPage.status')}>
          <Badge tone={mark.tone}>{mark.label}</Badge>
        </Fact>
        {isActive && (
          <Fact label={t('subscriptionPage.remaining')}>{daysLabel(subscription.days_remaining)}</Fact>
        )}
        <Fact label={t('subscriptionPage.startDate')}>{dates.start}</Fact>
        <Fact label={t('subscriptionPage.endDate')}>{dates.end}</Fact>
      </dl>
      {isActive && (
        <>
          <Pinned pinnedPost={pinnedPost} onUnpinned={() => onChange({ pinnedPost: null })} />
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/posts/my">{t('subscriptionPage.managePosts')}</ButtonLink>
            <CancelButton subscription={subscription} onCancelled={onChange} />
          </div>
        </>
      )}
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

function Pinned({ pinnedPost, onUnpinned }: { pinnedPost: PinnedPost | null; onUnpinned: () => void }) {
  const [isBusy, setBusy] = useState(false);

  async function unpin() {
    setBusy(true);
    try {
      await browserCalls().unpin();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) notify('error', t('subscriptionPage.unpinFailed'));
      return;
    }
    void ownSubscription.refresh();
    notify('success', t('subscriptionPage.unpinned'));
    onUnpinned();
  }

  return (
    <div className="mt-8 rounded-md border border-rule bg-raised p-4 sm:p-5">
      <h3 className="font-sans text-sm font-medium text-muted">{t('subscriptionPage.pinned')}</h3>
      {pinnedPost ? (
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-serif text-xl font-semibold wrap-anywhere">
              <Link to={`/posts/${pinnedPost.post_info.slug}`} viewTransition className="hover:underline">
                {bindShortWords(pinnedPost.post_info.title || t('subscriptionPage.untitled'))}
              </Link>
            </p>
            <p className="mt-1 text-sm text-soft">{beginningOf(pinnedPost.post_info.content)}</p>
            <p className="mt-2 text-xs text-muted">
              {t('subscriptionPage.pinnedAt', { date: dateLabel(pinnedPost.pinned_at) })}
            </p>
          </div>
          <Button variant="secondary" busy={isBusy} onClick={() => void unpin()}>
            {t('subscriptionPage.unpin')}
          </Button>
        </div>
      ) : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-soft">{t('subscriptionPage.nothingPinned')}</p>
          <ButtonLink to="/posts/my" variant="secondary" size="sm">
            {t('subscriptionPage.toMyPosts')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

function CancelButton({
  subscription,
  onCancelled,
}: {
  subscription: Subscription;
  onCancelled: (left: SubscriptionView) => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function cancel() {
    setBusy(true);
    setFailed(false);
    try {
      const left = await browserCalls().cancel();
      notify('success', t('subscriptionPage.cancelled'));
      void ownSubscription.refresh();
      onCancelled(left);
    } catch (error) {
      setBusy(false);
      // A retry of a request that the server refused would be refused too.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) setOpen(false);
      else setFailed(true);
    }
  }

  const date = dateLabel(subscription.end_date);
  const days = daysLabel(subscription.days_remaining);
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          setAsked(true);
          setFailed(false);
          setOpen(true);
        }}
      >
        {t('subscriptionPage.cancel')}
      </Button>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setOpen}
            title={t('subscriptionPage.cancelTitle')}
            description={
              <>
                {t('subscriptionPage.cancelText', { date, days })}
                <br />
                {t('subscriptionPage.cancelMoney')}
              </>
            }
            confirmLabel={t(isBusy ? 'subscriptionPage.cancelling' : 'subscriptionPage.cancel')}
            cancelLabel={t('subscriptionPage.keep')}
            danger
            busy={isBusy}
            onConfirm={() => void cancel()}
          >
            {hasFailed && (
              <p role="alert" className="text-sm text-danger">
                {t('subscriptionPage.cancelFailed')}
              </p>
            )}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
