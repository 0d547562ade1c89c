import { SkeletonText } from '#web/ui/skeleton.tsx';

/** Stands for a list that loads, and says so to screen readers. */
export function ListSkeleton({ loading }: { loading: string }) {
  return (
    <div className="flex flex-col gap-8">
      <p role="status" className="sr-only">
        {loading}
      </p>
      {[1, 2, 3, 4].map((row) => (
        <SkeletonText key={row} lines={3} />
      ))}
    </div>
  );
}
