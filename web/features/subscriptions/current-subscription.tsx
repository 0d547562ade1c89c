import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { PinnedPost, Subscription } from '#contract/subscribe.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as subscriptionPageMessages from '#locales/ru/subscription-page.ts';
import { typesetText } from '#locales/typography.ts';
import { ApiError } from '#web/api/error.ts';
import { subscriptionQuery } from '#web/queries/subscription-query.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { getSubscriptionApi } from './browser-subscription-api.ts';
import { createExcerpt, dateLabel, daysLabel, formatTermDates, subscriptionStatusBadge } from './labels.ts';
import type { SubscriptionView } from './subscription-api.ts';

type Props = {
  subscription: Subscription;
  pinnedPost: PinnedPost | null;
  onChange: (change: Partial<SubscriptionView>) => void;
};

/** The user's subscription with its pinned post and a cancel button. */
export function CurrentSubscription({ subscription, pinnedPost, onChange }: Props) {
  const { is_active: isActive, status } = subscription;
  const badge = subscriptionStatusBadge(status);
  const dates = formatTermDates(subscription);
  return (
    <section aria-labelledby="current-subscription" className="border-t-3 border-ink pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="current-subscription" className="text-2xl font-bold">
          {subscriptionPageMessages.current}
        </h2>
        <p className="flex items-center gap-2 text-sm font-medium">
          <span
            aria-hidden
            className={classNames('size-2.5 rounded-full', isActive ? 'bg-success' : 'bg-rule-strong')}
          />
          {isActive ? subscriptionPageMessages.isActive : subscriptionPageMessages.isInactive}
        </p>
      </div>
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3">
        <MetadataItem label={subscriptionPageMessages.plan}>
          {subscription.plan_info?.name || subscriptionPageMessages.unknownPlan}
        </MetadataItem>
        <MetadataItem label={subscriptionPageMessages.status}>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </MetadataItem>
        {isActive && (
          <MetadataItem label={subscriptionPageMessages.remaining}>
            {daysLabel(subscription.days_remaining)}
          </MetadataItem>
        )}
        <MetadataItem label={subscriptionPageMessages.startDate}>{dates.start}</MetadataItem>
        <MetadataItem label={subscriptionPageMessages.endDate}>{dates.end}</MetadataItem>
      </dl>
      {isActive && (
        <>
          <Pinned pinnedPost={pinnedPost} onUnpinned={() => onChange({ pinnedPost: null })} />
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/posts/my">{subscriptionPageMessages.managePosts}</ButtonLink>
            <CancelButton subscription={subscription} onCancelled={onChange} />
          </div>
        </>
      )}
    </section>
  );
}

function MetadataItem({ label, children }: { label: string; children: ReactNode }) {
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
      await getSubscriptionApi().unpin();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ApiError)) notify('error', subscriptionPageMessages.unpinFailed);
      return;
    }
    void subscriptionQuery.refresh();
    notify('success', subscriptionPageMessages.unpinned);
    onUnpinned();
  }

  return (
    <div className="mt-8 rounded-md border border-rule bg-raised p-4 sm:p-5">
      <h3 className="font-sans text-sm font-medium text-muted">{subscriptionPageMessages.pinned}</h3>
      {pinnedPost ? (
        <div className="mt-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="min-w-0 flex-1 basis-72">
            <p className="font-serif text-xl font-semibold wrap-anywhere">
              <Link to={`/posts/${pinnedPost.post_info.slug}`} viewTransition className="hover:underline">
                {typesetText(pinnedPost.post_info.title || subscriptionPageMessages.untitled)}
              </Link>
            </p>
            <p className="mt-1 text-sm text-soft">{createExcerpt(pinnedPost.post_info.content)}</p>
            <p className="mt-2 text-xs text-muted">
              {interpolate(subscriptionPageMessages.pinnedAt, { date: dateLabel(pinnedPost.pinned_at) })}
            </p>
          </div>
          <Button variant="secondary" busy={isBusy} onClick={() => void unpin()}>
            {subscriptionPageMessages.unpin}
          </Button>
        </div>
      ) : (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-soft">{subscriptionPageMessages.nothingPinned}</p>
          <ButtonLink to="/posts/my" variant="secondary" size="sm">
            {subscriptionPageMessages.toMyPosts}
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
  onCancelled: (remaining: SubscriptionView) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function cancel() {
    setBusy(true);
    setFailed(false);
    try {
      const remaining = await getSubscriptionApi().cancel();
      notify('success', subscriptionPageMessages.cancelled);
      void subscriptionQuery.refresh();
      onCancelled(remaining);
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
          setFailed(false);
          setOpen(true);
        }}
      >
        {subscriptionPageMessages.cancel}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={subscriptionPageMessages.cancelTitle}
        description={
          <>
            {interpolate(subscriptionPageMessages.cancelText, { date, days })}
            <br />
            {subscriptionPageMessages.cancelMoney}
          </>
        }
        confirmLabel={isBusy ? subscriptionPageMessages.cancelling : subscriptionPageMessages.cancel}
        cancelLabel={subscriptionPageMessages.keep}
        danger
        busy={isBusy}
        onConfirm={() => void cancel()}
      >
        {hasFailed && (
          <p role="alert" className="text-sm text-danger">
            {subscriptionPageMessages.cancelFailed}
          </p>
        )}
      </LazyConfirmDialog>
    </>
  );
}
