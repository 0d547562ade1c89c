import { classNames } from './class-names.ts';

/** A static grey placeholder; give it the size of the content it stands for. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('block rounded-sm bg-rule', className)} />;
}

/** A placeholder for lines of text; the last one is shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden className={classNames('flex flex-col gap-2', className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reordered
        <Skeleton key={line} className={classNames('h-4', line === lines - 1 && lines > 1 && 'w-2/3')} />
      ))}
    </span>
  );
}
