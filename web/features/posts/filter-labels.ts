import type { OwnPostStatus } from '#contract/posts.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import type { Ordering } from './list-path.ts';

export const orderingLabels: Record<Ordering, string> = {
  '-created_at': postListMessages.newest,
  created_at: postListMessages.oldest,
  '-views_count': postListMessages.popular,
  title: postListMessages.byTitle,
  '-updated_at': postListMessages.updated,
};

export const statusLabels: Record<OwnPostStatus, string> = {
  published: postListMessages.onlyPublished,
  draft: postListMessages.onlyDrafts,
  scheduled: postListMessages.onlyScheduled,
};
