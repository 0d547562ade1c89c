import { basename } from 'node:path';
import { deleteMedia, listMedia, uploadImage } from '#contract/media.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { presentPicture } from '#server/platform/picture.ts';
import type { MediaService, OwnPage } from './media-service.ts';
import type { UploadService } from './upload-service.ts';

type Deps = { media: MediaService; uploads: UploadService; publicUrl: string };

export function mediaRoutes({ media, uploads, publicUrl }: Deps): Operation[] {
  return [
    operation(uploadImage, {
      handle: ({ actor, body, commitResponse }) =>
        uploads.upload(actor.id, body.image, (tx, { id, path, bytes }) => {
          const url = mediaUrl(publicUrl, path);
          const response = created({ url, image: url, name: basename(path), size: bytes });
          return commitResponse(tx, response, { kind: 'picture', id });
        }),
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
