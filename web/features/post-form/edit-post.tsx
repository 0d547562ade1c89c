import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { PostDetail } from '#contract/posts.ts';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import type { ApiError } from '#web/api/client.ts';
import { notify } from '#web/api/notify.ts';
import { type Conflict, ConflictPanel, type RenderChanges } from './conflict-panel.tsx';
import type { DraftText } from './draft-text.ts';
import { bodyOf, type DraftName, type Picture, type PostValues, valuesOf } from './post-fields.ts';
import { PostForm } from './post-form.tsx';
import type { CategoryChoice, RenderEditor } from './post-form-sections.tsx';
import type { RenderArticle } from './preview-button.tsx';
import { useDraft } from './use-draft.ts';
import { usePostForm } from './use-post-form.ts';

type EditProps = {
  post: PostDetail;
  categories: CategoryChoice[];
  renderArticle: RenderArticle;
  renderEditor: RenderEditor;
  renderChanges: RenderChanges;
};

const textOf = (post: PostDetail): DraftText => ({
  values: valuesOf(post),
  picture: post.image,
  postVersion: post.version,
});

const words = {
  publish: t('postForm.saveChanges'),
  saveDraft: t('postForm.saveChanges'),
  shortcuts: t('postForm.editShortcuts'),
  failed: t('postForm.editFailed'),
};

/**
 * Edits a post. When another user has changed it meanwhile, nothing is overwritten: the form shows both texts and the
 * user chooses. It needs the post's id as its key.
 */
export function EditPost({ post, categories, ...render }: EditProps) {
  const navigate = useNavigate();
  const control = usePostForm(textOf(post));
  const draft = useDraft(control, post);
  const [conflict, setConflict] = useState<Conflict<PostDetail> | null>(null);

  function save(values: PostValues, picture: Picture, name: DraftName) {
    return getBrowser().api.call('replacePost', {
      params: { slug: post.slug },
      body: bodyOf(values, picture, name),
      headers: { 'if-match': `"${control.read().postVersion}"` },
      quiet: [400, 412],
    });
  }

  function explain({ status, body }: ApiError): null | undefined {
    if (status !== 412) return undefined;
    const { current } = body as { current: PostDetail };
    setConflict({ theirs: current, mine: control.form.getValues(), isTaken: false });
    return null;
  }

  function takeTheirs({ theirs }: Conflict<PostDetail>): void {
    control.reset(textOf(theirs));
    setConflict((before) => before && { ...before, isTaken: true });
  }

  return (
    <PostForm
      control={control}
      draft={draft}
      categories={categories}
      words={words}
      cancelTo={`/posts/${post.slug}`}
      save={save}
      explain={explain}
      onSaved={async (saved) => {
        notify('success', t('postForm.updated'));
        await navigate(`/posts/${encodeURIComponent(saved.slug)}`);
      }}
      {...render}
    >
      {conflict && (
        <ConflictPanel
          // A new conflict is mounted again, so that it scrolls to its top.
          key={`${conflict.theirs.version} ${conflict.isTaken}`}
          conflict={conflict}
          renderChanges={render.renderChanges}
          heading={t('postForm.conflict')}
          explain={(values) => t('postForm.conflictText', values)}
          keepSends
          onKeepMine={() => {
            control.setPostVersion(conflict.theirs.version);
          }}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
    </PostForm>
  );
}
