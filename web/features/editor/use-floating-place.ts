import type { Editor } from '@tiptap/react';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** The place that a floating element belongs to, in the coordinates of the window. */
export type Anchor = { left: number; right: number; top: number; bottom: number };

const gap = 8;
/** The bar of tools at the bottom edge of a phone. */
const phoneBarHeight = 56;
const phone = '(width < 40rem)';

/** Phones show the tools as a bar at the bottom edge. */
export const isPhone = (): boolean => matchMedia(phone).matches;

/** The first pixel below the sticky elements at the top, which the page declares as scroll padding. */
function topEdge(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0) - gap;
}

/** Moves a fixed element beside its anchor: on the preferred side if it fits there, and always inside the window. */
function place(element: HTMLElement, anchor: Anchor, side: 'above' | 'below', covered: number): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const first = Math.max(gap, topEdge());
  const last = (visualViewport?.height ?? innerHeight) - covered - gap - height;
  const above = anchor.top - gap - height;
  const below = anchor.bottom + gap;
  const isAbove = side === 'above' ? above >= first || below > last : below > last && above >= first;
  const middle = (anchor.left + anchor.right - width) / 2;
  const left = side === 'above' ? middle : anchor.left;
  const maxLeft = document.documentElement.clientWidth - gap - width;
  element.style.top = `${Math.max(first, Math.min(isAbove ? above : below, last))}px`;
  element.style.left = `${Math.max(gap, Math.min(left, maxLeft))}px`;
}

type PlaceOptions = {
  editor: Editor;
  element: RefObject<HTMLElement | null>;
  isOpen: boolean;
  side: 'above' | 'below';
  anchor: () => Anchor | null;
  /** What the element shows: a change of it changes its size. */
  layout?: string;
  /** Whether a phone shows the element at its anchor too; otherwise the style sheet places it. */
  onPhones?: boolean;
};

/** Keeps an open element beside its anchor while the text, the page or the window moves. */
export function useFloatingPlace(options: PlaceOptions): void {
  const current = useRef(options);
  current.current = options;
  const { editor, isOpen, layout } = options;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout has another size
  useLayoutEffect(() => {
    if (!isOpen) return;
    const update = (): void => {
      const { element, anchor, side, onPhones } = current.current;
      const isNarrow = isPhone();
      const target = element.current;
      const found = isNarrow && !onPhones ? null : anchor();
      if (!target) return;
      if (found) place(target, found, side, isNarrow ? phoneBarHeight : 0);
      else target.removeAttribute('style');
    };
    update();
    editor.on('transaction', update);
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('resize', update);
    return () => {
      editor.off('transaction', update);
      window.removeEventListener('scroll', update);
      window.removeEventListener('resize', update);
    };
  }, [editor, isOpen, layout]);
}
