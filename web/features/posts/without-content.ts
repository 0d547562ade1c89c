import type { PostDetail, PostListItem } from '#contract/posts.ts';

/** A post as its own page shows it. */
export type FullPost = Omit<PostDetail, 'content'>;

/** Drops the Markdown source: pages embed their data, and the unused source would be half of it. */
export function withoutContent<Post extends { content: string }>(post: Post): Omit<Post, 'content'> {
  const { content: _content, ...rest } = post;
  return rest;
}

/** The fields of a post that lists show. Pages embed their data, and other fields would be a third of it. */
export function toListedPost(post: PostListItem) {
  const { username, full_name } = post.author_info;
  return {
    id: post.id,
    slug: post.slug,
    title: post.title,
    /** The lead paragraph, or else the beginning of the text. */
    excerpt: post.standfirst ?? post.excerpt,
    image: post.image,
    image_info: post.image_info,
    image_focus: post.image_focus,
    category_info: post.category_info,
    author: post.author,
    author_info: { username, full_name },
    status: post.status,
    publish_at: post.publish_at,
    hidden: post.hidden,
    created_at: post.created_at,
    reading_time_minutes: post.reading_time_minutes,
    views_count: post.views_count,
    comments_count: post.comments_count,
    is_pinned: post.is_pinned,
  };
}
export type ListedPost = ReturnType<typeof toListedPost>;
