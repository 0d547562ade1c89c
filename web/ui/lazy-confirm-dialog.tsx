import { lazy } from 'react';
import type { ConfirmDialogProps } from './dialog.tsx';
import { MountOnOpen } from './mount-on-open.tsx';

const ConfirmDialog = lazy(() =>
  import('./dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** A confirmation dialog whose code loads when it first opens. */
export function LazyConfirmDialog(props: ConfirmDialogProps) {
  return (
    <MountOnOpen open={props.open}>
      <ConfirmDialog {...props} />
    </MountOnOpen>
  );
}
