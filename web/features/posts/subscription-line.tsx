import { Link } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as myPostsMessages from '#locales/ru/my-posts.ts';
import { usePerUserQuery } from '#web/queries/per-user-query.ts';
import { subscriptionQuery } from '#web/queries/subscription-query.ts';
import { MetadataList } from '#web/ui/metadata-list.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

const maxTitleLength = 30;

/** The user's subscription and pinned post in one line; empty until they are loaded. */
export function SubscriptionLine() {
  const { value } = usePerUserQuery(subscriptionQuery);
  return (
    <div className="flex min-h-8 items-center text-sm text-soft">
      {value && (
        <MetadataList>
          <span className="inline-flex items-center gap-3">
            <Dot isActive={value.is_active} />
            {value.is_active ? myPostsMessages.subscribed : myPostsMessages.notSubscribed}
          </span>
          {value.is_active && value.pinned_post && (
            <Link
              to={`/posts/${value.pinned_post.post_info.slug}`}
              viewTransition
              className="hover:underline"
            >
              {interpolate(myPostsMessages.pinned, { title: truncate(value.pinned_post.post_info.title) })}
            </Link>
          )}
          {!value.is_active && <TextLink to="/subscription">{myPostsMessages.subscribe}</TextLink>}
        </MetadataList>
      )}
    </div>
  );
}

function Dot({ isActive }: { isActive: boolean }) {
  return <span aria-hidden className={`size-2 rounded-full ${isActive ? 'bg-success' : 'bg-rule-strong'}`} />;
}

function truncate(title: string): string {
  const letters = [...title];
  return letters.length <= maxTitleLength ? title : `${letters.slice(0, maxTitleLength).join('').trimEnd()}…`;
}
