import { interpolate } from '#locales/interpolate.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Container } from '#web/ui/container.tsx';
import type { FurtherPosts } from './further-posts.ts';
import { ListCard, RowCard } from './post-card.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { ListedPost } from './without-content.ts';

type Category = { id: number; name: string; slug: string };

/** The next article and the related ones; renders nothing on a site with a single post. */
export function FurtherReading({ further, category }: { further: FurtherPosts; category: Category | null }) {
  const { next, related } = further;
  if (!next) return null;
  return (
    <>
      <Container width="text" className="mt-14">
        <aside aria-labelledby="next-article">
          <SectionHeading id="next-article" title={postPageMessages.nextArticle} />
          <ListCard post={next} />
        </aside>
      </Container>
      {related.length > 0 && (
        <Container width={related.length === 1 ? 'text' : 'wide'} className="mt-8">
          <RelatedPosts posts={related} category={category} />
        </Container>
      )}
    </>
  );
}

/** Further posts in a row, or a single one like the next article; only those of the same category are called related. */
function RelatedPosts({ posts, category }: { posts: readonly ListedPost[]; category: Category | null }) {
  const [only] = posts;
  const own = category && posts.every((post) => post.category_info?.id === category.id) ? category : null;
  return (
    <aside aria-labelledby="related">
      <SectionHeading
        id="related"
        title={own ? postPageMessages.related : postPageMessages.alsoRead}
        to={own ? `/categories/${own.slug}` : '/posts'}
        linkLabel={
          own ? interpolate(postPageMessages.relatedAll, { name: own.name }) : postPageMessages.allArticles
        }
      />
      {only && posts.length === 1 ? (
        <ListCard post={only} />
      ) : (
        <ul
          className={classNames(
            'grid gap-x-8 max-sm:divide-y max-sm:divide-rule sm:mt-4 sm:gap-y-8',
            posts.length === 2 ? 'sm:grid-cols-2' : 'sm:grid-cols-3',
          )}
        >
          {posts.map((post) => (
            <li key={post.id} className="flex">
              <RowCard post={post} />
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
