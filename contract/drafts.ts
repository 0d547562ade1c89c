import { z } from 'zod';
import { envelope, id, idFilter, pageQuery, text, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { pictureAddress, postContentMaxLength, postStatus } from './posts.ts';

/** PostgreSQL keeps versions in an integer of four bytes. */
const versionNumber = () => z.int().min(1).max(2_147_483_647);

/** Longer than a title may be: what is being written need not be right yet. */
const draftTitleMaxLength = 1_000;
const writerMaxLength = 64;

const named = {
  key: z.string(),
  /** The post that is being changed; null for one that does not exist yet. */
  post: id().nullable(),
  version: z.int().min(1),
  /** The form that saved it last. */
  writer: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** A text that its author is still writing, with the fields of the form as they stand. */
export const postDraft = z.object({
  ...named,
  post_version: z.int().min(1).nullable(),
  title: z.string(),
  content: z.string(),
  image: z.string().nullable(),
  category: id().nullable(),
  status: postStatus,
  publish_at: timestamp().nullable(),
  comments_enabled: z.boolean(),
});
export type PostDraft = z.infer<typeof postDraft>;

/** A draft in lists: `content` cut to 200 characters. */
export const postDraftItem = z.object({ ...named, title: z.string(), content: z.string() });
export type PostDraftItem = z.infer<typeof postDraftItem>;

export const saveDraftBody = z.object({
  title: text().max(draftTitleMaxLength),
  content: text().max(postContentMaxLength, 'posts.contentTooLong'),
  /** Null for no cover; without it the draft keeps the one that it has, at first that of its post. */
  image_url: pictureAddress(),
  category: id().nullish(),
  status: postStatus.optional(),
  publish_at: z.iso.datetime({ offset: true, error: 'validation.invalid' }).nullish(),
  comments_enabled: z.boolean().optional(),
  /** Names the form that writes: what it saved itself is never in its way. */
  writer: text().min(1).max(writerMaxLength),
  /** The version of the draft that this text continues; without it the draft is thought not to exist. */
  version: versionNumber().nullish(),
  /** The version of the post that the change began with. */
  post_version: versionNumber().nullish(),
});

const keyParams = z.object({
  key: z.string().meta({ description: '`post-` and an id, or `new-` and 32 hexadecimal digits.' }),
});

export const listDrafts = defineEndpoint('listDrafts', {
  tag: 'posts',
  summary: "The caller's texts that are saved nowhere else, newest first; empty ones are left out",
  auth: 'user',
  query: z.object({ ...pageQuery, post: idFilter() }),
  responses: { 200: envelope(postDraftItem) },
  errors: [404],
});

export const getDraft = defineEndpoint('getDraft', {
  tag: 'posts',
  summary: "One of the caller's texts",
  auth: 'user',
  params: keyParams,
  responses: { 200: postDraft },
});

export const saveDraft = defineEndpoint('saveDraft', {
  tag: 'posts',
  summary: 'Keep what is being written; nothing of it is checked as a post would be',
  description:
    'Who names neither the current `version` nor the `writer` that saved last gets 412 with the other text. Creating or changing a post with `draft_key` removes the draft, unless a form other than `draft_writer` has saved it since.',
  auth: 'user',
  params: keyParams,
  body: saveDraftBody,
  says: { 412: [{ key: 'posts.draftStale' }] },
  responses: { 200: postDraft },
  refusals: { 412: z.object({ detail: z.string(), current: postDraft }) },
  errors: [403],
});

export const deleteDraft = defineEndpoint('deleteDraft', {
  tag: 'posts',
  summary: 'Throw a text away; one that is not there is gone already',
  auth: 'user',
  params: keyParams,
  responses: { 204: null },
});
