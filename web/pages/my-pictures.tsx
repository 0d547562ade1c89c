import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import type { OwnPicture } from '#contract/media.ts';
import * as myPicturesMessages from '#locales/ru/my-pictures.ts';
import { apiContext } from '#web/api/context.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { pageStatus, paginationLabels } from '#web/features/posts/list-labels.ts';
import { pageCountOf, parsePage } from '#web/features/posts/list-path.ts';
import { PictureTile, PictureTileSkeleton } from '#web/features/profile/picture-tile.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState, Notice } from '#web/ui/notice.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

const pageSize = 24;

/** The server renders as a guest, who has no images. */
export const loader = () => null;

const load = createUserLoader(async ({ context, request }: ClientLoaderFunctionArgs) => {
  const page = parsePage(new URL(request.url).searchParams);
  const query = { page, page_size: pageSize };
  const { results, count } = await context.get(apiContext).call('listMedia', { query });
  return { pictures: results, page, pageCount: pageCountOf(count, pageSize) };
});
export const clientLoader = load;

const path = '/profile/pictures';
const pathOf = (page: number) => (page > 1 ? `${path}?page=${page}` : path);

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({ title: myPicturesMessages.title, description: myPicturesMessages.description, path, matches });

export default function MyPictures() {
  const loaded = useLoaderData<typeof load>();
  return (
    <Container width="wide" className="py-8 sm:py-12">
      <h1 className="text-4xl font-bold sm:text-5xl">{myPicturesMessages.heading}</h1>
      <p className="mt-2 max-w-text text-soft">{myPicturesMessages.lead}</p>
      <div className="mt-6 border-t border-rule pt-6">
        <RequireUser fallback={<LoadingFallback />}>
          {loaded ? <OwnPictures {...loaded} /> : <LoadingFallback />}
        </RequireUser>
      </div>
    </Container>
  );
}

const tiles = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4';

function OwnPictures({
  pictures,
  page,
  pageCount,
}: {
  pictures: OwnPicture[];
  page: number;
  pageCount: number;
}) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();

  function handleDeleted(): void {
    // Deleting the only image of a page removes the page.
    const isPageEmpty = pictures.length === 1 && page > 1;
    if (isPageEmpty) void navigate(pathOf(page - 1), { replace: true });
    else void revalidate();
  }

  if (pictures.length === 0)
    return (
      <EmptyState title={myPicturesMessages.empty} text={myPicturesMessages.emptyText}>
        <ButtonLink to="/posts/create">{myPicturesMessages.write}</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <ul className={tiles}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <PictureTile picture={picture} onDeleted={handleDeleted} />
          </li>
        ))}
      </ul>
      <div className="mt-10">
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

const skeletonTiles = [1, 2, 3, 4, 5, 6, 7, 8];

function LoadingFallback() {
  return (
    <>
      <div className="without-script">
        <Notice>{myPicturesMessages.needsScript}</Notice>
      </div>
      <div className="needs-script">
        <p role="status" className="sr-only">
          {myPicturesMessages.loading}
        </p>
        <div className={tiles}>
          {skeletonTiles.map((tile) => (
            <PictureTileSkeleton key={tile} />
          ))}
        </div>
      </div>
    </>
  );
}
