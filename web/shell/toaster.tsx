import { type CSSProperties, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { t } from '#text/index.ts';
import { type Notification, showNotifications } from '#web/api/notify.ts';

const toastLifeMs = 5_000;
const mostToasts = 3;
/** Places the toasts below the header. */
const offset = { top: 'calc(var(--header-height) + 12px)', right: '16px' };
const mobileOffset = { ...offset, left: '16px' };
/** Replaces the library's colours and moves its close button, which would cover the first letter on phones. */
const look = {
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--rule-strong)',
  '--normal-text': 'var(--ink)',
  '--border-radius': '4px',
  '--toast-close-button-start': 'unset',
  '--toast-close-button-end': '0',
  '--toast-close-button-transform': 'translate(35%, -35%)',
  fontFamily: 'var(--sans)',
} as CSSProperties;

/** Menus, panels and popovers, which cover the toasts while they are open. */
const overlays = '[data-over-toasts], .header-panel:not([data-open="none"])';

function subscribeToOverlays(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  // Popups are portals added to the body. The header's panel stays and changes its attribute.
  observer.observe(document.body, { childList: true });
  const panel = document.querySelector('.header-panel');
  if (panel) observer.observe(panel, { attributeFilter: ['data-open'] });
  return () => observer.disconnect();
}

/**
 * The visible toasts, each text once: a repeated text restarts the timer of its toast. Covered toasts do not expire.
 */
function createToasts() {
  const live = new Map<string, Notification & { id: number | string }>();
  let duration = toastLifeMs;

  function draw({ tone, text }: Notification, id?: number | string): void {
    const key = `${tone} ${text}`;
    const forget = () => live.delete(key);
    const shown = toast[tone](text, { id, duration, onAutoClose: forget, onDismiss: forget });
    live.set(key, { id: shown, tone, text });
  }

  return {
    show: (notification: Notification) =>
      draw(notification, live.get(`${notification.tone} ${notification.text}`)?.id),
    setCovered(isCovered: boolean): void {
      duration = isCovered ? Number.POSITIVE_INFINITY : toastLifeMs;
      for (const { id, ...notification } of live.values()) draw(notification, id);
    },
  };
}

/** Toasts at the top right: at most three, 5 s each, newest on top. */
export function Toaster() {
  const toasts = useMemo(createToasts, []);
  const isCovered = useSyncExternalStore(
    subscribeToOverlays,
    () => document.querySelector(overlays) !== null,
  );
  useEffect(() => toasts.setCovered(isCovered), [toasts, isCovered]);
  useEffect(() => showNotifications(toasts.show), [toasts]);
  return (
    <SonnerToaster
      position="top-right"
      duration={toastLifeMs}
      visibleToasts={mostToasts}
      expand
      offset={offset}
      mobileOffset={mobileOffset}
      closeButton
      style={{ ...look, zIndex: isCovered ? 30 : 60 }}
      containerAriaLabel={t('site.toasts')}
      toastOptions={{ closeButtonAriaLabel: t('site.closeToast') }}
    />
  );
}
