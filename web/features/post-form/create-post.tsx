import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import type { ApiError } from '#web/api/client.ts';
import { notify } from '#web/api/notify.ts';
import { newRequestKey } from '#web/api/request-key.ts';
import { bodyOf, emptyPost, type Picture, type PostValues } from './post-fields.ts';
import { PostForm } from './post-form.tsx';
import type { CategoryChoice } from './post-form-sections.tsx';
import type { RenderArticle } from './preview-button.tsx';
import { usePostForm } from './use-post-form.ts';

type CreateProps = { categories: CategoryChoice[]; renderArticle: RenderArticle };

const words = {
  publish: t('postForm.publish'),
  saveDraft: t('postForm.saveDraft'),
  shortcuts: t('postForm.shortcuts'),
  failed: t('postForm.failed'),
};

/** Writes a new post: published or kept as a draft; a success leads to its page. */
export function CreatePost({ categories, renderArticle }: CreateProps) {
  const navigate = useNavigate();
  const control = usePostForm({ values: emptyPost, picture: null });
  // One name for one form: however often it is sent, it makes one post.
  const key = useRef<string | null>(null);

  function save(post: PostValues, picture: Picture) {
    key.current ??= newRequestKey();
    return getBrowser().api.call('createPost', {
      body: bodyOf(post, picture),
      headers: { 'idempotency-key': key.current },
      quiet: [400, 409, 422],
    });
  }

  function explain({ status }: ApiError): string | undefined {
    if (status === 409) return t('postForm.stillSaving');
    if (status !== 422) return undefined;
    // The first attempt has arrived after all, with other words: the next one is meant to be a post of its own.
    key.current = null;
    return t('postForm.savedBefore');
  }

  return (
    <PostForm
      control={control}
      categories={categories}
      words={words}
      cancelTo="/posts"
      hasDraftKeys
      save={save}
      explain={explain}
      onSaved={async (saved) => {
        notify('success', t(saved.status === 'draft' ? 'postForm.draftSaved' : 'postForm.published'));
        await navigate(`/posts/${encodeURIComponent(saved.slug)}`);
      }}
      renderArticle={renderArticle}
    />
  );
}
