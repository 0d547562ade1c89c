import { type MetaArgs, useSearchParams } from 'react-router';
import * as objectionMessages from '#locales/ru/staff-objections.ts';
import * as messages from '#locales/ru/staff-reports.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import {
  isObjectionList,
  objectionListPath,
  parseObjectionList,
} from '#web/features/moderation/objection-list-path.ts';
import { ObjectionQueue } from '#web/features/moderation/objection-queue.tsx';
import { parseReportList, reportsPath } from '#web/features/moderation/report-list-path.ts';
import { ReportQueue } from '#web/features/moderation/report-queue.tsx';
import { StaffOnly, StaffPage, StaffPlaceholder } from '#web/features/moderation/staff-frame.tsx';
import { SegmentLinks } from '#web/lists/segment-links.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';

export const meta = ({ matches }: MetaArgs) => pageMeta({ title: messages.title, isHidden: true, matches });

export default function StaffReports() {
  const [params] = useSearchParams();
  const showsObjections = isObjectionList(params);
  return (
    <StaffPage section="reports" title={messages.title}>
      <RequireUser fallback={<StaffPlaceholder />}>
        <StaffOnly section="reports">
          <div className="mb-6">
            <SegmentLinks
              label={objectionMessages.lists}
              segments={[
                { to: reportsPath, label: objectionMessages.reports, isCurrent: !showsObjections },
                {
                  to: objectionListPath({ state: 'open', page: 1 }),
                  label: objectionMessages.title,
                  isCurrent: showsObjections,
                },
              ]}
            />
          </div>
          {showsObjections ? (
            <ObjectionQueue list={parseObjectionList(params)} />
          ) : (
            <ReportQueue list={parseReportList(params)} />
          )}
        </StaffOnly>
      </RequireUser>
    </StaffPage>
  );
}
