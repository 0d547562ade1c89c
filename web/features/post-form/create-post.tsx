import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PostDetail } from '#contract/posts.ts';
import { dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import type { ApiError } from '#web/api/client.ts';
import { notify } from '#web/api/notify.ts';
import { newRequestKey } from '#web/api/request-key.ts';
import type { RenderChanges } from './conflict-panel.tsx';
import { bodyOf, type DraftName, emptyPost, type Picture, type PostValues } from './post-fields.ts';
import { PostForm } from './post-form.tsx';
import type { CategoryChoice, RenderEditor } from './post-form-sections.tsx';
import type { RenderArticle } from './preview-button.tsx';
import { useDraft } from './use-draft.ts';
import { usePostForm } from './use-post-form.ts';

function savedWords({ status, publish_at }: PostDetail): string {
  if (publish_at !== null) return t('postForm.planned', { date: dateAndTime(publish_at) });
  return t(status === 'draft' ? 'postForm.draftSaved' : 'postForm.published');
}

type CreateProps = {
  categories: CategoryChoice[];
  renderArticle: RenderArticle;
  renderEditor: RenderEditor;
  renderChanges: RenderChanges;
};

const words = {
  publish: t('postForm.publish'),
  saveDraft: t('postForm.saveDraft'),
  shortcuts: t('postForm.shortcuts'),
  failed: t('postForm.failed'),
};

/** Creates a post, published or as a draft. A success navigates to its page. */
export function CreatePost({ categories, ...render }: CreateProps) {
  const navigate = useNavigate();
  const control = usePostForm({ values: emptyPost, picture: null, postVersion: null });
  const [query] = useSearchParams();
  const draft = useDraft(control, null, query.get('draft'));
  // One idempotency key per form: a form that is sent several times creates one post.
  const key = useRef<string | null>(null);

  function save(post: PostValues, picture: Picture, name: DraftName) {
    key.current ??= newRequestKey();
    return getBrowser().api.call('createPost', {
      body: bodyOf(post, picture, name),
      headers: { 'idempotency-key': key.current },
      quiet: [400, 409, 422],
    });
  }

  function explain({ status }: ApiError): string | undefined {
    if (status === 409) return t('postForm.stillSaving');
    if (status !== 422) return undefined;
    // An earlier attempt with another text has succeeded after all: the next one creates a separate post.
    key.current = null;
    return t('postForm.savedBefore');
  }

  return (
    <PostForm
      control={control}
      draft={draft}
      categories={categories}
      words={words}
      cancelTo="/posts"
      hasDraftKeys
      save={save}
      explain={explain}
      onSaved={async (saved) => {
        notify('success', savedWords(saved));
        await navigate(`/posts/${encodeURIComponent(saved.slug)}`);
      }}
      {...render}
    />
  );
}
