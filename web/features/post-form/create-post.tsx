import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import type { ApiError } from '#web/api/client.ts';
import { createIdempotencyKey } from '#web/api/idempotency-key.ts';
import { notify } from '#web/ui/notify.ts';
import type { RenderChanges } from './conflict-panel.tsx';
import {
  type DraftReference,
  emptyPost,
  type Picture,
  type PostValues,
  toRequestBody,
} from './post-fields.ts';
import { PostForm } from './post-form.tsx';
import type { CategoryChoice, RenderEditor } from './post-form-sections.tsx';
import type { RenderArticle } from './preview-button.tsx';
import { savedMessage } from './publication-texts.ts';
import { useDraft } from './use-draft.ts';
import { usePostForm } from './use-post-form.ts';

type CreateProps = {
  categories: CategoryChoice[];
  renderArticle: RenderArticle;
  renderEditor: RenderEditor;
  renderChanges: RenderChanges;
};

const labels = {
  shortcuts: postFormMessages.shortcuts,
  failed: postFormMessages.failed,
};

/** Creates a post, published or as a draft. A success navigates to its page. */
export function CreatePost({ categories, ...render }: CreateProps) {
  const navigate = useNavigate();
  const control = usePostForm({ values: emptyPost, picture: null, postVersion: null });
  const [query] = useSearchParams();
  const draft = useDraft(control, null, query.get('draft'));
  // One idempotency key per form: a form that is sent several times creates one post.
  const key = useRef<string | null>(null);

  function save(post: PostValues, picture: Picture, name: DraftReference) {
    key.current ??= createIdempotencyKey();
    return getBrowserClient().api.call('createPost', {
      body: toRequestBody(post, picture, name),
      headers: { 'idempotency-key': key.current },
      suppressToastFor: [400, 409, 422],
    });
  }

  function explain({ status }: ApiError): string | undefined {
    if (status === 409) return postFormMessages.stillSaving;
    if (status !== 422) return undefined;
    // An earlier attempt with another text has succeeded after all: the next one creates a separate post.
    key.current = null;
    return postFormMessages.savedBefore;
  }

  return (
    <PostForm
      control={control}
      draft={draft}
      categories={categories}
      labels={labels}
      before={undefined}
      cancel={{ to: '/posts/my', explanation: postFormMessages.cancelNew }}
      hasDraftKeys
      save={save}
      explain={explain}
      onSaved={async (saved) => {
        notify('success', savedMessage(undefined, saved));
        await navigate(`/posts/${encodeURIComponent(saved.slug)}`);
      }}
      {...render}
    />
  );
}
