import { type CSSProperties, useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { t } from '#text/index.ts';
import { showNotifications } from '#web/api/notify.ts';

const toastLifeMs = 5_000;
const mostToasts = 3;
/** Below the header, whose menu they would cover. */
const offset = { top: 'calc(var(--header-height) + 12px)', right: '16px' };
const mobileOffset = { ...offset, left: '16px' };
/** The library's own colours are for white and black pages, and its cross covers the first letter on phones. */
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

/** Toasts: top right, at most three, five seconds each, the newest on top. */
export function Toaster() {
  useEffect(() => showNotifications(({ tone, text }) => toast[tone](text)), []);
  return (
    <SonnerToaster
      position="top-right"
      duration={toastLifeMs}
      visibleToasts={mostToasts}
      expand
      offset={offset}
      mobileOffset={mobileOffset}
      closeButton
      style={look}
      containerAriaLabel={t('site.toasts')}
      toastOptions={{ closeButtonAriaLabel: t('site.closeToast') }}
    />
  );
}
