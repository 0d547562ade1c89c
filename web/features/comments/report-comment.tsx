import Flag from 'lucide-react/icons/flag';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/reports.ts';
import { useReport } from '#web/reports/use-report.tsx';
import { ActionButton } from './action-button.tsx';

/** The «Пожаловаться» button under a comment. */
export function ReportComment({ id, name }: { id: number; name: string }) {
  const report = useReport({ kind: 'comment', id });
  return (
    <>
      <ActionButton Icon={Flag} label={interpolate(messages.reportComment, { name })} onClick={report.open}>
        {messages.report}
      </ActionButton>
      {report.dialog}
    </>
  );
}
