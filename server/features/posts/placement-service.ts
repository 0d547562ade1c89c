import { frontPageActions } from '#contract/front-page-layout.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Audit, AuditEntry } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { Page } from '#server/platform/db/paging.ts';
import { invalidFields } from '#server/platform/errors.ts';
import type { FrontPageSections, FrontPages } from './front-page-service.ts';
import {
  changeLayout,
  isInEffect,
  type LayoutChange,
  obstacleOf,
  type Placement,
  valuesOf,
  type WantedPlacement,
} from './placement.ts';
import * as placements from './placement-store.ts';
import { canView, type PostSummary } from './post.ts';
import { listSummaries, lockPostsForReference } from './post-store.ts';

export type PlacedPost = Placement & { post: PostSummary };
export type Layout = { version: number; placements: PlacedPost[] };

export type FrontPageLayouts = ReturnType<typeof createFrontPageLayouts>;
type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  frontPages: Pick<FrontPages, 'getFrontPage'>;
};

/** What editors place on the front page. */
export function createFrontPageLayouts({ db, clock, audit, accounts, frontPages }: Deps) {
  async function get(source: Db = db): Promise<Layout> {
    const version = await placements.findVersion(source);
    const placed = await placements.listPlacements(source);
    const posts = await loadPosts(source, placed);
    return {
      version,
      placements: placed.flatMap((placement) => {
        const post = posts.get(placement.postId);
        return post ? [{ ...placement, post }] : [];
      }),
    };
  }

  /** Replaces the layout; `isStale` and nothing is written if another editor has changed the named version. */
  async function replace(
    editor: User,
    wanted: WantedPlacement[],
    version: number,
  ): Promise<{ isStale: boolean; layout: Layout }> {
    const isStale = await inTransaction(db, async (tx) => {
      if ((await placements.lockVersion(tx)) !== version) return true;
      await accounts.requireStanding(tx, editor, 'front-page.arrange');
      await lockPostsForReference(
        tx,
        wanted.map(({ postId }) => postId),
      );
      const before = await placements.listPlacements(tx);
      const posts = await loadPosts(tx, [...before, ...wanted]);
      // Deleted posts take their placements with them, also while an editor still sees these.
      const left = wanted.filter(({ id, postId }) => id === undefined || posts.has(postId));
      const change = changeLayout(before, left);
      requirePlaceable(editor, change, posts);
      await placements.writeLayout(tx, change, { by: editor.id, at: clock.now() });
      await recordChange(tx, change, posts);
      return false;
    });
    return { isStale, layout: await get() };
  }

  async function preview(wanted: WantedPlacement[], at: Date | null): Promise<FrontPageSections> {
    const now = at ?? clock.now();
    const posts = await loadPosts(db, wanted);
    const shown = wanted.filter((placement) => {
      const post = posts.get(placement.postId);
      return post && obstacleOf(post) === null && isInEffect(placement, now);
    });
    return frontPages.getFrontPage({ now, placed: shown });
  }

  const listHistory = (query: {
    page?: string;
    page_size?: string;
  }): Promise<{
    entries: AuditEntry[];
    count: number;
    page: Page;
  }> => audit.list({ ...query, actions: frontPageActions });

  async function loadPosts(source: Db, placed: ReadonlyArray<{ postId: number }>) {
    const ids = [...new Set(placed.map(({ postId }) => postId))];
    const found = await listSummaries(source, clock.now(), { ids });
    return new Map(found.map((post) => [post.id, post]));
  }

  async function recordChange(tx: Db, change: LayoutChange, posts: Map<number, PostSummary>) {
    const targetOf = (id: number) => ({ kind: 'post' as const, id, name: posts.get(id)?.title ?? '' });
    for (const row of change.removed)
      await audit.record(tx, {
        action: 'front-page.remove',
        target: targetOf(row.postId),
        before: valuesOf(row),
      });
    for (const { from, to } of change.changed)
      await audit.record(tx, {
        action: 'front-page.change',
        target: targetOf(to.postId),
        before: valuesOf(from),
        after: valuesOf(to),
      });
    for (const row of change.added)
      await audit.record(tx, {
        action: 'front-page.place',
        target: targetOf(row.postId),
        after: valuesOf(row),
      });
  }

  return { get, replace, preview, listHistory };
}

/** A new placement names a post that is public or will be. */
function requirePlaceable(
  editor: User,
  { added }: LayoutChange,
  posts: ReadonlyMap<number, PostSummary>,
): void {
  for (const { postId } of added) {
    const post = posts.get(postId);
    if (!post || !canView(editor, post)) throw invalidFields({ placements: 'frontPage.unknownPost' });
    const isScheduled = post.status === 'draft' && post.publishAt !== null;
    if (post.status !== 'published' && !isScheduled)
      throw invalidFields({ placements: 'frontPage.notPublished' });
  }
}
