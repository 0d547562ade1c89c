import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Notice } from './notice.tsx';

type LoadingFallbackProps = {
  /** The notice for browsers without scripts. */
  needsScript: string;
  noticeClassName?: string;
  /** Announced to screen readers. */
  loading?: string;
  /** The classes around the placeholders. */
  className?: string;
  /** Placeholders. */
  children: ReactNode;
};

/** Shown until content that loads in the browser arrives: placeholders, or a notice when scripts are off. */
export function LoadingFallback({
  needsScript,
  noticeClassName,
  loading,
  className,
  children,
}: LoadingFallbackProps) {
  return (
    <>
      <div className={classNames('without-script', noticeClassName)}>
        <Notice>{needsScript}</Notice>
      </div>
      <div className={classNames('needs-script', className)}>
        {loading && (
          <p role="status" className="sr-only">
            {loading}
          </p>
        )}
        {children}
      </div>
    </>
  );
}
