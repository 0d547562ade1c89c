import { useEffect, useState } from 'react';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  useLoaderData,
  useNavigate,
} from 'react-router';
import type { PostDetail } from '#contract/posts.ts';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import * as postFormMessages from '#locales/ru/post-form.ts';
import * as revisionsMessages from '#locales/ru/revisions.ts';
import { apiContext } from '#web/api/context.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { ReloginDialog } from '#web/features/auth/relogin-dialog.tsx';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { CorrectionManager } from '#web/features/corrections/correction-manager.tsx';
import { EditorField } from '#web/features/editor/editor-field.tsx';
import { EditPost } from '#web/features/post-form/edit-post.tsx';
import { DraftArticle } from '#web/features/posts/draft-article.tsx';
import { ConflictChanges } from '#web/features/revisions/conflict-changes.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { notify } from '#web/ui/notify.ts';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

const maxCategories = 100;

/** The server renders as a guest, who cannot edit. A blank slug is 404 for everyone. */
export const loader = ({ params }: LoaderFunctionArgs) => {
  if (!params.slug?.trim()) throw data(null, { status: 404 });
  return null;
};

const load = createUserLoader(async ({ context, params }: ClientLoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const [post, { results }] = await Promise.all([
    api.call('getPost', { params: { slug: params.slug ?? '' }, query: { count_view: 'false' } }),
    api.call('listCategories', { query: { page_size: maxCategories } }),
  ]);
  if (params.slug !== post.slug) throw redirect(`/posts/${post.slug}/edit`);
  return { post, categories: results.map(({ id, name }) => ({ id, name })) };
});
export const clientLoader = load;

export const meta = ({ error, matches }: MetaArgs<typeof load>) =>
  pageMeta({ title: error ? notFoundMessages.title : postFormMessages.editTitle, isHidden: true, matches });

export default function PostEdit() {
  const loaded = useLastLoaded(useLoaderData<typeof load>());
  return (
    <div className="paper-page">
      <h1 className="sr-only">{postFormMessages.editHeading}</h1>
      <RequireUser fallback={<Placeholder />}>
        <ReloginDialog />
        {loaded === null && <Placeholder />}
        {loaded?.post.can_edit === false && <ForbiddenRedirect />}
        {loaded?.post.can_edit && (
          <EditPost
            key={loaded.post.id}
            post={loaded.post}
            categories={loaded.categories}
            renderArticle={(draft) => <DraftArticle draft={draft} />}
            renderEditor={(editor) => <EditorField {...editor} />}
            renderChanges={(mine, theirs) => <ConflictChanges mine={mine} theirs={theirs} />}
            extraSettings={<History post={loaded.post} />}
          />
        )}
      </RequireUser>
    </div>
  );
}

/** What becomes of an existing post: its revisions and its corrections. */
function History({ post }: { post: PostDetail }) {
  return (
    <>
      <p className="text-sm">
        <TextLink to={`/posts/${post.slug}/revisions`}>{revisionsMessages.link}</TextLink>
      </p>
      {post.status === 'published' && <CorrectionManager post={post} />}
    </>
  );
}

/** The last loaded data: an expired session does not close the editor. */
function useLastLoaded<Data>(loaded: Data | null): Data | null {
  const [lastLoaded, setLastLoaded] = useState(loaded);
  if (loaded !== null && loaded !== lastLoaded) setLastLoaded(loaded);
  return loaded ?? lastLoaded;
}

/** A post that the user may not edit: shows a toast and redirects. */
function ForbiddenRedirect() {
  const navigate = useNavigate();
  useEffect(() => {
    notify('error', postFormMessages.editForbidden);
    void navigate('/posts', { replace: true });
  }, [navigate]);
  return null;
}

function Placeholder() {
  return (
    <Container width="text" className="py-16">
      <LoadingFallback needsScript={postFormMessages.editNeedsScript} loading={postFormMessages.editLoading}>
        <Skeleton className="h-10" />
        <Skeleton className="mt-6 h-10 w-1/2" />
        <SkeletonText lines={8} className="mt-8" />
      </LoadingFallback>
    </Container>
  );
}
