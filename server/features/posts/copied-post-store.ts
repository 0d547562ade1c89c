import { sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { WaitingRule } from '#contract/publication-rules.ts';
import type { Db } from '#server/platform/db/database.ts';

/** What a post was on another site of this kind, beside the fields of an imported one. Accounts are ids, or names. */
export type CopiedState<AccountReference> = {
  updatedAt: Date;
  editedAt: Date | null;
  /** When a text was begun that got another date by being published. */
  draftCreatedAt: Date | null;
  hidden: {
    at: Date;
    by: AccountReference | null;
    reason: string;
    status: PostStatus;
    waitingRule: WaitingRule | null;
  } | null;
  /** Of a post that was public and is not any more. */
  publicNames: { title: string; slug: string } | null;
  offFrontPage: { at: Date; by: AccountReference | null } | null;
  pinnedAt: Date | null;
  publishAt: Date | null;
  formerSlugs: Array<{ slug: string; createdAt: Date; wasPublic: boolean }>;
  corrections: Array<{ text: string; createdAt: Date; editor: AccountReference | null }>;
};

/**
 * Gives a post, which is a draft if it is to be hidden, the state that it had on another site. The caller updates no counters:
 * neither a draft nor a hidden post counts.
 */
export async function setCopiedState(tx: Db, postId: number, state: CopiedState<number>): Promise<void> {
  const { hidden, publicNames, offFrontPage } = state;
  await tx
    .updateTable('posts')
    .set({
      updated_at: state.updatedAt,
      edited_at: state.editedAt,
      draft_created_at: state.draftCreatedAt,
      public_title: publicNames?.title ?? null,
      public_slug: publicNames?.slug ?? null,
      off_front_page_at: offFrontPage?.at ?? null,
      off_front_page_by: offFrontPage?.by ?? null,
      ...(hidden && {
        status: 'hidden',
        hidden_status: hidden.status,
        hidden_at: hidden.at,
        hidden_by: hidden.by,
        hidden_reason: hidden.reason,
        waiting_rule: hidden.waitingRule,
        publish_at: state.publishAt,
      }),
    })
    .where('id', '=', postId)
    .execute();
  await addFormerSlugs(tx, postId, state);
  await addCorrections(tx, postId, state);
  if (state.pinnedAt)
    await tx
      .insertInto('pins')
      .columns(['account_id', 'post_id', 'pinned_at'])
      .expression((eb) =>
        eb
          .selectFrom('posts')
          .select(['author_id', 'id', sql<Date>`${state.pinnedAt}::timestamptz`.as('pinned_at')])
          .where('id', '=', postId)
          .where('status', '=', 'published'),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** An address that another post has already stays with it. */
async function addFormerSlugs(
  tx: Db,
  postId: number,
  { formerSlugs, publicNames }: CopiedState<number>,
): Promise<void> {
  for (const { slug, createdAt, wasPublic } of formerSlugs)
    await tx
      .insertInto('post_slugs')
      .values({ slug, post_id: postId, created_at: createdAt, was_public: wasPublic })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (publicNames)
    await tx
      .updateTable('post_slugs')
      .set({ was_public: true })
      .where('post_id', '=', postId)
      .where('slug', '=', publicNames.slug)
      .execute();
}

/** A second import adds only missing ones. */
async function addCorrections(tx: Db, postId: number, { corrections }: CopiedState<number>): Promise<void> {
  for (const { text, createdAt, editor } of corrections)
    await sql`
      insert into post_corrections (post_id, editor_id, text, created_at)
      select ${postId}, ${editor}::bigint, ${text}, ${createdAt}
      where not exists (
        select from post_corrections where post_id = ${postId} and created_at = ${createdAt} and text = ${text}
      )`.execute(tx);
}

export type CopiedPlacement = {
  slug: string;
  section: string;
  startsAt: Date | null;
  endsAt: Date | null;
  placedAt: Date;
  editorId: number | null;
};

/** Sets the front page of a site that has none, in the order of the list. */
export async function addCopiedPlacements(tx: Db, placements: readonly CopiedPlacement[]): Promise<void> {
  const layout = tx.selectFrom('front_page_layout').select('version').forUpdate();
  await layout.execute();
  const present = await tx.selectFrom('front_page_placements').select('id').limit(1).executeTakeFirst();
  if (present || placements.length === 0) return;
  const positions = new Map<string, number>();
  for (const { slug, section, startsAt, endsAt, placedAt, editorId } of placements) {
    const position = (positions.get(section) ?? 0) + 1;
    positions.set(section, position);
    await sql`
      insert into front_page_placements (post_id, section, position, starts_at, ends_at, placed_by, placed_at)
      select id, ${section}, ${position}::int, ${startsAt}::timestamptz, ${endsAt}::timestamptz, ${editorId}::bigint, ${placedAt}
      from posts where slug = ${slug}`.execute(tx);
  }
  await tx.updateTable('front_page_layout').set({ version: sql`version + 1` }).execute();
}
