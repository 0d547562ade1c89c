import * as moderationMessages from '#locales/ru/moderation.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import {
  StaffOnly,
  StaffPage,
  StaffPlaceholder,
  StaffSections,
} from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = () => pageMeta({ title: moderationMessages.title });

export default function Staff() {
  return (
    <StaffPage title={moderationMessages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly>
          <StaffSections />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
