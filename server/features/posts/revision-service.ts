import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Post, PostRevision, PostRevisionSummary } from './post.ts';
import * as store from './revision-store.ts';

export type PostRevisions = ReturnType<typeof createPostRevisions>;

/** Revisions of a post. Callers check permissions with `getForEdit`. */
export function createPostRevisions({ db }: { db: Db }) {
  async function list(
    { id }: Post,
    query: { page?: string; page_size?: string },
  ): Promise<{ revisions: PostRevisionSummary[]; count: number; page: Page }> {
    const count = await store.countRevisions(db, id);
    const page = pageOf(query, count);
    const revisions = await store.listRevisions(db, id, { offset: page.offset, limit: page.size });
    return { revisions, count, page };
  }

  /** Finds a revision by version; throws 404 for a version without a revision. */
  async function get({ id }: Post, version: string): Promise<PostRevision> {
    const revision = /^\d{1,9}$/.test(version)
      ? await store.findRevision(db, id, Number(version))
      : undefined;
    if (!revision) throw notFound('posts.revisionNotFound');
    return revision;
  }

  return { list, get };
}
