import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import type { OwnPicture } from '#contract/media.ts';
import * as myPicturesMessages from '#locales/ru/my-pictures.ts';
import { apiContext } from '#web/api/context.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { PictureTile, PictureTileSkeleton } from '#web/features/profile/picture-tile.tsx';
import { OwnList } from '#web/lists/own-list.tsx';
import { pageCountOf, pageUrl, parsePage } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

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

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: myPicturesMessages.title,
    description: myPicturesMessages.description,
    path,
    isHidden: true,
    matches,
  });

export default function MyPictures() {
  const loaded = useLoaderData<typeof load>();
  return (
    <Container width="wide" className="py-8 sm:py-12">
      <h1 className="text-4xl font-bold sm:text-5xl">{myPicturesMessages.heading}</h1>
      <p className="mt-2 max-w-text text-soft">{myPicturesMessages.lead}</p>
      <div className="mt-6 border-t border-rule pt-6">
        <RequireUser fallback={<Placeholder />}>
          {loaded ? <OwnPictures {...loaded} /> : <Placeholder />}
        </RequireUser>
      </div>
    </Container>
  );
}

const tiles = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 lg:grid-cols-4';

type ListProps = { pictures: OwnPicture[]; page: number; pageCount: number };

function OwnPictures({ pictures, ...pages }: ListProps) {
  return (
    <OwnList
      items={pictures}
      {...pages}
      hrefOf={(page) => pageUrl(path, page)}
      className={tiles}
      empty={
        <EmptyState title={myPicturesMessages.empty} text={myPicturesMessages.emptyText}>
          <ButtonLink to="/posts/create">{myPicturesMessages.write}</ButtonLink>
        </EmptyState>
      }
    >
      {(picture, { onDeleted }) => <PictureTile picture={picture} onDeleted={onDeleted} />}
    </OwnList>
  );
}

const skeletonTiles = [1, 2, 3, 4, 5, 6, 7, 8];

function Placeholder() {
  return (
    <LoadingFallback needsScript={myPicturesMessages.needsScript} loading={myPicturesMessages.loading}>
      <div className={tiles}>
        {skeletonTiles.map((tile) => (
          <PictureTileSkeleton key={tile} />
        ))}
      </div>
    </LoadingFallback>
  );
}
