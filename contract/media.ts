import { z } from 'zod';
import { count, envelope, id, pageQuery, pathId, requiredFile, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * What a page needs before a picture loads: its size, its placeholder colour, and the resized files, the better format
 * first. `sources` is empty until the files are generated; the URL beside this object always works.
 */
export const pictureInfo = z.object({
  width: z.int().min(1),
  height: z.int().min(1),
  tint: z.string().nullable(),
  sources: z.array(z.object({ type: z.string(), srcset: z.string() })),
});
export type PictureInfo = z.infer<typeof pictureInfo>;

const storedPicture = z.object({ url: z.string(), image: z.string(), name: z.string(), size: count() });

export const uploadImage = defineEndpoint('uploadImage', {
  tag: 'media',
  summary: 'Upload a picture (multipart only): JPEG, PNG, WebP or GIF up to 10 MB',
  description:
    'The type is detected from the content, not from the file name. Pictures are re-encoded without camera metadata.',
  auth: 'user',
  needs: 'pictures.write',
  isMultipartOnly: true,
  isIdempotent: true,
  body: z.object({ image: requiredFile() }),
  errorMessages: {
    400: [
      { field: 'image', key: 'media.notAnImage' },
      { field: 'image', key: 'media.tooLarge' },
    ],
  },
  responses: { 201: storedPicture },
});

export const fetchImage = defineEndpoint('fetchImage', {
  tag: 'media',
  summary: 'Store a picture of the web by its URL, as an upload of its bytes does',
  description: 'The server fetches the picture: only from public addresses, with up to five redirects.',
  auth: 'user',
  needs: 'pictures.write',
  isIdempotent: true,
  body: z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
  errorMessages: {
    400: [
      { field: 'image', key: 'media.notAnImage' },
      { field: 'image', key: 'media.tooLarge' },
      { field: 'image', key: 'imports.picturePrivate' },
      { field: 'image', key: 'media.unreachable' },
    ],
  },
  responses: { 201: storedPicture },
});

const ownPicture = z.object({
  id: id(),
  url: z.string(),
  name: z.string(),
  size: count(),
  image_info: pictureInfo,
  is_used: z.boolean(),
  created_at: timestamp(),
});
export type OwnPicture = z.infer<typeof ownPicture>;

export const listMedia = defineEndpoint('listMedia', {
  tag: 'media',
  summary: "The caller's own pictures, newest first",
  auth: 'user',
  query: z.object(pageQuery),
  responses: {
    200: envelope(ownPicture),
  },
  errors: [404],
});

export const deleteMedia = defineEndpoint('deleteMedia', {
  tag: 'media',
  summary: "Delete one of the caller's pictures; 409 while a post, a post revision or a profile uses it",
  auth: 'user',
  params: z.object({ id: pathId() }),
  responses: { 204: null },
  errors: [409],
});
