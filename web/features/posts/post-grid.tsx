import type { PostListItem } from '#contract/posts.ts';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import { StandardCard } from './post-card.tsx';

const gridClass = 'grid gap-x-8 gap-y-10 sm:gap-y-12 sm:grid-cols-2 lg:grid-cols-3';

/** Posts in one, two or three columns. */
export function PostGrid({
  posts,
  isInCategory,
}: {
  posts: readonly PostListItem[];
  /** The page is the category's own: no card needs to name it. */
  isInCategory?: boolean;
}) {
  return (
    <ul className={gridClass}>
      {posts.map((post) => (
        <li key={post.id}>
          <StandardCard post={post} isInCategory={isInCategory} />
        </li>
      ))}
    </ul>
  );
}

/** The same grid before its posts are there. */
export function PostGridSkeleton({ count }: { count: number }) {
  return (
    <div className={gridClass}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are all alike and never change places
        <div key={index} className="flex flex-col gap-3">
          <Skeleton className="aspect-3/2" />
          <Skeleton className="h-6" />
          <SkeletonText lines={3} />
        </div>
      ))}
    </div>
  );
}
