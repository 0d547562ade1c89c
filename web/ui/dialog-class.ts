/** The classes that the dialogs share. They leave the room that toasts take (`web/shell/toaster.tsx`). */
export const backdropClass =
  'fixed inset-0 z-50 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
export const popupClass =
  'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[min(92dvh,calc(100dvh-var(--toast-space)))] flex-col overflow-y-auto rounded-t-lg border border-rule bg-raised p-6 shadow-popup outline-none transition duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:top-1/2 sm:bottom-auto sm:w-[calc(100vw-4rem)] sm:-translate-y-1/2 sm:max-h-[min(92dvh,calc(100dvh-2*var(--toast-space)))] sm:rounded-lg';
