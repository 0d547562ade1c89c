import { lazy } from 'react';
import { useRevalidator } from 'react-router';
import { useUser } from '#web/api/use-session.ts';
import { classNames } from '#web/ui/class-names.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { getPostPermissions, type PostPermissions } from './permissions.ts';
import type { PostMenuProps } from './post-menu.tsx';
import type { FullPost, ListedPost } from './without-content.ts';

const PostMenu = lazy(() => import('./post-menu.tsx').then((module) => ({ default: module.PostMenu })));

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

/** The actions on a post's page, as the API permits them. */
export function PageTools({ post, onDeleted }: { post: FullPost; onDeleted: () => void }) {
  const user = useUser();
  const permissions: PostPermissions = {
    canEdit: post.can_edit,
    canDelete: post.can_delete,
    // Without a subscription the button leads to the offer; the API's `can_pin` would hide it.
    canPin: getPostPermissions(user, post).canPin,
    canKeepOffFrontPage: getPostPermissions(user, post).canKeepOffFrontPage,
  };
  if (!permissions.canDelete) return null;
  return <LazyMenu post={post} permissions={permissions} onDeleted={onDeleted} />;
}

/** Loads Base UI's menu only for users who have permissions; a placeholder reserves its space. */
function LazyMenu(props: PostMenuProps) {
  const placeholder = <span className="block size-10 pointer-coarse:size-11" />;
  return (
    <LazyBoundary fallback={placeholder} failed={placeholder}>
      <PostMenu {...props} />
    </LazyBoundary>
  );
}
