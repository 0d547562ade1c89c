type Edges = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/**
 * How much of the window's edges lies behind what sticks to them: a cursor there would be out of sight. The page says
 * it of itself as its scroll padding, the tools of the editor come on top.
 */
export function coveredEdges(tools: () => HTMLElement | null | undefined): Edges {
  const ofPage = (edge: 'scrollPaddingTop' | 'scrollPaddingBottom') =>
    Number.parseFloat(getComputedStyle(document.documentElement)[edge]) || 0;
  return {
    get top() {
      return ofPage('scrollPaddingTop') + (tools()?.offsetHeight ?? 0);
    },
    get bottom() {
      return ofPage('scrollPaddingBottom');
    },
    left: 0,
    right: 0,
  };
}
