import { z } from 'zod';
import { count, envelope, id, pageQuery, pathId, requiredFile, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/**
 * What a page needs of a picture before it has it: its place, the colour of it, and the smaller files, the better type
 * first. No `sources` until they are made: the address beside this is always there.
 */
export const pictureInfo = z.object({
  width: z.int().min(1),
  height: z.int().min(1),
  tint: z.string().nullable(),
  sources: z.array(z.object({ type: z.string(), srcset: z.string() })),
});
export type PictureInfo = z.infer<typeof pictureInfo>;

export const uploadImage = defineEndpoint('uploadImage', {
  tag: 'media',
  summary: 'Keep a picture (multipart only): JPEG, PNG, WebP or GIF up to 10 MB',
  description:
    'The type is what the bytes are, not what the name says. Pictures are encoded anew, without what the camera wrote into them.',
  auth: 'user',
  isMultipartOnly: true,
  isIdempotent: true,
  body: z.object({ image: requiredFile() }),
  says: {
    400: [
      { field: 'image', key: 'media.notAnImage' },
      { field: 'image', key: 'media.tooLarge' },
    ],
  },
  responses: { 201: z.object({ url: z.string(), image: z.string(), name: z.string(), size: count() }) },
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
  summary: 'Delete a picture of your own; 409 while a post, a former text of one or a profile shows it',
  auth: 'user',
  params: z.object({ id: pathId() }),
  responses: { 204: null },
  errors: [409],
});
