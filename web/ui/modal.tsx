import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { backdropClass } from './dialog-class.ts';

const popupClass =
  'fixed inset-0 top-(--toast-space) z-50 m-auto flex h-[calc(100dvh-var(--toast-space))] w-full max-w-wide flex-col bg-paper shadow-popup outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:h-[min(92dvh,calc(100dvh-var(--toast-space)))] sm:w-[calc(100vw-4rem)] sm:rounded-lg sm:border sm:border-rule';

type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  /** Buttons below the scrolling content. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A large dialog for viewing content; Escape, the close button and a click outside close it. */
export function Modal({ open, onOpenChange, title, description, closeLabel, footer, children }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup className={popupClass}>
          <header className="flex items-start gap-4 border-b border-rule py-3 pr-3 pl-4 sm:pl-6">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="text-xl">{title}</Dialog.Title>
              {description && (
                <Dialog.Description className="text-sm text-soft">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close
              render={
                <IconButton label={closeLabel}>
                  <X aria-hidden className="size-5" />
                </IconButton>
              }
            />
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes the content scrollable by keyboard */}
          <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
            {children}
          </div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-rule px-4 py-3 sm:px-6">
              {footer}
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
