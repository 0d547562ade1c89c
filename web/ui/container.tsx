import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const widths = {
  page: 'max-w-page sm:px-6 lg:px-8',
  wide: 'max-w-wide sm:px-6 lg:px-8',
  /** The pictures of a text are as wide as this column: `server/platform/markdown/pictures.ts`. */
  text: 'max-w-text sm:px-8',
  form: 'max-w-form sm:px-6 lg:px-8',
};

/** Centres a page's content with side padding. */
export function Container({
  width = 'page',
  className,
  children,
}: {
  width?: keyof typeof widths;
  className?: string;
  children: ReactNode;
}) {
  return <div className={classNames('mx-auto w-full px-4', widths[width], className)}>{children}</div>;
}
