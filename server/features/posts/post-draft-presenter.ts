import type { PostDraftItem, PostDraft as PostDraftShape } from '#contract/drafts.ts';
import { pickPostFields } from '#contract/post-fields.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import type { PostDraft, PostDraftSummary } from './post-draft.ts';

export function presentDraftItem(draft: PostDraftSummary): PostDraftItem {
  const { key, postId, title, content, version, clientId: writer, createdAt, updatedAt } = draft;
  return {
    key,
    post: postId,
    title,
    content,
    version,
    writer,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export function presentDraft(draft: PostDraft, publicUrl: string): PostDraftShape {
  const { postVersion, categoryId, status, publishAt } = draft;
  return {
    ...presentDraftItem(draft),
    ...pickPostFields(draft),
    post_version: postVersion,
    image: mediaUrl(publicUrl, draft.image?.path ?? null),
    category: categoryId,
    status,
    publish_at: publishAt?.toISOString() ?? null,
  };
}
