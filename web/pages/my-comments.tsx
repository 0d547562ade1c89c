import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import type { Comment } from '#contract/comments.ts';
import * as myCommentsMessages from '#locales/ru/my-comments.ts';
import { apiContext } from '#web/api/context.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { OwnComment } from '#web/features/comments/own-comment.tsx';
import { pageStatus, paginationLabels } from '#web/features/posts/list-labels.ts';
import { pageCountOf, parsePage } from '#web/features/posts/list-path.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState, Notice } from '#web/ui/notice.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';

const pageSize = 20;

/** The server renders as a guest, who has no comments. */
export const loader = () => null;

const load = createUserLoader(async ({ context, request }: ClientLoaderFunctionArgs) => {
  const page = parsePage(new URL(request.url).searchParams);
  const query = { page, page_size: pageSize, with_hidden: 'true' as const };
  const { results, count } = await context.get(apiContext).call('listMyComments', { query });
  return { comments: results, page, pageCount: pageCountOf(count, pageSize) };
});
export const clientLoader = load;

const pathOf = (page: number) => (page > 1 ? `/comments/my?page=${page}` : '/comments/my');

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: myCommentsMessages.title,
    description: myCommentsMessages.description,
    path: '/comments/my',
    matches,
  });

export default function MyComments() {
  const loaded = useLoaderData<typeof load>();
  return (
    <Container width="text" className="py-8 sm:py-12">
      <h1 className="text-4xl font-bold sm:text-5xl">{myCommentsMessages.heading}</h1>
      <p className="mt-2 text-soft">{myCommentsMessages.lead}</p>
      <div className="mt-6 border-t border-rule">
        <RequireUser fallback={<LoadingFallback />}>
          {loaded ? <OwnComments {...loaded} /> : <LoadingFallback />}
        </RequireUser>
      </div>
    </Container>
  );
}

type ListProps = { comments: Comment[]; page: number; pageCount: number };

function OwnComments({ comments, page, pageCount }: ListProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  function handleDeleted(): void {
    // Deleting the only comment of a page removes the page.
    const isPageEmpty = comments.length === 1 && page > 1;
    if (isPageEmpty) void navigate(pathOf(page - 1), { replace: true });
    else void revalidate();
  }

  if (comments.length === 0)
    return (
      <EmptyState title={myCommentsMessages.empty} text={myCommentsMessages.emptyText}>
        <ButtonLink to="/posts">{myCommentsMessages.read}</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-rule">
        {comments.map((comment) => (
          <li key={comment.id}>
            <OwnComment comment={comment} onChanged={() => void revalidate()} onDeleted={handleDeleted} />
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <Pagination
          page={page}
          pageCount={pageCount}
          hrefOf={pathOf}
          status={pageStatus(page, pageCount)}
          labels={paginationLabels}
        />
      </div>
    </>
  );
}

const skeletonRows = [1, 2, 3, 4, 5];

function LoadingFallback() {
  return (
    <>
      <div className="without-script py-6">
        <Notice>{myCommentsMessages.needsScript}</Notice>
      </div>
      <div className="needs-script divide-y divide-rule">
        <p role="status" className="sr-only">
          {myCommentsMessages.loading}
        </p>
        {skeletonRows.map((row) => (
          <SkeletonText key={row} lines={3} className="py-5" />
        ))}
      </div>
    </>
  );
}
