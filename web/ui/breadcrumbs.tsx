import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';

/** Breadcrumbs: `steps` are the parent pages, `current` is this page, unless its headline follows at once. */
export function Breadcrumbs({
  label,
  steps,
  current,
}: {
  /** The accessible name of the navigation. */
  label: string;
  steps: readonly { label: ReactNode; to: string }[];
  current?: string;
}) {
  return (
    <nav aria-label={label} className="text-sm text-muted">
      <ol className="flex min-w-0 items-center gap-1.5">
        {steps.map((step, index) => (
          <li
            key={step.to}
            className={classNames(
              'flex items-center gap-1.5',
              index === steps.length - 1 && !current ? 'min-w-0 font-medium text-link' : 'shrink-0',
            )}
          >
            <Link
              to={step.to}
              viewTransition
              className="inline-flex min-h-6 min-w-0 items-center hover:text-ink hover:underline pointer-coarse:min-h-11"
            >
              <span className="truncate">{step.label}</span>
            </Link>
            <ChevronRight
              aria-hidden
              className={classNames(
                'size-3.5',
                index === steps.length - 1 && (current ? 'hidden sm:block' : 'hidden'),
              )}
            />
          </li>
        ))}
        {current && (
          <li className="hidden min-w-0 sm:block">
            <span aria-current="page" className="block truncate text-soft">
              {current}
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}
