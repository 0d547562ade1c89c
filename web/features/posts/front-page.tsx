import Pin from 'lucide-react/icons/pin';
import { Link } from 'react-router';
import type { FrontPage } from '#contract/front-page.ts';
import { clockTime, shortDate, shortDayOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as homeMessages from '#locales/ru/home.ts';
import { CategoryMark, categoryStyle } from '#web/categories/category-mark.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PaintTogether } from '#web/ui/paint-together.tsx';
import { FillingExcerpt } from './filling-excerpt.tsx';
import { ColumnCard, LargeCard, LeadCard, ThumbnailCard } from './front-page-cards.tsx';
import { PostTitle } from './post-card-parts.tsx';
import { SectionHeading, SeeAllLink } from './section-heading.tsx';
import { type ListedPost, toListedPost } from './without-content.ts';

type Posts = readonly ListedPost[];

/** The front page with the fields of posts that it shows. */
export const toListedFrontPage = (page: FrontPage) => ({
  arrangedAt: page.arranged_at,
  lead: page.lead && toListedPost(page.lead),
  secondary: page.secondary.map(toListedPost),
  fresh: page.fresh.map(toListedPost),
  pinned: page.pinned.map(toListedPost),
  popular: { days: page.popular.days, posts: page.popular.posts.map(toListedPost) },
  blocks: page.blocks.map(({ category, posts }) => ({ category, posts: posts.map(toListedPost) })),
  more: page.more.map(toListedPost),
});
export type ListedFrontPage = ReturnType<typeof toListedFrontPage>;

/** The lead and up to four posts beside it; both columns end together. */
export function TopPosts({ lead, secondary }: Pick<ListedFrontPage, 'lead' | 'secondary'>) {
  if (!lead) return null;
  const [other] = secondary;
  if (other && secondary.length === 1) return <TwoPosts lead={lead} other={other} />;
  const isNarrow = secondary.length < 3;
  const isWide = (index: number) => secondary.length === 3 && index === 2;
  return (
    <div className="grid gap-x-8 gap-y-8 lg:grid-cols-12">
      <div
        className={classNames(
          'flex',
          secondary.length === 0 ? 'lg:col-span-12' : isNarrow ? 'lg:col-span-8' : 'lg:col-span-6',
        )}
      >
        <LeadCard post={lead} isAlone={secondary.length === 0} />
      </div>
      {secondary.length > 0 && (
        <ul
          className={classNames(
            'grid gap-x-6 gap-y-6 sm:grid-cols-2 lg:border-l lg:border-rule lg:pl-6',
            isNarrow ? 'lg:col-span-4 lg:grid-cols-1' : 'lg:col-span-6',
          )}
        >
          {secondary.map((post, index) => (
            <li key={post.id} className={classNames('flex', isWide(index) && 'sm:col-span-2')}>
              <ColumnCard post={post} width={isNarrow ? 'third' : isWide(index) ? 'half' : undefined} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const TwoPosts = ({ lead, other }: { lead: ListedPost; other: ListedPost }) => (
  <div className="grid gap-8 lg:grid-cols-12">
    <div className="flex lg:col-span-7">
      <LeadCard post={lead} isAlone={false} />
    </div>
    <div className="flex lg:col-span-5">
      <LargeCard post={other} hasKicker />
    </div>
  </div>
);

/** The newest posts as lines with their times, and beside them the popular ones. */
export function FreshAndPopular({
  arrangedAt,
  fresh,
  popular,
}: Pick<ListedFrontPage, 'arrangedAt' | 'fresh' | 'popular'>) {
  if (fresh.length === 0) return null;
  const hasPopular = popular.posts.length > 0;
  return (
    <div className="mt-10 grid gap-x-8 gap-y-10 sm:mt-12 lg:grid-cols-12">
      <section
        aria-labelledby="fresh"
        className={classNames('flex flex-col', hasPopular ? 'lg:col-span-4' : 'lg:col-span-12')}
      >
        <SectionHeading
          id="fresh"
          title={homeMessages.fresh}
          to="/posts"
          linkLabel={homeMessages.seeAllPosts}
        />
        <FreshLines posts={fresh} today={shortDate(arrangedAt)} isWide={!hasPopular} />
      </section>
      {hasPopular && (
        <section aria-labelledby="popular" className="flex flex-col lg:col-span-8">
          <SectionHeading
            id="popular"
            title={popularTitle(popular.days)}
            to="/posts?ordering=-views_count"
            linkLabel={homeMessages.seeAllPopular}
          />
          <PopularPosts posts={popular.posts} />
        </section>
      )}
    </div>
  );
}

/** As high as the list of the newest posts: a few of them have large pictures, more have thumbnails. */
function PopularPosts({ posts }: { posts: Posts }) {
  const areFew = posts.length <= maxWithLargePictures;
  return (
    <ol
      className={classNames(
        'grid flex-1 gap-x-8 sm:grid-cols-2',
        areFew ? 'gap-y-6 pt-3' : 'max-sm:divide-y max-sm:divide-rule',
      )}
    >
      {posts.map((post, index) => (
        <li
          key={post.id}
          className={classNames('flex', !areFew && index > 1 && 'sm:border-t sm:border-rule')}
        >
          {areFew ? (
            <ColumnCard post={post} width="third" />
          ) : (
            <ThumbnailCard post={post} hasTile={hasPicture(posts)} />
          )}
        </li>
      ))}
    </ol>
  );
}

const maxWithLargePictures = 4;

const hasPicture = (posts: Posts) => posts.some(({ image }) => image !== null);

const popularTitle = (days: number | null) => {
  if (days === 7) return homeMessages.popularOfWeek;
  return days === 30 ? homeMessages.popularOfMonth : homeMessages.popularOfAllTime;
};

/** Headlines with their times; older than today, with their dates. Excerpts fill the height that a higher neighbour leaves. */
function FreshLines({ posts, today, isWide }: { posts: Posts; today: string; isWide: boolean }) {
  return (
    <ol className={classNames('flex-1', isWide ? 'gap-x-8 sm:columns-2' : 'flex flex-col')}>
      {posts.map((post) => (
        <li
          key={post.id}
          className="flex grow break-inside-avoid flex-col border-b border-rule py-2.5 last:border-b-0"
        >
          <article className="group relative grid grow grid-cols-[4.75rem_1fr] grid-rows-[auto_1fr] items-baseline">
            <time
              dateTime={post.created_at}
              {...categoryStyle(post.category_info)}
              className="text-sm font-medium text-category tabular-nums"
            >
              {shortDate(post.created_at) === today
                ? clockTime(post.created_at)
                : shortDayOf(post.created_at)}
            </time>
            <PostTitle post={post} className="text-base leading-5.5 lg:line-clamp-4" />
            {!isWide && <FillingExcerpt post={post} className="col-start-2 h-full max-sm:hidden" />}
          </article>
        </li>
      ))}
    </ol>
  );
}

/** Posts of one category under its name. */
export function CategoryBlock({ category, posts }: ListedFrontPage['blocks'][number]) {
  const id = `category-${category.id}`;
  return (
    <section aria-labelledby={id} {...categoryStyle(category)} className="mt-10 sm:mt-12">
      <div className="flex items-baseline justify-between gap-4 border-t-3 border-category pt-3 pb-3">
        <h2 id={id} className="text-xl font-bold sm:text-2xl">
          <Link
            to={`/categories/${category.slug}`}
            viewTransition
            className="inline-flex items-baseline gap-2 text-category hover:underline"
          >
            <CategoryMark category={category} className="size-6 self-center" />
            {category.name}
          </Link>
        </h2>
        <SeeAllLink
          to={`/categories/${category.slug}`}
          label={interpolate(homeMessages.seeAllOfCategory, { name: category.name })}
        />
      </div>
      <CategoryPosts posts={posts} />
    </section>
  );
}

/** From these differences on, two large posts differ by two lines or more. */
const maxTitleDifference = 60;
const maxExcerptDifference = 120;

const difference = (lengths: readonly number[]) => Math.max(...lengths) - Math.min(...lengths);

/** A large post and three with thumbnails beside it; fewer posts in a row of equals. */
function CategoryPosts({ posts }: { posts: Posts }) {
  const [large, ...others] = posts;
  if (!large) return null;
  if (others.length === 1) {
    const areAlike =
      difference(posts.map(({ title }) => title.length)) < maxTitleDifference &&
      difference(posts.map(({ excerpt }) => excerpt.length)) < maxExcerptDifference;
    return (
      <ul className="grid gap-8 sm:grid-cols-2">
        {posts.map((post) => (
          <li key={post.id} className="flex">
            <LargeCard post={post} keepsRatio={areAlike} />
          </li>
        ))}
      </ul>
    );
  }
  if (others.length === 2) return <CardRows posts={posts} isInCategory />;
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <div className="flex">
        <LargeCard post={large} />
      </div>
      <ul className="grid divide-y divide-rule max-md:border-t max-md:border-rule md:-my-4">
        {others.map((post) => (
          <li key={post.id} className="flex">
            <ThumbnailCard post={post} isInCategory hasTile={hasPicture(others)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The posts that subscribers have pinned. */
export function PinnedPosts({ posts }: { posts: Posts }) {
  return (
    <section aria-labelledby="pinned" className="mt-10 sm:mt-12">
      <h2
        id="pinned"
        className="mb-3 flex items-center gap-2 border-t-3 border-accent pt-3 text-xl font-bold sm:text-2xl"
      >
        <Pin aria-hidden className="size-6 shrink-0 text-accent" />
        {homeMessages.pinned}
      </h2>
      <CardRows posts={posts.map((post) => ({ ...post, is_pinned: false }))} />
    </section>
  );
}

/** Further posts, in rows that are always full. */
export function MorePosts({ posts }: { posts: Posts }) {
  return (
    <section aria-labelledby="more" className="mt-10 sm:mt-12">
      <SectionHeading id="more" title={homeMessages.more} to="/posts" linkLabel={homeMessages.seeAllPosts} />
      <div className="mt-3">
        <CardRows posts={posts} />
      </div>
    </section>
  );
}

const maxCardsInRow = 4;
const spans: Record<number, string> = { 2: 'lg:col-span-6', 3: 'lg:col-span-4', 4: 'lg:col-span-3' };
const widths: Record<number, 'half' | 'third'> = { 2: 'half', 3: 'third' };

/** Cards in rows of two to four that are all full: five cards are three and two. */
function CardRows({ posts, isInCategory }: { posts: Posts; isInCategory?: boolean }) {
  const [only] = posts;
  if (only && posts.length === 1) return <LeadCard post={only} isAlone />;
  const rows = Math.ceil(posts.length / maxCardsInRow);
  const size = Math.floor(posts.length / rows);
  const inLargerRows = (posts.length % rows) * (size + 1);
  return (
    <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-12">
      {posts.map((post, index) => {
        const inRow = index < inLargerRows ? size + 1 : size;
        return (
          <li key={post.id} className={classNames('flex sm:max-lg:last:odd:col-span-2', spans[inRow])}>
            <ColumnCard post={post} width={widths[inRow]} isInCategory={isInCategory} />
          </li>
        );
      })}
    </ul>
  );
}

/** All sections in their order. */
export function FrontPageSections({ page }: { page: ListedFrontPage }) {
  const [first, ...others] = page.blocks;
  return (
    <>
      <PaintTogether id="newest-end">
        <TopPosts lead={page.lead} secondary={page.secondary} />
        <FreshAndPopular arrangedAt={page.arrangedAt} fresh={page.fresh} popular={page.popular} />
      </PaintTogether>
      {first && <CategoryBlock {...first} />}
      {page.pinned.length > 0 && <PinnedPosts posts={page.pinned} />}
      {others.map((block) => (
        <CategoryBlock key={block.category.id} {...block} />
      ))}
      {page.more.length > 0 && <MorePosts posts={page.more} />}
    </>
  );
}
