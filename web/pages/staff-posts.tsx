import { useSearchParams } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ModeratedPosts, moderatedPostsPath } from '#web/features/moderation/moderated-posts.tsx';
import { moderationPath, readModerationList } from '#web/features/moderation/moderation-path.ts';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageStatus, paginationLabels } from '#web/features/posts/list-labels.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Pagination } from '#web/ui/pagination.tsx';

export const meta = () => pageMeta({ title: moderationMessages.postsTitle });

export default function StaffPosts() {
  const list = readModerationList(useSearchParams()[0]);
  const { page } = list;
  return (
    <StaffPage section="posts" title={moderationMessages.postsTitle}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly>
          <ModeratedPosts
            list={list}
            paginationOf={(pageCount) => (
              <Pagination
                page={page}
                pageCount={pageCount}
                hrefOf={(target) => moderationPath(moderatedPostsPath, { ...list, page: target })}
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
