import Pin from 'lucide-react/icons/pin';
import * as homeMessages from '#locales/ru/home.ts';
import type { FrontPageLayout } from './front-page-layout.ts';
import { CompactCard, HeadlineCard, LeadCard, RowCard } from './post-card.tsx';
import { SectionHeading } from './section-heading.tsx';
import type { ListedPost } from './without-content.ts';

/** The newest posts: a lead, two beside it and a column of headlines. */
export function FrontPage({ layout }: { layout: FrontPageLayout }) {
  const { lead, secondary, headlines } = layout;
  if (!lead) return null;
  return (
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
          <h2 id="fresh" className="border-b border-ink pb-2 font-sans text-sm font-semibold tracking-normal">
            {homeMessages.fresh}
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
  );
}

/** Further new posts, in a row of four. */
export function Latest({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <section aria-labelledby="latest" className="mt-12 sm:mt-16">
      <SectionHeading
        id="latest"
        title={homeMessages.latest}
        to="/posts"
        linkLabel={homeMessages.seeAllPosts}
      />
      <ul className="mt-2 grid gap-x-8 gap-y-0 max-sm:divide-y max-sm:divide-rule sm:mt-4 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-4">
        {posts.map((post) => (
          <li key={post.id}>
            <RowCard post={post} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The posts pinned by subscribers, in the order of the API. */
export function PinnedStrip({ posts }: { posts: readonly ListedPost[] }) {
  return (
    <section
      aria-labelledby="pinned"
      className="mt-12 gap-8 bg-sunk px-4 py-3 sm:mt-16 sm:px-6 md:grid md:grid-cols-[13rem_1fr]"
    >
      <h2
        id="pinned"
        className="flex items-start gap-2 py-3 font-sans text-sm font-semibold max-md:border-b max-md:border-rule"
      >
        <Pin aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        {homeMessages.pinned}
      </h2>
      <ul className="grid gap-x-8 max-sm:divide-y max-sm:divide-rule sm:grid-cols-3">
        {posts.map((post) => (
          <li key={post.id}>
            <HeadlineCard post={post} />
          </li>
        ))}
      </ul>
    </section>
  );
}
