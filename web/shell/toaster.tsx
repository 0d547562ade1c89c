import { type CSSProperties, useEffect, useMemo, useSyncExternalStore } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import * as siteMessages from '#locales/ru/site.ts';
import { attachToaster, type ToastMessage } from '#web/ui/notify.ts';

const toastDurationMs = 5_000;
const maxToasts = 3;
/** Places the toasts below the header. */
const offset = { top: 'calc(var(--header-height) + 12px)', right: '16px' };
const mobileOffset = { ...offset, left: '16px' };
/** Replaces the library's colours and moves its close button, which would cover the first letter on phones. */
const toastStyle = {
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
  const activeToasts = new Map<string, ToastMessage & { id: number | string }>();
  let duration = toastDurationMs;

  function showToast({ tone, text }: ToastMessage, id?: number | string): void {
    const key = `${tone} ${text}`;
    const removeToast = () => activeToasts.delete(key);
    const toastId = toast[tone](text, { id, duration, onAutoClose: removeToast, onDismiss: removeToast });
    activeToasts.set(key, { id: toastId, tone, text });
  }

  return {
    show: (notification: ToastMessage) =>
      showToast(notification, activeToasts.get(`${notification.tone} ${notification.text}`)?.id),
    setCovered(isCovered: boolean): void {
      duration = isCovered ? Number.POSITIVE_INFINITY : toastDurationMs;
      for (const { id, ...notification } of activeToasts.values()) showToast(notification, id);
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
  useEffect(() => attachToaster(toasts.show), [toasts]);
  return (
    <SonnerToaster
      position="top-right"
      duration={toastDurationMs}
      visibleToasts={maxToasts}
      expand
      offset={offset}
      mobileOffset={mobileOffset}
      closeButton
      style={{ ...toastStyle, zIndex: isCovered ? 30 : 60 }}
      containerAriaLabel={siteMessages.toasts}
      toastOptions={{ closeButtonAriaLabel: siteMessages.closeToast }}
    />
  );
}
