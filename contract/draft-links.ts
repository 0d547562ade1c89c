import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { envelope, id, pageQuery, pathId, text, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { pictureInfo } from './media.ts';
import { postFields } from './post-fields.ts';

/** How many links an account may have at once. */
export const maxLinksPerAccount = 100;
export const maxLinksPerDraft = 5;
export const draftLinkDays = 30;

const draftKey = () =>
  text().max(64).meta({
    description:
      'The key of a draft: `post-` followed by the id of a post, or `new-` followed by 32 hexadecimal digits.',
  });

/** A link by which others read a draft. Its address is returned once: the site stores only a hash of its token. */
export const draftLink = z.object({
  id: id(),
  key: z.string(),
  /** The editor who created the link; null for the caller's own. */
  editor: authorInfo.nullable(),
  created_at: timestamp(),
  expires_at: timestamp(),
});
export type DraftLink = z.infer<typeof draftLink>;

/** A draft as its invited readers see it. */
export const sharedDraft = z.object({
  title: z.string(),
  standfirst: postFields.shape.standfirst,
  content_html: z.string(),
  image: z.string().nullable(),
  image_info: pictureInfo.nullable(),
  image_caption: postFields.shape.image_caption,
  image_focus: postFields.shape.image_focus,
  category: z.string().nullable(),
  author_info: authorInfo,
  updated_at: timestamp(),
});
export type SharedDraft = z.infer<typeof sharedDraft>;

export const listDraftLinks = defineEndpoint('listDraftLinks', {
  tag: 'posts',
  summary:
    "The caller's links to drafts, and those of editors to the caller's posts, that have not expired; newest first",
  auth: 'user',
  query: z.object({ ...pageQuery, key: draftKey().optional() }),
  responses: { 200: envelope(draftLink) },
  errors: [404],
});

export const createDraftLink = defineEndpoint('createDraftLink', {
  tag: 'posts',
  summary: 'Create a link by which anybody can read a draft; the response is the only one with its address',
  description: `The link shows the editor draft with this key, or the unpublished post without one. It expires after ${draftLinkDays} days, and a draft has at most ${maxLinksPerDraft} links, an account ${maxLinksPerAccount}. When the draft becomes a post, its links belong to the post. Once what a link shows is published, it leads to the post and shows no draft again.`,
  auth: 'user',
  needs: 'posts.write',
  body: z.object({ key: draftKey() }),
  errorMessages: {
    400: [
      { key: 'draftLinks.noDraft' },
      { key: 'draftLinks.tooMany' },
      { key: 'draftLinks.tooManyOfAccount' },
    ],
  },
  responses: { 201: draftLink.extend({ url: z.string() }) },
  errors: [403, 404],
});

export const deleteDraftLink = defineEndpoint('deleteDraftLink', {
  tag: 'posts',
  summary: 'Revoke a link to a draft; the request succeeds if the link does not exist',
  auth: 'user',
  params: z.object({ id: pathId() }),
  responses: { 204: null },
});

export const readDraftLink = defineEndpoint('readDraftLink', {
  tag: 'posts',
  summary: 'The draft that a link shows, or the slug of the post that it has become',
  description:
    'The token is in the body, so that it does not appear in logs and referrers. Reading a draft does not count a view. An unknown, expired or revoked token returns 404.',
  isWrite: false,
  auth: 'ignored',
  body: z.object({ token: text().max(200) }),
  errorMessages: { 400: [{ key: 'posts.contentTooComplex' }] },
  responses: { 200: z.object({ published_slug: z.string().nullable(), draft: sharedDraft.nullable() }) },
  errors: [404],
});
