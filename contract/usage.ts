import { z } from 'zod';
import { count } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** The number and bytes of stored items and their limits; a limit is null for accounts without quotas. */
const amount = z.object({
  count: count(),
  count_limit: count().nullable(),
  bytes: count(),
  bytes_limit: count().nullable(),
});

const usage = z.object({
  posts: amount,
  drafts: amount,
  revisions: amount,
  comments: amount,
  pictures: amount,
});
export type Usage = z.infer<typeof usage>;
export type UsageAmount = z.infer<typeof amount>;

export const getUsage = defineEndpoint('getUsage', {
  tag: 'auth',
  summary: 'The storage usage of the account, and its quotas',
  description:
    '`posts` counts posts of any status, `drafts` unfinished texts in the editor, `revisions` past texts. A write that would exceed a limit returns 400 with `code: "quota_exceeded"`, for a picture under its field.',
  auth: 'user',
  responses: { 200: usage },
});
