import { lazy } from 'react';
import { useRevalidator } from 'react-router';
import { useUser } from '#web/api/use-session.ts';
import { classNames } from '#web/ui/class-names.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { getPostPermissions } from './permissions.ts';
import type { PostMenuProps } from './post-menu.tsx';
import type { FullPost, ListedPost } from './without-content.ts';

const PostMenu = lazy(() => import('./post-menu.tsx').then((module) => ({ default: module.PostMenu })));

const placeClass = 'size-10 pointer-coarse:size-11';

/** The actions of a card, for the author and the staff; deleting a post reloads the list. */
export function CardTools({ post, className }: { post: ListedPost; className?: string }) {
  const user = useUser();
  const permissions = getPostPermissions(user, post);
  if (!permissions.canDelete) return null;
  return (
    <div className={classNames('card-tools', className)}>
      <CardMenu post={post} permissions={permissions} />
    </div>
  );
}

function CardMenu(props: Omit<PostMenuProps, 'onDeleted'>) {
  const { revalidate } = useRevalidator();
  return <LazyMenu {...props} onDeleted={() => void revalidate()} />;
}

/** The actions of a user on a post's page, as the API permits them. */
export function PageTools({ post, onDeleted }: { post: FullPost; onDeleted: () => void }) {
  const user = useUser();
  const permissions = { canEdit: post.can_edit, canDelete: post.can_delete };
  // The place of a user's menu is reserved until the session is restored.
  if (!user) return <span className={classNames(placeClass, 'hidden restoring:block')} />;
  return <LazyMenu post={post} permissions={permissions} onDeleted={onDeleted} />;
}

/** Loads Base UI's menu only for users; a placeholder reserves its space. */
function LazyMenu(props: PostMenuProps) {
  const placeholder = <span className={classNames(placeClass, 'block')} />;
  return (
    <LazyBoundary fallback={placeholder} failed={placeholder}>
      <PostMenu {...props} />
    </LazyBoundary>
  );
}
