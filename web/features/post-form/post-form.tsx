import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/client.ts';
import { contractResolver } from '#web/api/contract-resolver.ts';
import { formStatuses, showApiErrors } from '#web/api/form-errors.ts';
import { notify } from '#web/api/notify.ts';
import { useSubmit } from '#web/api/use-submit.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ImageField } from './image-field.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { checkLength, type PostValues, postFields } from './post-fields.ts';
import {
  BasicFields,
  type CategoryChoice,
  type PostFormState,
  PublicationFields,
  Section,
  SubmitBar,
  TextFields,
} from './post-form-sections.tsx';

const fields = ['title', 'category', 'content', 'status', 'comments_enabled'] as const;

/** Writes a new post: published or kept as a draft; a success leads to its page. */
export function PostForm({ categories }: { categories: CategoryChoice[] }) {
  const navigate = useNavigate();
  const form: PostFormState = useForm<PostValues, unknown, PostValues>({
    resolver: contractResolver(postFields, checkLength),
    defaultValues: { status: 'published', comments_enabled: true },
  });
  const { image, imageError, chooseImage, setImageError } = useImage();
  const [problem, setProblem] = useState<string | null>(null);
  const isSaved = useRef(false);

  const isUnsaved = useCallback(() => {
    const { title, content } = form.getValues();
    return !isSaved.current && Boolean(title?.trim() || content?.trim() || image);
  }, [form, image]);

  async function send(post: PostValues): Promise<void> {
    setProblem(null);
    setImageError(undefined);
    try {
      const saved = await createPost(post, image);
      isSaved.current = true;
      notify('success', t(saved.status === 'draft' ? 'postForm.draftSaved' : 'postForm.published'));
      await navigate(`/posts/${encodeURIComponent(saved.slug)}`);
    } catch (error) {
      setImageError(imageTexts(error));
      setProblem(showApiErrors(form, error, { fields, shown: ['image'], fallback: t('postForm.failed') }));
    }
  }
  const { isReady, isBusy, onSubmit } = useSubmit(form, send, () => notify('error', t('postForm.fixErrors')));

  function handleKey(event: KeyboardEvent): void {
    if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    form.setValue('status', event.shiftKey ? 'published' : 'draft');
    onSubmit();
  }

  return (
    <form method="post" noValidate onSubmit={onSubmit} onKeyDown={handleKey} className="flex flex-col gap-8">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Section title={t('postForm.basics')}>
        <BasicFields form={form} categories={categories} />
        <ImageField image={image} onChange={chooseImage} error={imageError} />
      </Section>
      <Section title={t('postForm.text')}>
        <TextFields form={form} />
      </Section>
      <Section title={t('postForm.settings')}>
        <PublicationFields form={form} />
      </Section>
      <SubmitBar form={form} isBusy={isBusy} isReady={isReady} />
      <LeaveGuard isUnsaved={isUnsaved} />
    </form>
  );
}

function useImage() {
  const [image, setImage] = useState<File | null>(null);
  const [imageError, setImageError] = useState<string | undefined>();
  const chooseImage = (file: File | null) => {
    setImage(file);
    setImageError(undefined);
  };
  return { image, imageError, chooseImage, setImageError };
}

function createPost({ category, ...post }: PostValues, image: File | null) {
  const body = { ...post, category: category === '' ? null : Number(category) };
  return getBrowser().api.call('createPost', {
    body: image ? { ...body, image } : body,
    quiet: formStatuses,
  });
}

function imageTexts(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields.image?.join(' ') : undefined;
}
