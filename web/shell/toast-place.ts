/** Between toasts, and around them. */
export const toastGap = 12;
/** Between toasts and the edges of the screen, in pixels. */
const margin = 16;
/** The width that the library gives to toasts, except on phones, where they are as wide as the screen. */
const toastWidth = 356;
const maxPhoneWidth = 600;

/** Menus and popovers, which open over the page wherever their button is. */
const overlays = '[data-beside-toasts], .header-panel:not([data-open="none"])';
/** Dialogs and panels, which may stay open for long: toasts are above them, and they leave room (`--toast-space`). */
const dialogs = '[role="dialog"][data-open], [role="alertdialog"][data-open]';
export const shownToasts = '[data-sonner-toast][data-visible="true"]:not([data-removed="true"])';

type Box = Pick<DOMRect, 'left' | 'top' | 'bottom'>;
type Screen = {
  width: number;
  height: number;
  headerHeight: number;
  /** Of the shown toasts, newest first. */
  toastHeights: readonly number[];
  overlay: Box | null;
  hasDialog: boolean;
};

/**
 * Where toasts stand: `top` and `right` in pixels. Below the header; beside an open menu that is there, or below it; at the top
 * while a dialog is open. If a menu leaves no room, they are `covered` by it and wait until it is closed.
 */
export type ToastPlace = { kind: 'free' | 'besideDialog' | 'covered'; top: number; right: number };

export function placeToasts({
  width,
  height,
  headerHeight,
  toastHeights,
  overlay,
  hasDialog,
}: Screen): ToastPlace {
  const usual = { kind: 'free' as const, top: headerHeight + toastGap, right: margin };
  if (!overlay) return hasDialog ? { kind: 'besideDialog', top: toastGap, right: margin } : usual;
  const needed = toastHeights.reduce((sum, toast) => sum + toast + toastGap, 0);
  if (overlay.top >= usual.top + needed) return usual;
  const isPhone = width <= maxPhoneWidth;
  if (!isPhone && overlay.left >= toastWidth + margin + toastGap)
    return { ...usual, right: width - overlay.left + toastGap };
  const [newest = 0] = toastHeights;
  if (overlay.bottom + newest + 2 * toastGap <= height) return { ...usual, top: overlay.bottom + toastGap };
  return { ...usual, kind: 'covered' };
}

/** Reads the place from the document. */
export function readToastPlace(): ToastPlace {
  const root = document.documentElement;
  const { clientWidth: width, clientHeight: height } = root;
  const style = getComputedStyle(root);
  const headerRems = Number.parseFloat(style.getPropertyValue('--header-height'));
  return placeToasts({
    width,
    height,
    headerHeight: headerRems * Number.parseFloat(style.fontSize),
    toastHeights: heightsOf(document.querySelectorAll<HTMLElement>(shownToasts)),
    overlay: document.querySelector(overlays)?.getBoundingClientRect() ?? null,
    hasDialog: document.querySelector(dialogs) !== null,
  });
}

export const heightsOf = (elements: Iterable<HTMLElement>): number[] =>
  [...elements].map(({ offsetHeight }) => offsetHeight);

/** Calls the listener when a menu, a dialog or a toast may have opened, closed or moved. */
export function subscribeToOverlays(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  // Popups are portals added to the body, and placed by their styles. Those that stay in the page change their attribute.
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-open', 'style'],
  });
  addEventListener('resize', listener);
  return () => {
    observer.disconnect();
    removeEventListener('resize', listener);
  };
}
