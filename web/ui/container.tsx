import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const widths = { page: 'max-w-page', wide: 'max-w-wide', text: 'max-w-text', form: 'max-w-form' };

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
  return (
    <div className={classNames('mx-auto w-full px-4 sm:px-6 lg:px-8', widths[width], className)}>
      {children}
    </div>
  );
}
