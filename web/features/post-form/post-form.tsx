import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import type { PostDetail } from '#contract/posts.ts';
import { t } from '#text/index.ts';
import { ApiError } from '#web/api/client.ts';
import { showApiErrors } from '#web/api/form-errors.ts';
import { notify } from '#web/api/notify.ts';
import { useSubmit } from '#web/api/use-submit.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ChecklistPanel } from './checklist-panel.tsx';
import type { RenderChanges } from './conflict-panel.tsx';
import { DraftConflict } from './draft-conflict.tsx';
import { DraftOffers } from './draft-offers.tsx';
import { DraftStatus } from './draft-status.tsx';
import { ImageField } from './image-field.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import type { DraftName, Picture, PostValues } from './post-fields.ts';
import {
  BasicFields,
  type CategoryChoice,
  PublicationFields,
  type RenderEditor,
  Section,
  SubmitBar,
  type SubmitWords,
  TextFields,
  type Uploading,
} from './post-form-sections.tsx';
import { PreviewButton, type RenderArticle } from './preview-button.tsx';
import { coverToSend } from './upload-picture.ts';
import type { DraftControl } from './use-draft.ts';
import type { PostFormControl } from './use-post-form.ts';

const fields = ['title', 'category', 'content', 'status', 'publish_at', 'comments_enabled'] as const;

export type PostFormProps = {
  control: PostFormControl;
  draft: DraftControl;
  categories: CategoryChoice[];
  words: SubmitWords & { failed: string };
  cancelTo: string;
  /** Ctrl+S saves a draft and Ctrl+Shift+S publishes. Without this flag both submit the form as it is. */
  hasDraftKeys?: boolean;
  save: (post: PostValues, picture: Picture, draft: DraftName) => Promise<PostDetail>;
  /** The message for an error that needs its own; null when the error is already shown. */
  explain?: (error: ApiError) => string | null | undefined;
  onSaved: (saved: PostDetail) => Promise<void>;
  renderArticle: RenderArticle;
  renderEditor: RenderEditor;
  renderChanges: RenderChanges;
  /** Rendered above the fields. */
  children?: ReactNode;
};

/** The form of a new or existing post. The caller saves it. */
export function PostForm({
  control,
  draft: drafts,
  categories,
  words,
  hasDraftKeys = false,
  ...props
}: PostFormProps) {
  const { form, picture } = control;
  const { draft, state } = drafts;
  const [problem, setProblem] = useState<string | null>(null);
  const [uploading, setUploading] = useState<Uploading>('idle');
  const isSaved = useRef(false);
  const isUnsaved = useCallback(
    () => !isSaved.current && (uploading !== 'idle' || draft.isUnsaved()),
    [uploading, draft],
  );

  async function send(post: PostValues): Promise<void> {
    setProblem(null);
    control.setPictureError(undefined);
    try {
      // A draft save in flight would create the draft again after the post was saved.
      await draft.pause();
      const saved = await props.save(post, await coverToSend(picture), draft.name);
      isSaved.current = true;
      await draft.finish();
      await props.onSaved(saved);
    } catch (error) {
      draft.resume();
      const own = error instanceof ApiError ? props.explain?.(error) : undefined;
      if (own !== undefined) return setProblem(own);
      control.setPictureError(imageTexts(error));
      setProblem(
        showApiErrors(form, error, { fields, shown: ['image', 'image_url'], fallback: words.failed }),
      );
    }
  }
  const { isReady, isBusy, onSubmit } = useSubmit(form, send, () => notify('error', t('postForm.fixErrors')));

  function handleKey(event: KeyboardEvent): void {
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    const keptAs = form.getValues('status') === 'later' ? 'later' : 'draft';
    if (hasDraftKeys) form.setValue('status', event.shiftKey ? 'published' : keptAs);
    onSubmit();
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit} onKeyDown={handleKey} className="flex flex-col gap-8">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <DraftOffers {...drafts} />
      {props.children}
      <DraftConflict
        control={control}
        draft={draft}
        theirs={state?.theirs ?? null}
        renderChanges={props.renderChanges}
      />
      <Section title={t('postForm.basics')}>
        <BasicFields form={form} categories={categories} />
        <ImageField image={picture} onChange={control.choosePicture} error={control.pictureError} />
      </Section>
      <Section title={t('postForm.text')}>
        <TextFields form={form} renderEditor={props.renderEditor} onUploading={setUploading} />
      </Section>
      <Section title={t('postForm.settings')}>
        <PublicationFields form={form} />
        <ChecklistPanel form={form} />
      </Section>
      <SubmitBar
        form={form}
        isBusy={isBusy}
        isReady={isReady && uploading !== 'running'}
        words={words}
        cancelTo={props.cancelTo}
        status={<DraftStatus state={state} uploading={uploading} />}
      >
        <PreviewButton control={control} categories={categories} renderArticle={props.renderArticle} />
      </SubmitBar>
      <LeaveGuard isUnsaved={isUnsaved} />
    </form>
  );
}

function imageTexts(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.fields.image ?? error.fields.image_url)?.join(' ');
}
