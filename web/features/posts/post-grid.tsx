import { PaintTogether } from '#web/ui/paint-together.tsx';
import { ListCard, StandardCard } from './post-card.tsx';
import type { ListedPost } from './without-content.ts';

type Props = { posts: readonly ListedPost[] };

/** Posts in one, two or three columns. */
export function PostGrid({
  posts,
  isInCategory,
}: Props & {
  /** True on a category's page: the cards omit the category. */
  isInCategory?: boolean;
}) {
  return (
    <PaintTogether id="posts-end">
      <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 sm:gap-y-12 lg:grid-cols-3">
        {posts.map((post, index) => (
          <li key={post.id} className="flex flex-col">
            <StandardCard post={post} isInCategory={isInCategory} isFirst={index === 0} />
          </li>
        ))}
      </ul>
    </PaintTogether>
  );
}

/** Posts as a list of rows. */
export function PostRows({ posts }: Props) {
  return (
    <ul className="divide-y divide-rule">
      {posts.map((post) => (
        <li key={post.id}>
          <ListCard post={post} />
        </li>
      ))}
    </ul>
  );
}
