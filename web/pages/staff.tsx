import type { MetaArgs } from 'react-router';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import {
  StaffOnly,
  StaffPage,
  StaffPlaceholder,
  StaffSections,
} from '#web/features/moderation/staff-frame.tsx';
import { SiteActivity } from '#web/features/stats/site-activity.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: moderationMessages.title, isHidden: true, matches });

export default function Staff() {
  return (
    <StaffPage title={moderationMessages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly>
          <SiteActivity>
            <StaffSections />
          </SiteActivity>
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
