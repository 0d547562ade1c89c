import type { PostListItem } from '#contract/posts.ts';
import { t } from '#text/index.ts';
import { EmptyState } from '#web/ui/notice.tsx';
import { CompactCard, HeadlineCard, LeadCard, RowCard } from './post-card.tsx';
import { SectionHeading } from './section.tsx';

const secondaryCount = 2;
const headlineCount = 5;

/** The newest posts by importance: a lead, two beside it, a column of headlines, the rest in a row below. */
export function FrontPage({ posts }: { posts: readonly PostListItem[] }) {
  const [lead, ...others] = posts;
  if (!lead) return <EmptyState title={t('home.emptyTitle')} text={t('home.emptyText')} />;
  const secondary = others.slice(0, secondaryCount);
  const headlines = others.slice(secondaryCount, secondaryCount + headlineCount);
  const rest = others.slice(secondaryCount + headlineCount);
  return (
    <>
      <div className="grid gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className={secondary.length > 0 ? 'lg:col-span-6' : 'lg:col-span-12'}>
          <LeadCard post={lead} />
        </div>
        {secondary.length > 0 && (
          <ul className="grid content-start gap-8 sm:grid-cols-2 lg:col-span-3 lg:grid-cols-1 lg:border-l lg:border-rule lg:pl-8">
            {secondary.map((post) => (
              <li key={post.id}>
                <CompactCard post={post} />
              </li>
            ))}
          </ul>
        )}
        {headlines.length > 0 && (
          <section aria-labelledby="fresh" className="lg:col-span-3 lg:border-l lg:border-rule lg:pl-8">
            <h2
              id="fresh"
              className="border-b border-ink pb-2 font-sans text-sm font-semibold tracking-normal"
            >
              {t('home.fresh')}
            </h2>
            <ul className="divide-y divide-rule">
              {headlines.map((post) => (
                <li key={post.id}>
                  <HeadlineCard post={post} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {rest.length > 0 && (
        <section aria-labelledby="latest" className="mt-12 sm:mt-16">
          <SectionHeading
            id="latest"
            title={t('home.latest')}
            to="/posts"
            linkLabel={t('home.seeAllPosts')}
          />
          <ul className="mt-2 grid gap-x-8 gap-y-0 max-sm:divide-y max-sm:divide-rule sm:mt-4 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-4">
            {rest.map((post) => (
              <li key={post.id}>
                <RowCard post={post} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
