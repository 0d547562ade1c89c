import { type MetaArgs, useParams } from 'react-router';
import * as messages from '#locales/ru/staff-users.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { UserDetails } from '#web/features/moderation/user-details.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

export default function StaffUser() {
  const { id = '' } = useParams();
  return (
    <StaffPage section="users" title={messages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="users">
          <UserDetails key={id} id={Number(id)} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
