import {
  type ClientLoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import type { OwnPicture } from '#contract/media.ts';
import { t } from '#text/index.ts';
import { apiContext } from '#web/api/context.ts';
import { forUser } from '#web/api/user-loader.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { pageCountOf, readPage } from '#web/features/posts/list-address.ts';
import { pageStatus, paginationLabels } from '#web/features/posts/list-labels.ts';
import { PictureTile, PictureTileSkeleton } from '#web/features/profile/picture-tile.tsx';
import { pageMeta } from '#web/shell/titles.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState, Notice } from '#web/ui/notice.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

const pageSize = 24;

/** The server renders as a guest, who has no images. */
export const loader = () => null;

const load = forUser(async ({ context, request }: ClientLoaderFunctionArgs) => {
  const page = readPage(new URL(request.url).searchParams);
  const query = { page, page_size: pageSize };
  const { results, count } = await context.get(apiContext).call('listMedia', { query });
  return { pictures: results, page, pageCount: pageCountOf(count, pageSize) };
});
export const clientLoader = load;

const path = '/profile/pictures';
const pathOf = (page: number) => (page > 1 ? `${path}?page=${page}` : path);

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({ title: t('myPictures.title'), description: t('myPictures.description'), path, matches });

export default function MyPictures() {
  const loaded = useLoaderData<typeof load>();
  return (
    <Container width="wide" className="py-8 sm:py-12">
      <h1 className="text-4xl font-bold sm:text-5xl">{t('myPictures.heading')}</h1>
      <p className="mt-2 max-w-text text-soft">{t('myPictures.lead')}</p>
      <div className="mt-6 border-t border-rule pt-6">
        <RequireUser fallback={<Waiting />}>{loaded ? <OwnPictures {...loaded} /> : <Waiting />}</RequireUser>
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
    const isPageGone = pictures.length === 1 && page > 1;
    if (isPageGone) void navigate(pathOf(page - 1), { replace: true });
    else void revalidate();
  }

  if (pictures.length === 0)
    return (
      <EmptyState title={t('myPictures.empty')} text={t('myPictures.emptyText')}>
        <ButtonLink to="/posts/create">{t('myPictures.write')}</ButtonLink>
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

function Waiting() {
  return (
    <>
      <div className="without-script">
        <Notice>{t('myPictures.needsScript')}</Notice>
      </div>
      <div className="needs-script">
        <p role="status" className="sr-only">
          {t('myPictures.loading')}
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
