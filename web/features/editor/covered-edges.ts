import { isPhone } from './use-floating-place.ts';

type Edges = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/**
 * The height that sticky elements cover at the edges of the window, so that the cursor is scrolled out from under them.
 * The page declares its part as scroll padding; on a phone the bar of tools at the bottom edge is added.
 */
export function coveredEdges(getToolbar: () => HTMLElement | null | undefined): Edges {
  const scrollPadding = (edge: 'scrollPaddingTop' | 'scrollPaddingBottom') =>
    Number.parseFloat(getComputedStyle(document.documentElement)[edge]) || 0;
  return {
    get top() {
      return scrollPadding('scrollPaddingTop');
    },
    get bottom() {
      return scrollPadding('scrollPaddingBottom') + (isPhone() ? (getToolbar()?.offsetHeight ?? 0) : 0);
    },
    left: 0,
    right: 0,
  };
}
