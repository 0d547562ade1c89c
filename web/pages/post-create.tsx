import type { ClientLoaderFunctionArgs, LoaderFunctionArgs, MetaArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { apiContext } from '#web/api/context.ts';
import { ReloginDialog } from '#web/features/auth/relogin-dialog.tsx';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { EditorField } from '#web/features/editor/editor-field.tsx';
import { CreatePost } from '#web/features/post-form/create-post.tsx';
import { DraftArticle } from '#web/features/posts/draft-article.tsx';
import { ConflictChanges } from '#web/features/revisions/conflict-changes.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const maxCategories = 100;

const load = async ({ context }: LoaderFunctionArgs | ClientLoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const { results } = await api.call('listCategories', { query: { page_size: maxCategories } });
  return { categories: results.map(({ id, name }) => ({ id, name })) };
};
export const loader = load;
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: postFormMessages.title,
    description: postFormMessages.description,
    path: '/posts/create',
    isHidden: true,
    matches,
  });

export default function PostCreate() {
  const { categories } = useLoaderData<typeof load>();
  return (
    <div className="paper-page">
      <h1 className="sr-only">{postFormMessages.heading}</h1>
      <RequireUser fallback={<Placeholder />}>
        <ReloginDialog />
        <CreatePost
          categories={categories}
          renderArticle={(draft) => <DraftArticle draft={draft} />}
          renderEditor={(editor) => <EditorField {...editor} />}
          renderChanges={(mine, theirs) => <ConflictChanges mine={mine} theirs={theirs} />}
        />
      </RequireUser>
    </div>
  );
}

function Placeholder() {
  return (
    <Container width="text" className="py-16">
      <LoadingFallback needsScript={postFormMessages.needsScript}>
        <SkeletonText lines={6} />
      </LoadingFallback>
    </Container>
  );
}
