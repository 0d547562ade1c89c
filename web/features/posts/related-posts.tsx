import { interpolate } from '#locales/interpolate.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { RowCard } from './post-card.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { ListedPost } from './without-content.ts';

type RelatedProps = { posts: readonly ListedPost[]; category: { name: string; slug: string } };

/** Other posts of the same category. */
export function RelatedPosts({ posts, category }: RelatedProps) {
  return (
    <section aria-labelledby="related">
      <SectionHeading
        id="related"
        title={postPageMessages.related}
        to={`/categories/${category.slug}`}
        linkLabel={interpolate(postPageMessages.relatedAll, { name: category.name })}
      />
      <ul className="grid gap-x-8 max-sm:divide-y max-sm:divide-rule sm:mt-4 sm:grid-cols-3 sm:gap-y-8">
        {posts.map((post) => (
          <li key={post.id}>
            <RowCard post={post} />
          </li>
        ))}
      </ul>
    </section>
  );
}
