import type { ReactNode } from 'react';

type Props = {
  /** Unique on the page. */
  id: string;
  children: ReactNode;
};

/**
 * Rows of cards that browsers paint when all of them have arrived: pictures take the height that cards further on in the HTML
 * leave. Chromium waits for the start of the element that it expects, so the element stands behind the cards.
 */
export const PaintTogether = ({ id, children }: Props) => (
  <>
    <link rel="expect" href={`#${id}`} blocking="render" />
    {children}
    <span id={id} hidden />
  </>
);
