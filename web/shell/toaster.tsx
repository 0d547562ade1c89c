import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import * as siteMessages from '#locales/ru/site.ts';
import { attachToaster, type ToastMessage } from '#web/ui/notify.ts';
import {
  heightsOf,
  readToastPlace,
  shownToasts,
  subscribeToOverlays,
  type ToastPlace,
  toastGap,
} from './toast-place.ts';

const toastDurationMs = 5_000;
const maxToasts = 3;
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

/** The place as text, which changes only with the place. */
const readPlace = () => JSON.stringify(readToastPlace());

/** Tells open dialogs how much of the top the toasts take, so that neither covers the other. */
function useToastSpace(container: RefObject<HTMLElement | null>, isNeeded: boolean): void {
  useLayoutEffect(() => {
    const { current: element } = container;
    if (!isNeeded || !element) return;
    const { style } = document.documentElement;
    function measure(): void {
      const heights = heightsOf(element?.querySelectorAll<HTMLElement>(shownToasts) ?? []);
      const space =
        heights.length === 0 ? 0 : heights.reduce((sum, height) => sum + height + toastGap, toastGap);
      style.setProperty('--toast-space', `${space}px`);
    }
    const observer = new MutationObserver(measure);
    observer.observe(element, { childList: true, subtree: true, attributes: true });
    measure();
    return () => {
      observer.disconnect();
      style.removeProperty('--toast-space');
    };
  }, [container, isNeeded]);
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
  const container = useRef<HTMLDivElement>(null);
  const { kind, top, right } = JSON.parse(useSyncExternalStore(subscribeToOverlays, readPlace)) as ToastPlace;
  const isCovered = kind === 'covered';
  useToastSpace(container, kind === 'besideDialog');
  const offset = { top, right };
  useEffect(() => toasts.setCovered(isCovered), [toasts, isCovered]);
  useEffect(() => attachToaster(toasts.show), [toasts]);
  return (
    <div ref={container}>
      <SonnerToaster
        position="top-right"
        duration={toastDurationMs}
        visibleToasts={maxToasts}
        expand
        gap={toastGap}
        offset={offset}
        mobileOffset={{ ...offset, left: right }}
        closeButton
        style={{ ...toastStyle, zIndex: isCovered ? 30 : 60 }}
        containerAriaLabel={siteMessages.toasts}
        toastOptions={{ closeButtonAriaLabel: siteMessages.closeToast }}
      />
    </div>
  );
}
