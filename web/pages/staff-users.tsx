import { type MetaArgs, useSearchParams } from 'react-router';
import * as messages from '#locales/ru/staff-users.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { UserList } from '#web/features/moderation/user-list.tsx';
import { parseUserList } from '#web/features/moderation/user-list-path.ts';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

export default function StaffUsers() {
  const list = parseUserList(useSearchParams()[0]);
  return (
    <StaffPage section="users" title={messages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="users">
          <UserList list={list} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
