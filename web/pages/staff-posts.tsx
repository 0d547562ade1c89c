import { useSearchParams } from 'react-router';
import { t } from '#text/index.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ModeratedPosts, moderatedPostsPath } from '#web/features/moderation/moderated-posts.tsx';
import { moderationPath, readModerationList } from '#web/features/moderation/moderation-address.ts';
import { StaffOnly, StaffPage, StaffWaiting } from '#web/features/moderation/staff-frame.tsx';
import { pageStatus, paginationLabels } from '#web/features/posts/list-labels.ts';
import { pageMeta } from '#web/shell/titles.ts';
import { Pagination } from '#web/ui/pagination.tsx';

export const meta = () => pageMeta({ title: t('moderation.postsTitle') });

export default function StaffPosts() {
  const list = readModerationList(useSearchParams()[0]);
  const { page } = list;
  return (
    <StaffPage section="posts" title={t('moderation.postsTitle')}>
      <RequireUser fallback={<StaffWaiting />}>
        <StaffOnly>
          <ModeratedPosts
            list={list}
            paginationOf={(pageCount) => (
              <Pagination
                page={page}
                pageCount={pageCount}
                hrefOf={(wanted) => moderationPath(moderatedPostsPath, { ...list, page: wanted })}
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
