import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash';
import { t } from '#text/index.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuLink } from '#web/ui/menu.tsx';
import type { Abilities } from './abilities.ts';
import { PinButton } from './pin-button.tsx';
import { useDeletePost } from './use-delete-post.tsx';

export type PostMenuProps = {
  post: { id: number; slug: string; title: string };
  abilities: Abilities;
  /** Whether the pin button shows a label or only its icon. */
  hasLabel?: boolean;
  onDeleted: () => void;
};

/** The actions on a post: a pin button on own published posts, and a «⋮» menu with edit and delete. */
export function PostMenu({ post, abilities, hasLabel, onDeleted }: PostMenuProps) {
  const removal = useDeletePost(post.slug, onDeleted);
  return (
    <div className="flex items-center gap-1">
      {abilities.canPin && <PinButton postId={post.id} hasLabel={hasLabel} />}
      <Menu
        trigger={
          <IconButton label={t('postTools.menu', { title: post.title })}>
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        }
      >
        {abilities.canEdit && (
          <MenuLink to={`/posts/${post.slug}/edit`}>
            <Pencil aria-hidden className="size-4 text-muted" />
            {t('postTools.edit')}
          </MenuLink>
        )}
        <MenuItem danger onClick={removal.ask}>
          <Trash aria-hidden className="size-4" />
          {t('postTools.delete')}
        </MenuItem>
      </Menu>
      {removal.dialog}
    </div>
  );
}
