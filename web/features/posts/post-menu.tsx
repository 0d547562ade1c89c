import ChartColumn from 'lucide-react/icons/chart-column';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import House from 'lucide-react/icons/house';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash';
import { useRevalidator } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import * as postToolsMessages from '#locales/ru/post-tools.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useUser } from '#web/api/use-session.ts';
import { userCan } from '#web/api/user-can.ts';
import { useAction } from '#web/queries/use-action.ts';
import { ReportIcon } from '#web/reports/report-button.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx';
import type { PostPermissions } from './permissions.ts';
import { PinButton } from './pin-button.tsx';
import { useDeletePost } from './use-delete-post.tsx';

export type PostMenuProps = {
  post: {
    id: number;
    slug: string;
    title: string;
    author: number;
    status: 'draft' | 'published';
    hidden: object | null;
  };
  permissions: PostPermissions;
  onDeleted: () => void;
};

/** The actions on a post: for its author and the staff a menu, for other users a report. */
export function PostMenu(props: PostMenuProps) {
  return props.permissions.canDelete ? (
    <OwnPostMenu {...props} />
  ) : (
    <ReportIcon kind="post" id={props.post.id} />
  );
}

/** A pin button on own published posts, and a «⋮» menu with edit and delete. */
function OwnPostMenu({ post, permissions, onDeleted }: PostMenuProps) {
  const removal = useDeletePost(post.slug, onDeleted);
  const user = useUser();
  const isPublic = post.status === 'published' && post.hidden === null;
  const { revalidate } = useRevalidator();
  const { run } = useAction();
  const keepOff = async () => {
    const params = { id: String(post.id) };
    const send = () => getBrowserClient().api.call('keepOffFrontPage', { params });
    if (await run(send, postToolsMessages.keptOffFrontPage)) await revalidate();
  };
  return (
    <div className="flex items-center gap-1">
      {/* Without a subscription it leads to the offer; the API's `can_pin` would hide it. */}
      {isPublic && user?.id === post.author && <PinButton postId={post.id} />}
      <Menu
        trigger={
          <IconButton label={interpolate(postToolsMessages.menu, { title: post.title })}>
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        }
      >
        {permissions.canEdit && (
          <MenuLink to={`/posts/${post.slug}/edit`}>
            <Pencil aria-hidden className="size-4 text-muted" />
            {postToolsMessages.edit}
          </MenuLink>
        )}
        {permissions.canEdit && (
          <MenuLink to={`/posts/${post.slug}/stats`}>
            <ChartColumn aria-hidden className="size-4 text-muted" />
            {postToolsMessages.stats}
          </MenuLink>
        )}
        {isPublic && userCan(user, 'front-page.arrange') && (
          <MenuItem onClick={() => void keepOff()}>
            <House aria-hidden className="size-4 text-muted" />
            {postToolsMessages.offFrontPage}
          </MenuItem>
        )}
        <MenuItem danger onClick={removal.openDialog}>
          <Trash aria-hidden className="size-4" />
          {postToolsMessages.deletePost}
        </MenuItem>
      </Menu>
      {removal.dialog}
    </div>
  );
}
