import Flag from 'lucide-react/icons/flag';
import * as messages from '#locales/ru/reports.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';
import { useReport } from './use-report.tsx';

/** The «Пожаловаться» button of a profile. */
export function ReportButton(target: ReportDialogProps['target']) {
  const report = useReport(target);
  return (
    <>
      <Button variant="quiet" size="sm" className="mt-4" onClick={report.open}>
        <Flag aria-hidden className="size-4" />
        {messages.report}
      </Button>
      {report.dialog}
    </>
  );
}

/** The same as an icon, beside the other tools of an article. */
export function ReportIcon(target: ReportDialogProps['target']) {
  const report = useReport(target);
  return (
    <>
      <IconButton label={messages.report} onClick={report.open}>
        <Flag aria-hidden className="size-5" />
      </IconButton>
      {report.dialog}
    </>
  );
}
