import { type MetaArgs, useSearchParams } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ModeratedPosts } from '#web/features/moderation/moderated-posts.tsx';
import { readModerationList } from '#web/features/moderation/moderation-path.ts';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { PostPreview } from '#web/features/posts/post-preview.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: moderationMessages.postsTitle, isHidden: true, matches });

export default function StaffPosts() {
  const list = readModerationList(useSearchParams()[0]);
  return (
    <StaffPage section="posts" title={moderationMessages.postsTitle}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="posts">
          <ModeratedPosts list={list} preview={(slug) => <PostPreview slug={slug} />} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
