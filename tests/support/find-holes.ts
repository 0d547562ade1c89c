import type { Page } from 'playwright-core';

/** A column that ends above its neighbours, or has an empty part, as a share of the height of its row. */
export type Hole = { kind: 'end' | 'inside'; share: number; text: string };

/** The largest hole that the layout of the front page may have. */
export const maxHoleShare = 0.25;

/**
 * Measures what is painted (text, pictures, backgrounds), because the boxes of neighbours always have the same height: in every
 * grid of the page, how far each column ends above its neighbours, and its largest empty part between two painted ones.
 */
export const findHoles = (page: Page): Promise<Hole[]> => page.evaluate(measureHoles, maxHoleShare);

/** Runs in the browser. */
function measureHoles(maxShare: number): Hole[] {
  type Piece = { top: number; bottom: number };
  const isEmpty = ({ width, height }: DOMRect) => width < 2 || height < 2;
  const clips = (style: CSSStyleDeclaration) => style.overflowY !== 'visible';
  const isPainted = (element: Element, style: CSSStyleDeclaration) =>
    clips(style) ||
    element instanceof SVGElement ||
    element instanceof HTMLImageElement ||
    style.backgroundColor !== 'rgba(0, 0, 0, 0)';

  function paintedPieces(element: Element): Piece[] {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (style.display === 'none' || style.visibility === 'hidden' || style.position === 'absolute') return [];
    if (isPainted(element, style)) return isEmpty(box) ? [] : [{ top: box.top, bottom: box.bottom }];
    return [...element.childNodes].flatMap((node) => {
      if (node instanceof Element) return paintedPieces(node);
      if (!node.textContent?.trim()) return [];
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter((rect) => !isEmpty(rect));
    });
  }

  function largestGap(pieces: readonly Piece[]): number {
    let end = Number.POSITIVE_INFINITY;
    let largest = 0;
    for (const { top, bottom } of pieces.toSorted((left, right) => left.top - right.top)) {
      largest = Math.max(largest, top - end);
      end = end === Number.POSITIVE_INFINITY ? bottom : Math.max(end, bottom);
    }
    return largest;
  }

  const areNeighbours = (left: DOMRect, right: DOMRect) =>
    Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top) > 8 &&
    (left.right <= right.left || right.right <= left.left);

  function holesOf(grid: Element): Hole[] {
    const columns = [...grid.children].map((child) => {
      const pieces = paintedPieces(child);
      const bottom = Math.max(...pieces.map((piece) => piece.bottom));
      return { child, pieces, bottom, box: child.getBoundingClientRect() };
    });
    return columns.flatMap(({ child, pieces, bottom, box }) => {
      const row = columns.filter((other) => other.child === child || areNeighbours(box, other.box));
      if (row.length < 2) return [];
      const end = Math.max(...row.map((column) => column.bottom));
      const height = end - Math.min(...row.map((column) => column.box.top));
      const text = child.textContent?.slice(0, 40) ?? '';
      return [
        { kind: 'end' as const, share: (end - bottom) / height, text },
        { kind: 'inside' as const, share: largestGap(pieces) / height, text },
      ];
    });
  }

  return [...document.querySelectorAll('main *')]
    .filter((element) => getComputedStyle(element).display === 'grid' && element.querySelector('article'))
    .flatMap(holesOf)
    .filter(({ share }) => !(share <= maxShare));
}
