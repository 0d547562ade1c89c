import BadgeCheck from 'lucide-react/icons/badge-check';
import FileText from 'lucide-react/icons/file-text';
import KeyRound from 'lucide-react/icons/key-round';
import MessageSquare from 'lucide-react/icons/message-square';
import SquarePen from 'lucide-react/icons/square-pen';
import User from 'lucide-react/icons/user';
import type { LucideIcon } from 'lucide-react/types';
import { t } from '#text/index.ts';

type UserLink = { to: string; label: string; Icon: LucideIcon };

export const subscriptionLink = '/subscription';

/** The user's pages, in the order of the menu. */
export const userLinks: readonly UserLink[] = [
  { to: '/profile', label: t('shell.profile'), Icon: User },
  { to: subscriptionLink, label: t('shell.subscription'), Icon: BadgeCheck },
  { to: '/posts/my', label: t('shell.myPosts'), Icon: FileText },
  { to: '/comments/my', label: t('shell.myComments'), Icon: MessageSquare },
  { to: '/posts/create', label: t('shell.createPost'), Icon: SquarePen },
];

export const passwordLink: UserLink = {
  to: '/change-password',
  label: t('shell.changePassword'),
  Icon: KeyRound,
};
