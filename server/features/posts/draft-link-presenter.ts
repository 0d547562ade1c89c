import type { SharedDraft as PresentedDraft, DraftLink as PresentedLink } from '#contract/draft-links.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { presentPicture } from '#server/platform/picture.ts';
import type { DraftLink, SharedDraft } from './draft-link.ts';

export const presentDraftLink = (link: DraftLink, publicUrl: string): PresentedLink => ({
  id: link.id,
  key: link.key,
  editor: link.editor && presentAuthor(link.editor, publicUrl),
  created_at: link.createdAt.toISOString(),
  expires_at: link.expiresAt.toISOString(),
});

export const presentSharedDraft = (draft: SharedDraft, publicUrl: string): PresentedDraft => ({
  title: draft.title,
  standfirst: draft.standfirst,
  content_html: draft.contentHtml,
  image: mediaUrl(publicUrl, draft.image?.path ?? null),
  image_info: presentPicture(draft.image, publicUrl),
  image_caption: draft.image_caption,
  image_focus: draft.image_focus,
  category: draft.category,
  author_info: presentAuthor(draft.author, publicUrl),
  updated_at: draft.updatedAt.toISOString(),
});
