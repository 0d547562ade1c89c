import Activity from 'lucide-react/icons/activity';
import Flag from 'lucide-react/icons/flag';
import FolderInput from 'lucide-react/icons/folder-input';
import FolderTree from 'lucide-react/icons/folder-tree';
import Hourglass from 'lucide-react/icons/hourglass';
import LayoutTemplate from 'lucide-react/icons/layout-template';
import MessageSquare from 'lucide-react/icons/message-square';
import Newspaper from 'lucide-react/icons/newspaper';
import ReceiptText from 'lucide-react/icons/receipt-text';
import ScrollText from 'lucide-react/icons/scroll-text';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Tag from 'lucide-react/icons/tag';
import Users from 'lucide-react/icons/users';
import type { LucideIcon } from 'lucide-react/types';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UserProfile } from '#contract/auth.ts';
import type { Permission } from '#contract/permissions.ts';
import * as auditMessages from '#locales/ru/audit.ts';
import * as errorsMessages from '#locales/ru/errors.ts';
import * as healthMessages from '#locales/ru/health.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import * as frontPageMessages from '#locales/ru/staff-front-page.ts';
import * as staffImportsMessages from '#locales/ru/staff-imports.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import * as staffPlansMessages from '#locales/ru/staff-plans.ts';
import * as staffPublicationMessages from '#locales/ru/staff-publication.ts';
import * as staffReportsMessages from '#locales/ru/staff-reports.ts';
import * as staffUsersMessages from '#locales/ru/staff-users.ts';
import * as staffWaitingMessages from '#locales/ru/staff-waiting.ts';
import { useUser } from '#web/api/use-session.ts';
import { userCan } from '#web/api/user-can.ts';
import { ListSkeleton } from '#web/lists/list-skeleton.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

export type StaffSection =
  | 'posts'
  | 'front-page'
  | 'comments'
  | 'reports'
  | 'waiting'
  | 'publication'
  | 'users'
  | 'audit'
  | 'categories'
  | 'payments'
  | 'plans'
  | 'imports'
  | 'health';
type Section = {
  id: StaffSection;
  to: string;
  /** The permission without which the section shows nothing. */
  permission: Permission;
  icon: LucideIcon;
  title: string;
  description: string;
  intro: string;
};

const sections: readonly Section[] = [
  {
    id: 'posts',
    to: '/staff/posts',
    permission: 'posts.review',
    icon: Newspaper,
    title: moderationMessages.posts,
    description: moderationMessages.postsAbout,
    intro: moderationMessages.hidingIntro,
  },
  {
    id: 'front-page',
    to: '/staff/front-page',
    permission: 'front-page.arrange',
    icon: LayoutTemplate,
    title: frontPageMessages.title,
    description: frontPageMessages.about,
    intro: frontPageMessages.intro,
  },
  {
    id: 'comments',
    to: '/staff/comments',
    permission: 'content.moderate',
    icon: MessageSquare,
    title: moderationMessages.comments,
    description: moderationMessages.commentsAbout,
    intro: moderationMessages.hidingIntro,
  },
  {
    id: 'reports',
    to: '/staff/reports',
    permission: 'content.moderate',
    icon: Flag,
    title: staffReportsMessages.title,
    description: staffReportsMessages.about,
    intro: staffReportsMessages.intro,
  },
  {
    id: 'waiting',
    to: '/staff/waiting',
    permission: 'content.moderate',
    icon: Hourglass,
    title: staffWaitingMessages.title,
    description: staffWaitingMessages.about,
    intro: staffWaitingMessages.intro,
  },
  {
    id: 'publication',
    to: '/staff/publication',
    permission: 'publication.manage',
    icon: ShieldCheck,
    title: staffPublicationMessages.title,
    description: staffPublicationMessages.about,
    intro: staffPublicationMessages.intro,
  },
  {
    id: 'users',
    to: '/staff/users',
    permission: 'accounts.moderate',
    icon: Users,
    title: staffUsersMessages.title,
    description: staffUsersMessages.about,
    intro: staffUsersMessages.intro,
  },
  {
    id: 'categories',
    to: '/staff/categories',
    permission: 'categories.manage',
    icon: FolderTree,
    title: moderationMessages.categories,
    description: moderationMessages.categoriesAbout,
    intro: moderationMessages.categoriesIntro,
  },
  {
    id: 'payments',
    to: '/staff/payments',
    permission: 'payments.read',
    icon: ReceiptText,
    title: staffPaymentsMessages.title,
    description: staffPaymentsMessages.about,
    intro: staffPaymentsMessages.intro,
  },
  {
    id: 'plans',
    to: '/staff/plans',
    permission: 'plans.manage',
    icon: Tag,
    title: staffPlansMessages.title,
    description: staffPlansMessages.about,
    intro: staffPlansMessages.intro,
  },
  {
    id: 'audit',
    to: '/staff/audit',
    permission: 'audit.read',
    icon: ScrollText,
    title: auditMessages.title,
    description: auditMessages.about,
    intro: auditMessages.intro,
  },
  {
    id: 'imports',
    to: '/staff/imports',
    permission: 'imports.manage',
    icon: FolderInput,
    title: staffImportsMessages.title,
    description: staffImportsMessages.about,
    intro: staffImportsMessages.intro,
  },
  {
    id: 'health',
    to: '/staff/health',
    permission: 'health.read',
    icon: Activity,
    title: healthMessages.title,
    description: healthMessages.about,
    intro: healthMessages.intro,
  },
];

/** Whether the user may enter a section; without one, whether any. */
const canEnter = (user: UserProfile, section?: StaffSection): boolean =>
  sections.some(
    ({ id, permission }) => (section === undefined || id === section) && userCan(user, permission),
  );

/** The heading and the navigation of the staff pages. */
export function StaffPage({
  section,
  title,
  children,
}: {
  section?: StaffSection;
  title: string;
  children: ReactNode;
}) {
  const user = useUser();
  return (
    <Container width="wide" className="py-8 sm:py-12">
      <h1 className="text-3xl sm:text-4xl">{title}</h1>
      <p className="mt-2 text-soft">
        {sections.find(({ id }) => id === section)?.intro ?? moderationMessages.intro}
      </p>
      {section && (
        <nav aria-label={moderationMessages.sections} className="mt-6 border-b border-rule">
          <ul className="flex flex-wrap gap-x-6">
            {sections
              .filter(({ id }) => !user || canEnter(user, id))
              .map(({ id, to, title: label }) => (
                <li key={id}>
                  <Link
                    to={to}
                    viewTransition
                    aria-current={id === section ? 'page' : undefined}
                    className="-mb-px flex min-h-11 items-center border-b-3 border-transparent font-medium text-soft hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
                  >
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </nav>
      )}
      <div className="mt-6">{children}</div>
    </Container>
  );
}

/** Shows its children to authorized users and the message of a 403 to others. Used inside `RequireUser`. */
export function StaffOnly({ section, children }: { section?: StaffSection; children: ReactNode }) {
  const user = useUser();
  if (user?.lacks_second_factor)
    return (
      <EmptyState title={securityPageMessages.setupTitle} text={securityPageMessages.setupText}>
        <ButtonLink to="/security">{securityPageMessages.setupLink}</ButtonLink>
      </EmptyState>
    );
  if (user && !canEnter(user, section))
    return (
      <EmptyState title={moderationMessages.forbiddenTitle} text={errorsMessages.forbidden}>
        <ButtonLink to="/">{moderationMessages.toHome}</ButtonLink>
      </EmptyState>
    );
  return children;
}

/** The start page for staff, with links to the sections. */
export function StaffSections() {
  const user = useUser();
  return (
    <ul className="grid gap-4 sm:grid-cols-3">
      {sections
        .filter(({ id }) => user && canEnter(user, id))
        .map(({ id, to, icon: Icon, title, description }) => (
          <li
            key={id}
            className="group relative rounded-md border border-rule bg-raised p-5 hover:border-rule-strong"
          >
            <Icon aria-hidden className="size-6 text-accent" strokeWidth={1.5} />
            <h2 className="mt-3 text-xl font-semibold">
              <Link to={to} viewTransition className="stretched group-hover:underline">
                {title}
              </Link>
            </h2>
            <p className="mt-1 text-sm text-soft">{description}</p>
          </li>
        ))}
    </ul>
  );
}

/** Shown until the session is restored. */
export function StaffPlaceholder() {
  return (
    <LoadingFallback needsScript={moderationMessages.needsScript}>
      <StaffListSkeleton />
    </LoadingFallback>
  );
}

export const StaffListSkeleton = () => (
  <div className="mt-8">
    <ListSkeleton loading={moderationMessages.loading} />
  </div>
);
