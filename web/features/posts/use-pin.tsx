import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import { usePersonal } from '#web/api/personal.ts';
import { ownSubscription, pinPost } from '#web/api/subscription.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** The hook shows its own toast for these. */
const quiet = [0, 400, 403, 404, 409, 429, 500, 503];

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
  const { value: subscription } = usePersonal(ownSubscription);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [question, setQuestion] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const pinned = subscription?.pinned_post ?? null;
  const isPinned = pinned?.post === postId;

  async function change(): Promise<void> {
    setBusy(true);
    try {
      const { api } = getBrowser();
      if (isPinned) await api.call('unpinPost', { body: {}, quiet });
      else await pinPost(api, postId, { quiet });
      notify('success', t(isPinned ? 'postTools.unpinned' : 'postTools.pinned'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) notify('error', t('postTools.pinFailed'));
    }
    // After a failure too: it may come from stale data.
    await Promise.all([ownSubscription.refresh(), revalidate()]);
    setBusy(false);
    setQuestion((before) => (before === 'open' ? 'closed' : before));
  }

  function toggle(): void {
    if (isBusy || !subscription) return;
    if (!isPinned && !subscription.can_pin_posts) {
      notify('error', t('postTools.needsSubscription'));
      void navigate('/subscription');
    } else if (!isPinned && pinned) setQuestion('open');
    else void change();
  }

  const dialog = question !== 'unasked' && (
    <Suspense>
      <ConfirmDialog
        open={question === 'open'}
        onOpenChange={(open) => setQuestion(open ? 'open' : 'closed')}
        title={t('postTools.replaceTitle')}
        description={t('postTools.replaceText', { title: pinned?.post_info.title ?? '' })}
        confirmLabel={t('postTools.replace')}
        cancelLabel={t('postTools.cancel')}
        busy={isBusy}
        onConfirm={() => void change()}
      />
    </Suspense>
  );
  return { isPinned, isBusy, canPin: subscription?.can_pin_posts ?? null, toggle, dialog };
}
