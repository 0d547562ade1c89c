import { Link } from 'react-router';
import { classNames } from '#web/ui/class-names.ts';

type Segment = { to: string; label: string; isCurrent: boolean };

/** Links of which one is the current view, side by side in a frame. */
export function SegmentLinks({ label, segments }: { label: string; segments: Segment[] }) {
  return (
    <nav aria-label={label} className="flex w-fit max-w-full flex-wrap rounded-md border border-rule-strong">
      {segments.map((segment) => (
        <Link
          key={segment.to}
          to={segment.to}
          aria-current={segment.isCurrent ? 'page' : undefined}
          className={classNames(
            'flex min-h-10 items-center px-4 text-sm font-medium pointer-coarse:min-h-11',
            segment.isCurrent ? 'bg-ink text-paper' : 'text-soft hover:bg-sunk hover:text-ink',
          )}
        >
          {segment.label}
        </Link>
      ))}
    </nav>
  );
}
