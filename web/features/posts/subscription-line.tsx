import { Link } from 'react-router';
import { t } from '#text/index.ts';
import { usePersonal } from '#web/api/personal.ts';
import { ownSubscription } from '#web/api/subscription.ts';
import { TextLink } from '#web/ui/text-link.tsx';

const titleLength = 30;

/** The user's subscription and pinned post in one line; empty until they are loaded. */
export function SubscriptionLine() {
  const { value } = usePersonal(ownSubscription);
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      {value && <Dot isActive={value.is_active} />}
      {value?.is_active && t('myPosts.subscribed')}
      {value?.is_active && value.pinned_post && (
        <>
          <span aria-hidden>•</span>
          <Link to={`/posts/${value.pinned_post.post_info.slug}`} viewTransition className="hover:underline">
            {t('myPosts.pinned', { title: cut(value.pinned_post.post_info.title) })}
          </Link>
        </>
      )}
      {value && !value.is_active && (
        <>
          {t('myPosts.notSubscribed')}
          <TextLink to="/subscription">{t('myPosts.subscribe')}</TextLink>
        </>
      )}
    </p>
  );
}

function Dot({ isActive }: { isActive: boolean }) {
  return <span aria-hidden className={`size-2 rounded-full ${isActive ? 'bg-success' : 'bg-rule-strong'}`} />;
}

function cut(title: string): string {
  const letters = [...title];
  return letters.length <= titleLength ? title : `${letters.slice(0, titleLength).join('').trimEnd()}…`;
}
