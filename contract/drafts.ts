import { z } from 'zod';
import { envelope, id, idFilter, pageQuery, text, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { newDraftFields, postFields } from './post-fields.ts';
import { pictureAddress, postStatus } from './posts.ts';

/** PostgreSQL stores versions as a 4-byte integer. */
const versionNumber = () => z.int().min(1).max(2_147_483_647);

const clientIdMaxLength = 64;

const draftFields = {
  key: z.string(),
  /** The post being edited; null for a new post. */
  post: id().nullable(),
  version: z.int().min(1),
  /** The client id of the form that saved the draft last. */
  writer: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
};

/** An unfinished text with the current fields of the form. */
export const postDraft = z.object({
  ...draftFields,
  post_version: z.int().min(1).nullable(),
  ...postFields.shape,
  image: z.string().nullable(),
  category: id().nullable(),
  status: postStatus,
  publish_at: timestamp().nullable(),
});
export type PostDraft = z.infer<typeof postDraft>;

/** A draft in lists: `content` cut to 200 characters. */
export const postDraftItem = z.object({ ...draftFields, title: z.string(), content: z.string() });
export type PostDraftItem = z.infer<typeof postDraftItem>;

export const saveDraftBody = newDraftFields.extend({
  /** Null means no cover; without the field the draft keeps its cover, initially that of its post. */
  image_url: pictureAddress(),
  category: id().nullish(),
  status: postStatus.optional(),
  publish_at: z.iso.datetime({ offset: true, error: 'validation.invalid' }).nullish(),
  /** The client id of the form that saves: a form never conflicts with its own last save. */
  writer: text().min(1).max(clientIdMaxLength),
  /** The draft version that this text is based on; without it the server expects that no draft exists. */
  version: versionNumber().nullish(),
  /** The post version that the edit started from. */
  post_version: versionNumber().nullish(),
});

const keyParams = z.object({
  key: z
    .string()
    .meta({ description: '`post-` followed by an id, or `new-` followed by 32 hexadecimal digits.' }),
});

export const listDrafts = defineEndpoint('listDrafts', {
  tag: 'posts',
  summary: "The caller's unpublished drafts and edits, newest first; empty ones are omitted",
  auth: 'user',
  query: z.object({ ...pageQuery, post: idFilter() }),
  responses: { 200: envelope(postDraftItem) },
  errors: [404],
});

export const getDraft = defineEndpoint('getDraft', {
  tag: 'posts',
  summary: "One of the caller's drafts",
  auth: 'user',
  params: keyParams,
  responses: { 200: postDraft },
});

export const saveDraft = defineEndpoint('saveDraft', {
  tag: 'posts',
  summary: 'Save a draft; the validation of posts does not apply to it',
  description:
    'A request with neither the current `version` nor the `writer` of the last save returns 412 with the current draft. Creating or changing a post with `draft_key` removes the draft, unless a form other than `draft_writer` has saved it since.',
  auth: 'user',
  params: keyParams,
  body: saveDraftBody,
  errorMessages: { 412: [{ key: 'posts.draftStale' }] },
  responses: { 200: postDraft },
  errorBodies: { 412: z.object({ detail: z.string(), current: postDraft }) },
  errors: [403],
});

export const deleteDraft = defineEndpoint('deleteDraft', {
  tag: 'posts',
  summary: 'Delete a draft; the request succeeds if the draft does not exist',
  auth: 'user',
  params: keyParams,
  responses: { 204: null },
});
