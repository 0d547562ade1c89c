import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { PostDetail, PostStatus } from '#contract/posts.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { ApiError } from '#web/api/client.ts';
import { showApiErrors } from '#web/forms/form-errors.ts';
import { useSubmit } from '#web/forms/use-submit.ts';
import { Container } from '#web/ui/container.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { ArticlePanel } from './article-panel.tsx';
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
  TextFields,
  type TextHandle,
  TitleField,
  type UploadStatus,
} from './post-form-sections.tsx';
import { PreviewButton, type RenderArticle } from './preview-button.tsx';
import { RestoreDraftPanel } from './restore-draft-panel.tsx';
import { SlugField } from './slug-field.tsx';
import { coverToSend } from './upload-picture.ts';
import { useArticlePanel } from './use-article-panel.ts';
import type { DraftControl } from './use-draft.ts';
import type { PostFormControl } from './use-post-form.ts';
import { WritingBar } from './writing-bar.tsx';

export type PostFormProps = {
  control: PostFormControl;
  draft: DraftControl;
  categories: CategoryChoice[];
  /** The status before the form is sent; undefined for a new post. */
  before: PostStatus | undefined;
  /** The slug of an existing post. */
  slug?: string;
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
  /** Rendered below the settings of the panel. */
  extraSettings?: ReactNode;
  /** Rendered above the title. */
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
  const panel = useArticlePanel(form);
  const text = useRef<TextHandle>(null);
  const formId = useId();
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
      // The choice between two texts is on the paper.
      if (ownMessage === null) panel.close();
      if (ownMessage !== undefined) return setProblem(ownMessage);
      control.setPictureError(imageErrorMessage(error));
      setProblem(
        showApiErrors(form, error, {
          fields: postFormSchema.keyof().options,
          handledElsewhere: ['image', 'image_url'],
          fallback: labels.failed,
        }),
      );
      if (error instanceof ApiError && error.status === 400) panel.reveal(Object.keys(error.fields));
    }
  }
  const { isReady, isBusy, onSubmit } = useSubmit(form, send, showInvalid);

  function showInvalid(errors: FieldErrors<PostValues>): void {
    notify('error', postFormMessages.fixErrors);
    panel.reveal(Object.keys(errors));
  }

  useSaveKeys((isPublishing) => {
    const draftStatus = form.getValues('status') === 'later' ? 'later' : 'draft';
    if (hasDraftKeys) form.setValue('status', isPublishing ? 'published' : draftStatus);
    onSubmit();
  });

  const notice = problem && <Notice tone="danger">{problem}</Notice>;
  const sending = { isBusy, isReady: isReady && uploadStatus !== 'running', before: props.before };
  return (
    <>
      <form id={formId} method="post" noValidate onSubmit={onSubmit}>
        <WritingBar
          form={form}
          {...sending}
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
          preview={
            <PreviewButton control={control} categories={categories} renderArticle={props.renderArticle} />
          }
          onSettings={panel.open}
          onPublish={() => void form.handleSubmit(panel.openToPublish, showInvalid)()}
        />
        <Container width="text" className="flex flex-col gap-6 pt-6 pb-24 sm:pt-10">
          {!panel.isOpen && notice}
          <RestoreDraftPanel {...draftControl} />
          {props.children}
          <DraftConflict
            control={control}
            draft={draft}
            theirs={state?.theirs ?? null}
            renderChanges={props.renderChanges}
          />
          {/* Not form.setFocus(), which waits: the next keys would stay in the title. */}
          <TitleField form={form} onEnter={() => text.current?.focus()} />
          <TextFields
            ref={text}
            form={form}
            renderEditor={props.renderEditor}
            onUploadStatusChange={setUploadStatus}
          />
        </Container>
      </form>
      <ArticlePanel panel={panel} form={form} formId={formId} {...sending} shortcuts={labels.shortcuts}>
        {panel.isOpen && notice}
        <ChecklistPanel form={form} />
        <Section title={postFormMessages.basics}>
          <BasicFields form={form} categories={categories} />
          <CoverFields control={control} />
          <SlugField form={form} current={props.slug} />
        </Section>
        <Section title={postFormMessages.settings}>
          <PublicationFields form={form} />
          <div className="flex flex-wrap gap-3">
            <DraftLinkButton form={form} draft={draft} isPublished={props.before === 'published'} />
          </div>
        </Section>
        {props.extraSettings}
      </ArticlePanel>
      <LeaveGuard isUnsaved={isUnsaved} />
    </>
  );
}

/** Ctrl+S, also with Shift, wherever the focus is on the page. */
function useSaveKeys(save: (isPublishing: boolean) => void): void {
  const current = useRef(save);
  current.current = save;
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      current.current(event.shiftKey);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, []);
}

function imageErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return (error.fields.image ?? error.fields.image_url)?.join(' ');
}
