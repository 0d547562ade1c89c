import { Children, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/**
 * Short items separated by middle dots, without a dot at a line break. With `isOneLine` the line never breaks; the
 * first item is truncated instead.
 */
export function MetadataList({
  isOneLine = false,
  className,
  children,
}: {
  isOneLine?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={classNames('metadata-list', isOneLine && 'metadata-list-single-line', className)}>
      <p>
        {Children.toArray(children).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
          <span key={index}>{item}</span>
        ))}
      </p>
    </div>
  );
}
