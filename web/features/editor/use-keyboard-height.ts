import { type RefObject, useEffect } from 'react';

/** Sets `--keyboard` to the height that an on-screen keyboard covers, in browsers where it does not shrink the page. */
export function useKeyboardHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const update = (): void => {
      // While the page is zoomed in, the visible part says nothing about the keyboard.
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop;
      element.current?.parentElement?.style.setProperty('--keyboard', `${Math.max(0, covered)}px`);
    };
    viewport.addEventListener('resize', update);
    viewport.addEventListener('scroll', update);
    return () => {
      viewport.removeEventListener('resize', update);
      viewport.removeEventListener('scroll', update);
    };
  }, [element]);
}
