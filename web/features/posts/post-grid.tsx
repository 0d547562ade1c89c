import type { PostListItem } from '#contract/posts.ts';
import { StandardCard } from './post-card.tsx';

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
    <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3">
      {posts.map((post, index) => (
        <li key={post.id}>
          <StandardCard post={post} isInCategory={isInCategory} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  );
}
