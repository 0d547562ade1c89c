import type { MetaArgs } from 'react-router';
import * as frontPageMessages from '#locales/ru/staff-front-page.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { FrontPageEditor } from '#web/features/moderation/front-page-editor.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { LeaveGuard } from '#web/features/post-form/leave-guard.tsx';
import { FrontPageSections, toListedFrontPage } from '#web/features/posts/front-page.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: frontPageMessages.title, isHidden: true, matches });

export default function StaffFrontPage() {
  return (
    <StaffPage section="front-page" title={frontPageMessages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="front-page">
          <FrontPageEditor
            preview={(page) => <FrontPageSections page={toListedFrontPage(page)} />}
            leaveGuard={(isUnsaved) => (
              <LeaveGuard isUnsaved={isUnsaved} text={frontPageMessages.leaveText} />
            )}
          />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
