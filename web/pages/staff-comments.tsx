import { useSearchParams } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ModeratedComments, moderatedCommentsPath } from '#web/features/moderation/moderated-comments.tsx';
import { moderationPath, readModerationList } from '#web/features/moderation/moderation-path.ts';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageStatus, paginationLabels } from '#web/features/posts/list-labels.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Pagination } from '#web/ui/pagination.tsx';

export const meta = () => pageMeta({ title: moderationMessages.commentsTitle });

export default function StaffComments() {
  const list = readModerationList(useSearchParams()[0]);
  const { page } = list;
  return (
    <StaffPage section="comments" title={moderationMessages.commentsTitle}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly>
          <ModeratedComments
            list={list}
            paginationOf={(pageCount) => (
              <Pagination
                page={page}
                pageCount={pageCount}
                hrefOf={(target) => moderationPath(moderatedCommentsPath, { ...list, page: target })}
                status={pageStatus(page, pageCount)}
                labels={paginationLabels}
              />
            )}
          />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
