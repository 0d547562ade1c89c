import Settings from 'lucide-react/icons/sliders-horizontal';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { PostStatus } from '#contract/posts.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import type { PostFormState } from './post-form-sections.tsx';
import { goesPublic, submitLabel } from './publication-texts.ts';

type BarProps = {
  form: PostFormState;
  isBusy: boolean;
  isReady: boolean;
  /** The status before the form is sent; undefined for a new post. */
  before: PostStatus | undefined;
  cancel: ReactNode;
  /** The save status of the text. */
  status: ReactNode;
  preview: ReactNode;
  onSettings: () => void;
  onPublish: () => void;
};

/** The bar above the paper. What makes a text public opens the panel first; what does not is sent at once. */
export function WritingBar({ form, isBusy, isReady, before, onSettings, onPublish, ...slots }: BarProps) {
  const chosen = useWatch({ control: form.control, name: 'status' });
  const label = submitLabel(before, chosen);
  const isPublic = goesPublic(before, chosen);
  const isDraft = before === 'draft' && chosen === 'draft';
  return (
    <div className="writing-bar sticky top-0 z-20 border-b border-rule bg-paper">
      <Container className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
        {slots.cancel}
        <div className="order-last min-h-4 w-full text-xs sm:order-none sm:w-auto sm:min-w-0 sm:flex-1">
          {slots.status}
        </div>
        <span className="flex-1 sm:hidden" />
        {slots.preview}
        <Button variant="quiet" onClick={onSettings} className="max-sm:px-3">
          <Settings aria-hidden className="size-4" />
          <span className="max-lg:sr-only">{postFormMessages.panel}</span>
        </Button>
        {!isPublic && (
          <Button
            type="submit"
            variant={isDraft ? 'secondary' : 'primary'}
            busy={isBusy}
            disabled={!isReady}
            className={isDraft ? 'whitespace-nowrap max-sm:hidden' : 'whitespace-nowrap'}
          >
            {label}
          </Button>
        )}
        {(isPublic || isDraft) && (
          <Button busy={isBusy} disabled={!isReady} onClick={onPublish} className="whitespace-nowrap">
            {interpolate(postFormMessages.opensPanel, {
              action: isDraft ? postFormMessages.publish : label,
            })}
          </Button>
        )}
      </Container>
    </div>
  );
}
