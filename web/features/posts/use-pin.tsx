import { type ReactNode, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as postToolsMessages from '#locales/ru/post-tools.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { usePerUserQuery } from '#web/queries/per-user-query.ts';
import { subscriptionQuery } from '#web/queries/subscription-query.ts';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { pinPost } from './pin-post.ts';

/** The hook shows its own toast for these. */
const handledStatuses = [0, 400, 403, 404, 409, 429, 500, 503];

export type PinControl = {
  isPinned: boolean;
  isBusy: boolean;
  /** Whether the user may pin at all; null until the subscription is loaded. */
  canPin: boolean | null;
  /** Pins or unpins; asks first if another post would lose its pin. */
  toggle: () => void;
  /** Render it beside the button, outside of any menu. */
  dialog: ReactNode;
};

/** The user's pin with regard to one own post. Without a subscription `toggle` navigates to the subscription page. */
export function usePin(postId: number): PinControl {
  const { value: subscription } = usePerUserQuery(subscriptionQuery);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const pinned = subscription?.pinned_post ?? null;
  const isPinned = pinned?.post === postId;

  async function change(wasPinned: boolean): Promise<void> {
    setBusy(true);
    try {
      const { api } = getBrowserClient();
      if (wasPinned) await api.call('unpinPost', { body: {}, suppressToastFor: handledStatuses });
      else await pinPost(api, postId, { suppressToastFor: handledStatuses });
      notify('success', wasPinned ? postToolsMessages.unpinned : postToolsMessages.pinned);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) notify('error', postToolsMessages.pinFailed);
    }
    // After a failure too: it may come from stale data.
    await Promise.all([subscriptionQuery.refresh(), revalidate()]);
    setBusy(false);
    setAsking(false);
  }

  /** A click may come before the subscription is loaded. */
  async function loadSubscription(): Promise<typeof subscription> {
    setBusy(true);
    await subscriptionQuery.refresh();
    setBusy(false);
    return subscriptionQuery.get().value;
  }

  async function toggle(): Promise<void> {
    if (isBusy) return;
    const current = subscription ?? (await loadSubscription());
    const wasPinned = current?.pinned_post?.post === postId;
    if (!current) notify('error', postToolsMessages.pinFailed);
    else if (wasPinned) await change(true);
    else if (!current.can_pin_posts) {
      notify('error', postToolsMessages.needsSubscription);
      void navigate('/subscription');
    } else if (current.pinned_post) setAsking(true);
    else await change(false);
  }

  const dialog = (
    <LazyConfirmDialog
      open={isAsking}
      onOpenChange={setAsking}
      title={postToolsMessages.replaceTitle}
      description={interpolate(postToolsMessages.replaceText, { title: pinned?.post_info.title ?? '' })}
      confirmLabel={postToolsMessages.replace}
      cancelLabel={postToolsMessages.cancel}
      busy={isBusy}
      onConfirm={() => void change(isPinned)}
    />
  );
  return {
    isPinned,
    isBusy,
    canPin: subscription?.can_pin_posts ?? null,
    toggle: () => void toggle(),
    dialog,
  };
}
