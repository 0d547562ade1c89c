import { Link } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as myPostsMessages from '#locales/ru/my-posts.ts';
import { usePerUserQuery } from '#web/queries/per-user-query.ts';
import { subscriptionQuery } from '#web/queries/subscription-query.ts';
import { TextLink } from '#web/ui/text-link.tsx';

const maxTitleLength = 30;

/** The user's subscription and pinned post in one line; empty until they are loaded. */
export function SubscriptionLine() {
  const { value } = usePerUserQuery(subscriptionQuery);
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      {value && <Dot isActive={value.is_active} />}
      {value?.is_active && myPostsMessages.subscribed}
      {value?.is_active && value.pinned_post && (
        <>
          <span aria-hidden>•</span>
          <Link to={`/posts/${value.pinned_post.post_info.slug}`} viewTransition className="hover:underline">
            {interpolate(myPostsMessages.pinned, { title: truncate(value.pinned_post.post_info.title) })}
          </Link>
        </>
      )}
      {value && !value.is_active && (
        <>
          {myPostsMessages.notSubscribed}
          <TextLink to="/subscription">{myPostsMessages.subscribe}</TextLink>
        </>
      )}
    </p>
  );
}

function Dot({ isActive }: { isActive: boolean }) {
  return <span aria-hidden className={`size-2 rounded-full ${isActive ? 'bg-success' : 'bg-rule-strong'}`} />;
}

function truncate(title: string): string {
  const letters = [...title];
  return letters.length <= maxTitleLength ? title : `${letters.slice(0, maxTitleLength).join('').trimEnd()}…`;
}
