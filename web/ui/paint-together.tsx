import type { ReactNode } from 'react';

type Props = {
  /** Unique on the page. */
  id: string;
  children: ReactNode;
};

/**
 * What browsers paint when all of it has arrived, because its parts move those before them: the byline of an article, and
 * rows of cards, whose pictures take the height that cards further on in the HTML leave. Chromium waits for the start of
 * the element that it expects, so the element stands behind them.
 */
export const PaintTogether = ({ id, children }: Props) => (
  <>
    <link rel="expect" href={`#${id}`} blocking="render" />
    {children}
    <span id={id} hidden />
  </>
);
