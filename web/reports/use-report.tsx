import { lazy, type ReactNode, useState } from 'react';
import { MountOnOpen } from '#web/ui/mount-on-open.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
);

/** The report of a thing: a dialog, whose code loads when it first opens. */
export function useReport(target: ReportDialogProps['target']): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    dialog: (
      <MountOnOpen open={isOpen}>
        <ReportDialog open={isOpen} onOpenChange={setOpen} target={target} />
      </MountOnOpen>
    ),
  };
}
