import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { IconButton } from '#web/ui/button.tsx';

/** The text of one item: a column beside the list, or a sheet at the bottom of a small screen. */
export function PreviewPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <aside
      aria-label={moderationMessages.preview}
      className="fixed inset-x-0 bottom-0 z-20 max-h-[65dvh] overflow-y-auto border-t-3 border-ink bg-paper p-4 shadow-popup lg:sticky lg:inset-auto lg:top-[calc(var(--header-reach)+1rem)] lg:z-0 lg:max-h-[calc(100dvh-var(--header-reach)-2rem)] lg:shadow-none"
    >
      <div className="float-right -mt-1 ml-2">
        <IconButton label={moderationMessages.closePreview} onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      {children}
    </aside>
  );
}
