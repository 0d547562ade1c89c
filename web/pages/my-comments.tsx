import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import type { Comment } from '#contract/comments.ts';
import * as myCommentsMessages from '#locales/ru/my-comments.ts';
import { apiContext } from '#web/api/context.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { OwnComment } from '#web/features/comments/own-comment.tsx';
import { OwnList } from '#web/lists/own-list.tsx';
import { pageCountOf, pageUrl, parsePage } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
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

const path = '/comments/my';

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: myCommentsMessages.title,
    description: myCommentsMessages.description,
    path,
    isHidden: true,
    matches,
  });

export default function MyComments() {
  const loaded = useLoaderData<typeof load>();
  return (
    <Container width="text" className="py-8 sm:py-12">
      <h1 className="text-4xl font-bold sm:text-5xl">{myCommentsMessages.heading}</h1>
      <p className="mt-2 text-soft">{myCommentsMessages.lead}</p>
      <div className="mt-6 border-t border-rule">
        <RequireUser fallback={<Placeholder />}>
          {loaded ? <OwnComments {...loaded} /> : <Placeholder />}
        </RequireUser>
      </div>
    </Container>
  );
}

type ListProps = { comments: Comment[]; page: number; pageCount: number };

function OwnComments({ comments, ...pages }: ListProps) {
  return (
    <OwnList
      items={comments}
      {...pages}
      hrefOf={(page) => pageUrl(path, page)}
      className="divide-y divide-rule"
      empty={
        <EmptyState title={myCommentsMessages.empty} text={myCommentsMessages.emptyText}>
          <ButtonLink to="/posts">{myCommentsMessages.read}</ButtonLink>
        </EmptyState>
      }
    >
      {(comment, callbacks) => <OwnComment comment={comment} {...callbacks} />}
    </OwnList>
  );
}

const skeletonRows = [1, 2, 3, 4, 5];

function Placeholder() {
  return (
    <LoadingFallback
      needsScript={myCommentsMessages.needsScript}
      noticeClassName="py-6"
      loading={myCommentsMessages.loading}
      className="divide-y divide-rule"
    >
      {skeletonRows.map((row) => (
        <SkeletonText key={row} lines={3} className="py-5" />
      ))}
    </LoadingFallback>
  );
}
