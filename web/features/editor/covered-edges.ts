type Edges = { readonly top: number; readonly bottom: number; readonly left: number; readonly right: number };

/**
 * The height that sticky elements cover at the edges of the window, so that the cursor is scrolled out from under them.
 * The page declares its part as scroll padding; the height of the editor's toolbar is added.
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
