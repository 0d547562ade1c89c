import { type MetaArgs, useSearchParams } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ModeratedComments } from '#web/features/moderation/moderated-comments.tsx';
import { readModerationList } from '#web/features/moderation/moderation-path.ts';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: moderationMessages.commentsTitle, isHidden: true, matches });

export default function StaffComments() {
  const list = readModerationList(useSearchParams()[0]);
  return (
    <StaffPage section="comments" title={moderationMessages.commentsTitle}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="comments">
          <ModeratedComments list={list} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
