import { type MetaArgs, useSearchParams } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { useUser } from '#web/api/use-session.ts';
import { userCan } from '#web/api/user-can.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { ModeratedPosts } from '#web/features/moderation/moderated-posts.tsx';
import { postStates, readModerationList } from '#web/features/moderation/moderation-path.ts';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { PostPreview } from '#web/features/posts/post-preview.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: moderationMessages.postsTitle, isHidden: true, matches });

export default function StaffPosts() {
  const user = useUser();
  const states = postStates.filter(
    (state) => userCan(user, 'drafts.read') || (state !== 'draft' && state !== 'scheduled'),
  );
  const list = readModerationList(useSearchParams()[0], states);
  return (
    <StaffPage section="posts" title={moderationMessages.postsTitle}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="posts">
          <ModeratedPosts list={list} states={states} preview={(slug) => <PostPreview slug={slug} />} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
