import { basename } from 'node:path';
import { deleteMedia, fetchImage, listMedia, uploadImage } from '#contract/media.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { presentPicture } from '#server/platform/picture.ts';
import type { MediaService, OwnPage } from './media-service.ts';
import type { RemotePictureService } from './remote-picture-service.ts';
import type { StoredUpload, UploadService } from './upload-service.ts';

type Deps = {
  media: MediaService;
  uploads: UploadService;
  pictures: RemotePictureService;
  publicUrl: string;
};

export function mediaRoutes({ media, uploads, pictures, publicUrl }: Deps): Operation[] {
  const present = ({ path, bytes }: StoredUpload) => {
    const url = mediaUrl(publicUrl, path);
    return created({ url, image: url, name: basename(path), size: bytes });
  };
  return [
    operation(uploadImage, {
      handle: ({ actor, body, commitResponse }) =>
        uploads.upload(actor.id, body.image, (tx, picture) =>
          commitResponse(tx, present(picture), { kind: 'picture', id: picture.id }),
        ),
    }),
    operation(fetchImage, {
      handle: async ({ actor, body, commitResponse }) =>
        uploads.upload(actor.id, await pictures.fetch(actor.id, body.url), (tx, picture) =>
          commitResponse(tx, present(picture), { kind: 'picture', id: picture.id }),
        ),
    }),
    operation(listMedia, {
      handle: async ({ actor, query, path, rawQuery }) => {
        const { page, count, pictures } = await media.listOwn(actor.id, query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: pictures.map((picture) => presentOwn(picture, publicUrl)),
        });
      },
    }),
    operation(deleteMedia, {
      handle: async ({ actor, params }) => {
        await media.remove(actor.id, params.id);
        return noContent();
      },
    }),
  ];
}

const presentOwn = (picture: OwnPage['pictures'][number], publicUrl: string) => ({
  id: picture.id,
  url: mediaUrl(publicUrl, picture.path),
  name: basename(picture.path),
  size: picture.bytes,
  image_info: presentPicture(picture, publicUrl),
  is_used: picture.isUsed,
  created_at: picture.createdAt.toISOString(),
});
