import { type MetaArgs, useSearchParams } from 'react-router';
import * as messages from '#locales/ru/audit.ts';
import { AuditLog, parseAuditList } from '#web/features/audit/audit-log.tsx';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

export default function StaffAudit() {
  const list = parseAuditList(useSearchParams()[0]);
  return (
    <StaffPage section="audit" title={messages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="audit">
          <AuditLog list={list} />
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
