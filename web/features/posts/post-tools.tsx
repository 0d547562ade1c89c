import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { useUser } from '#web/api/use-session.ts';
import { useLateCode } from '#web/ui/use-late-code.ts';
import { type Abilities, abilitiesOf } from './abilities.ts';
import type { PostMenuProps } from './post-menu.tsx';
import type { ListedPost, WholePost } from './without-content.ts';

/** The tools of a card, for its author and the staff; a deleted post leaves the list in which the card stands. */
export function CardTools({ post, className }: { post: ListedPost; className?: string }) {
  const user = useUser();
  const abilities = abilitiesOf(user, post);
  if (!abilities.canDelete) return null;
  return (
    <div className={className}>
      <CardMenu post={post} abilities={abilities} />
    </div>
  );
}

function CardMenu(props: Omit<PostMenuProps, 'onDeleted'>) {
  const { revalidate } = useRevalidator();
  return <LateMenu {...props} onDeleted={() => void revalidate()} />;
}

/** The tools of a post's own page, as the API allows them. */
export function PageTools({ post, onDeleted }: { post: WholePost; onDeleted: () => void }) {
  const user = useUser();
  const abilities: Abilities = {
    canEdit: post.can_edit,
    canDelete: post.can_delete,
    // Without a subscription the button says where there is one; the API's `can_pin` would hide it.
    canPin: abilitiesOf(user, post).canPin,
  };
  if (!abilities.canDelete) return null;
  return <LateMenu post={post} abilities={abilities} hasLabel onDeleted={onDeleted} />;
}

const importPostMenu = () => import('./post-menu.tsx');

/** Base UI's menu is code that readers need not load; its place is kept. */
function LateMenu(props: PostMenuProps) {
  const { code, load } = useLateCode(importPostMenu);
  useEffect(load, [load]);
  return code ? <code.PostMenu {...props} /> : <span className="block size-10 pointer-coarse:size-11" />;
}
