import { z } from 'zod';
import { id, pathId, requiredText, slugParams, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const correctionMaxLength = 500;
export const maxCorrections = 20;

/** What was wrong in a published post and has been corrected. */
export const correction = z.object({ id: id(), text: z.string(), created_at: timestamp() });
export type Correction = z.infer<typeof correction>;

export const createCorrection = defineEndpoint('createCorrection', {
  tag: 'posts',
  summary:
    'Add a correction to a published post, which readers see under the article; for its author and staff',
  description: `Plain text. A post has at most ${maxCorrections} corrections.`,
  auth: 'user',
  needs: 'posts.write',
  isIdempotent: true,
  params: slugParams,
  body: z.object({
    text: requiredText(correctionMaxLength, {
      required: 'posts.correctionRequired',
      tooLong: 'posts.correctionTooLong',
    }),
  }),
  errorMessages: {
    400: [{ key: 'corrections.notPublished' }, { key: 'corrections.tooMany' }],
  },
  /** `is_waiting`: readers see the post again when a moderator has read the correction. */
  responses: { 201: correction.extend({ is_waiting: z.literal(true).optional() }) },
  errors: [403],
});

export const deleteCorrection = defineEndpoint('deleteCorrection', {
  tag: 'posts',
  summary: 'Delete a correction of a post; the request succeeds if the correction does not exist',
  auth: 'user',
  params: slugParams.extend({ id: pathId() }),
  responses: { 204: null },
  errors: [403],
});
