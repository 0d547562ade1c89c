import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import type { PostDetail, PostStatus } from '#contract/posts.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { ApiError } from '#web/api/client.ts';
import { showApiErrors } from '#web/forms/form-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { CancelLink } from './cancel-link.tsx';
import { ChecklistPanel } from './checklist-panel.tsx';
import type { RenderChanges } from './conflict-panel.tsx';
import { CoverFields } from './cover-fields.tsx';
import { DraftConflict } from './draft-conflict.tsx';
import { DraftLinkButton } from './draft-link-button.tsx';
import { DraftStatus } from './draft-status.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { type DraftReference, type Picture, type PostValues, postFormSchema } from './post-fields.ts';
import {
  BasicFields,
  type CategoryChoice,
  PublicationFields,
  type RenderEditor,
  Section,
  SubmitBar,
  TextFields,
  type UploadStatus,
} from './post-form-sections.tsx';
import { PreviewButton, type RenderArticle } from './preview-button.tsx';
import { RestoreDraftPanel } from './restore-draft-panel.tsx';
import { coverToSend } from './upload-picture.ts';
import type { DraftControl } from './use-draft.ts';
import type { PostFormControl } from './use-post-form.ts';

export type PostFormProps = {
  control: PostFormControl;
  draft: DraftControl;
  categories: CategoryChoice[];
  /** The status before the form is sent; undefined for a new post. */
  before: PostStatus | undefined;
  labels: { shortcuts: string; failed: string };
  cancel: { to: string; explanation: string };
  /** Ctrl+S saves a draft and Ctrl+Shift+S publishes. Without this flag both submit the form as it is. */
  hasDraftKeys?: boolean;
  save: (post: PostValues, picture: Picture, draft: DraftReference) => Promise<PostDetail>;
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
  draft: draftControl,
  categories,
  labels,
  hasDraftKeys = false,
  ...props
}: PostFormProps) {
  const { form, picture } = control;
  const { draft, state } = draftControl;
  const [problem, setProblem] = useState<string | null>(null);
  const [uploadStatus, setUploadStatus] = useState<UploadStatus>('idle');
  const isSaved = useRef(false);
  const isUnsaved = useCallback(
    () => !isSaved.current && (uploadStatus !== 'idle' || draft.isUnsaved()),
    [uploadStatus, draft],
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
      const ownMessage = error instanceof ApiError ? props.explain?.(error) : undefined;
      if (ownMessage !== undefined) return setProblem(ownMessage);
      control.setPictureError(imageErrorMessage(error));
      setProblem(
        showApiErrors(form, error, {
          fields: postFormSchema.keyof().options,
          handledElsewhere: ['image', 'image_url'],
          fallback: labels.failed,
        }),
      );
    }
  }
  const { isReady, isBusy, onSubmit } = useSubmit(form, send, () =>
    notify('error', postFormMessages.fixErrors),
  );

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    const draftStatus = form.getValues('status') === 'later' ? 'later' : 'draft';
    if (hasDraftKeys) form.setValue('status', event.shiftKey ? 'published' : draftStatus);
    onSubmit();
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={onSubmit}
      onKeyDown={handleKeyDown}
      className="flex flex-col gap-8"
    >
      {problem && <Notice tone="danger">{problem}</Notice>}
      <RestoreDraftPanel {...draftControl} />
      {props.children}
      <DraftConflict
        control={control}
        draft={draft}
        theirs={state?.theirs ?? null}
        renderChanges={props.renderChanges}
      />
      <Section title={postFormMessages.basics}>
        <BasicFields form={form} categories={categories} />
        <CoverFields control={control} />
      </Section>
      <Section title={postFormMessages.text}>
        <TextFields form={form} renderEditor={props.renderEditor} onUploadStatusChange={setUploadStatus} />
      </Section>
      <Section title={postFormMessages.settings}>
        <PublicationFields form={form} />
        <ChecklistPanel form={form} />
      </Section>
      <SubmitBar
        form={form}
        isBusy={isBusy}
        isReady={isReady && uploadStatus !== 'running'}
        before={props.before}
        shortcuts={labels.shortcuts}
        cancel={
          <CancelLink
            draft={draft}
            state={state}
            {...props.cancel}
            onDiscard={() => {
              isSaved.current = true;
            }}
          />
        }
        status={<DraftStatus state={state} uploadStatus={uploadStatus} />}
      >
        <DraftLinkButton form={form} draft={draft} />
        <PreviewButton control={control} categories={categories} renderArticle={props.renderArticle} />
      </SubmitBar>
      <LeaveGuard isUnsaved={isUnsaved} />
    </form>
  );
}

function imageErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.fields.image ?? error.fields.image_url)?.join(' ');
}
