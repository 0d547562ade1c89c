import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';
import { backdropClass, popupClass } from './dialog-class.ts';

/** A dialog for a short form or for reading; Escape and a click outside close it. */
export function FormDialog({
  open,
  onOpenChange,
  title,
  children,
  wide = false,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  /** For reading: wider, and the initial focus is on the dialog instead of its first button. */
  wide?: boolean;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          ref={popup}
          className={classNames(popupClass, wide ? 'max-w-text' : 'max-w-form')}
          initialFocus={wide ? popup : undefined}
        >
          <Dialog.Title className="text-xl">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
