import { Children, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/**
 * Short facts with points between them; where the line breaks there is no point. With `isOneLine` it never breaks:
 * the first fact is cut instead.
 */
export function Facts({
  isOneLine = false,
  className,
  children,
}: {
  isOneLine?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames('facts', isOneLine && 'facts-line', className)}>
      <p>
        {Children.toArray(children).map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity but their place
          <span key={index}>{fact}</span>
        ))}
      </p>
    </div>
  );
}
