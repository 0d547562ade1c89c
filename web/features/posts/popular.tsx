import * as homeMessages from '#locales/ru/home.ts';
import { RankedCard } from './post-card.tsx';
import type { ListedPost } from './without-content.ts';

/** The most read posts as a numbered list. */
export function Popular({ posts }: { posts: readonly ListedPost[] }) {
  if (posts.length === 0) return <p className="py-4 text-soft">{homeMessages.noPopular}</p>;
  return (
    <ol className="divide-y divide-rule">
      {posts.map((post, index) => (
        <li key={post.id}>
          <RankedCard post={post} rank={index + 1} />
        </li>
      ))}
    </ol>
  );
}
