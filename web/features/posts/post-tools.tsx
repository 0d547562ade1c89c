import { lazy, Suspense } from 'react';
import { useRevalidator } from 'react-router';
import type { PostDetail, PostListItem } from '#contract/posts.ts';
import { useSession } from '#web/api/use-session.ts';
import { type Abilities, abilitiesOf } from './abilities.ts';

// Base UI's menu is code that readers need not load.
const PostMenu = lazy(() => import('./post-menu.tsx').then((module) => ({ default: module.PostMenu })));

/** The tools of a card, for its author and the staff; a deleted post leaves the list in which the card stands. */
export function CardTools({ post, className }: { post: PostListItem; className?: string }) {
  const { user } = useSession();
  const { revalidate } = useRevalidator();
  const abilities = abilitiesOf(user, post);
  if (!abilities.canDelete) return null;
  return (
    <div className={className}>
      <Suspense fallback={<span className="block size-10" />}>
        <PostMenu post={post} abilities={abilities} onDeleted={() => void revalidate()} />
      </Suspense>
    </div>
  );
}

/** The tools of a post's own page, as the API allows them. */
export function PageTools({ post, onDeleted }: { post: PostDetail; onDeleted: () => void }) {
  const { user } = useSession();
  const abilities: Abilities = {
    canEdit: post.can_edit,
    canDelete: post.can_delete,
    // Without a subscription the button says where there is one; the API's `can_pin` would hide it.
    canPin: abilitiesOf(user, post).canPin,
  };
  if (!abilities.canDelete) return null;
  return (
    <Suspense>
      <PostMenu post={post} abilities={abilities} hasLabel onDeleted={onDeleted} />
    </Suspense>
  );
}
