import { type MetaArgs, useSearchParams } from 'react-router';
import * as messages from '#locales/ru/staff-waiting.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { parseWaitingList } from '#web/features/moderation/waiting-path.ts';
import { WaitingQueue } from '#web/features/moderation/waiting-queue.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

export default function StaffWaiting() {
  const list = parseWaitingList(useSearchParams()[0]);
  return (
    <StaffPage section="waiting" title={messages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="waiting">
          <WaitingQueue list={list} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
