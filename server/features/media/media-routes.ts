import { basename } from 'node:path';
import { uploadImage } from '#contract/media.ts';
import { created, type Operation, operation } from '#server/platform/http/operation.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import type { MediaService } from './media-service.ts';

export function mediaRoutes({ media, publicUrl }: { media: MediaService; publicUrl: string }): Operation[] {
  return [
    operation(uploadImage, {
      handle: ({ actor, body, settle }) =>
        media.upload(actor.id, body.image, (tx, { path, bytes }) => {
          const url = mediaUrl(publicUrl, path);
          return settle(tx, created({ url, image: url, name: basename(path), size: bytes.length }));
        }),
    }),
  ];
}
