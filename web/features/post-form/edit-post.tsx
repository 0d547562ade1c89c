import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PostDetail } from '#contract/posts.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import type { ApiError } from '#web/api/client.ts';
import { notify } from '#web/ui/notify.ts';
import { type Conflict, ConflictPanel, type RenderChanges } from './conflict-panel.tsx';
import type { DraftContent } from './draft-content.ts';
import {
  type DraftReference,
  type Picture,
  type PostValues,
  toFormValues,
  toRequestBody,
} from './post-fields.ts';
import { PostForm } from './post-form.tsx';
import type { CategoryChoice, RenderEditor } from './post-form-sections.tsx';
import type { RenderArticle } from './preview-button.tsx';
import { savedMessage } from './publication-texts.ts';
import { useDraft } from './use-draft.ts';
import { usePostForm } from './use-post-form.ts';

type EditProps = {
  post: PostDetail;
  categories: CategoryChoice[];
  renderArticle: RenderArticle;
  renderEditor: RenderEditor;
  renderChanges: RenderChanges;
  extraSettings: ReactNode;
};

const draftContentOf = (post: PostDetail): DraftContent => ({
  values: toFormValues(post),
  picture: post.image,
  postVersion: post.version,
});

const labels = {
  shortcuts: postFormMessages.editShortcuts,
  failed: postFormMessages.editFailed,
};

/**
 * Edits a post. When another user has changed it meanwhile, nothing is overwritten: the form shows both texts and the
 * user chooses. It needs the post's id as its key.
 */
export function EditPost({ post, categories, ...render }: EditProps) {
  const navigate = useNavigate();
  const control = usePostForm(draftContentOf(post));
  const draft = useDraft(control, post);
  const [conflict, setConflict] = useState<Conflict<PostDetail> | null>(null);

  function save(values: PostValues, picture: Picture, name: DraftReference) {
    return getBrowserClient().api.call('replacePost', {
      params: { slug: post.slug },
      body: toRequestBody(values, picture, name),
      headers: { 'if-match': `"${control.read().postVersion}"` },
      suppressToastFor: [400, 412],
    });
  }

  function explain({ status, body }: ApiError): null | undefined {
    if (status !== 412) return undefined;
    const { current } = body as { current: PostDetail };
    setConflict({ theirs: current, mine: control.form.getValues(), isTheirsAccepted: false });
    return null;
  }

  function takeTheirs({ theirs }: Conflict<PostDetail>): void {
    control.reset(draftContentOf(theirs));
    setConflict((before) => before && { ...before, isTheirsAccepted: true });
  }

  return (
    <PostForm
      control={control}
      draft={draft}
      categories={categories}
      labels={labels}
      before={post.status}
      slug={post.slug}
      cancel={{
        to: `/posts/${post.slug}`,
        explanation:
          post.status === 'draft' ? postFormMessages.cancelDraft : postFormMessages.cancelPublished,
      }}
      save={save}
      explain={explain}
      onSaved={async (saved) => {
        notify('success', savedMessage(post.status, saved));
        await navigate(`/posts/${encodeURIComponent(saved.slug)}`);
      }}
      {...render}
    >
      {conflict && (
        <ConflictPanel
          // A new conflict is mounted again, so that it scrolls to its top.
          key={`${conflict.theirs.version} ${conflict.isTheirsAccepted}`}
          conflict={conflict}
          renderChanges={render.renderChanges}
          heading={postFormMessages.conflict}
          explain={(values) => interpolate(postFormMessages.conflictText, values)}
          submitsOnKeep
          onKeepMine={() => {
            control.setPostVersion(conflict.theirs.version);
          }}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
    </PostForm>
  );
}
