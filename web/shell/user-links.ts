import BadgeCheck from 'lucide-react/icons/badge-check';
import FileText from 'lucide-react/icons/file-text';
import KeyRound from 'lucide-react/icons/key-round';
import MessageSquare from 'lucide-react/icons/message-square';
import SquarePen from 'lucide-react/icons/square-pen';
import User from 'lucide-react/icons/user';
import type { LucideIcon } from 'lucide-react/types';
import * as shellMessages from '#locales/ru/shell.ts';

type UserLink = { to: string; label: string; Icon: LucideIcon };

export const subscriptionLink = '/subscription';

/** The user's pages, in the order of the menu. */
export const userLinks: readonly UserLink[] = [
  { to: '/profile', label: shellMessages.profile, Icon: User },
  { to: subscriptionLink, label: shellMessages.subscription, Icon: BadgeCheck },
  { to: '/posts/my', label: shellMessages.myPosts, Icon: FileText },
  { to: '/comments/my', label: shellMessages.myComments, Icon: MessageSquare },
  { to: '/posts/create', label: shellMessages.createPost, Icon: SquarePen },
];

export const passwordLink: UserLink = {
  to: '/change-password',
  label: shellMessages.changePassword,
  Icon: KeyRound,
};
