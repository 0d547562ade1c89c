import { Dialog } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { PostStatus } from '#contract/posts.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { backdropClass } from '#web/ui/dialog-class.ts';
import type { PostFormState } from './post-form-sections.tsx';
import { submitLabel } from './publication-texts.ts';
import type { ArticlePanelControl } from './use-article-panel.ts';

type PanelProps = {
  panel: ArticlePanelControl;
  form: PostFormState;
  /** The `id` of the form element, which the panel's button submits. */
  formId: string;
  isBusy: boolean;
  isReady: boolean;
  /** The status before the form is sent; undefined for a new post. */
  before: PostStatus | undefined;
  shortcuts: string;
  children: ReactNode;
};

/** «Параметры статьи»: everything about a post but its title and text. Its fields stay mounted while it is closed. */
export function ArticlePanel({
  panel,
  form,
  formId,
  isBusy,
  isReady,
  before,
  shortcuts,
  children,
}: PanelProps) {
  const popup = useRef<HTMLDivElement>(null);
  const [title, content, chosen] = useWatch({ control: form.control, name: ['title', 'content', 'status'] });
  return (
    <Dialog.Root open={panel.isOpen} onOpenChange={(open) => (open ? panel.open() : panel.close())}>
      <Dialog.Portal keepMounted>
        <Dialog.Backdrop className={backdropClass} />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => (panel.focusWanted() ? false : popup.current)}
          finalFocus={() => !panel.focusWanted()}
          className="fixed top-(--toast-space) right-0 bottom-0 z-50 flex w-full max-w-form flex-col border-rule bg-paper shadow-popup outline-none transition-transform duration-150 data-ending-style:translate-x-full data-starting-style:translate-x-full motion-reduce:transition-none sm:border-l"
        >
          <header className="flex items-center gap-4 border-b border-rule py-1.5 pr-2 pl-4 sm:pl-6">
            <Dialog.Title className="flex-1 text-xl">{postFormMessages.panel}</Dialog.Title>
            <Dialog.Close
              render={
                <IconButton label={postFormMessages.panelClose}>
                  <X aria-hidden className="size-5" />
                </IconButton>
              }
            />
          </header>
          <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto scroll-py-24 overscroll-contain px-4 py-5 sm:px-6">
            {children}
          </div>
          <footer className="flex items-center justify-end gap-4 border-t border-rule px-4 py-3 sm:px-6">
            <p className="hidden flex-1 text-xs text-muted sm:block">{shortcuts}</p>
            <Button
              type="submit"
              form={formId}
              busy={isBusy}
              disabled={!isReady || !title?.trim() || !content?.trim()}
              className="max-sm:flex-1"
            >
              {submitLabel(before, chosen)}
            </Button>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
