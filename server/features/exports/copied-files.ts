import { stringify } from 'yaml';
import { copyFormat } from '#server/features/imports/index.ts';
import type { AccountRow, ArticleRow, CategoryRow, CommentRow, PlacementRow } from './copied-row.ts';

/** The name of an account in a copy: that of a deleted one has no id of the site. */
export type NameOf = (username: string) => string;

type Fields = Record<string, unknown>;

const toYaml = (value: unknown): string => stringify(value, { lineWidth: 0 });
const present = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
const dateOf = (date: Date | null): string | null => date?.toISOString() ?? null;
const dateIn = (json: string): string => new Date(json).toISOString();
const orNull = (text: string): string | null => (text === '' ? null : text);
const listOrNull = <Item>(list: Item[]): Item[] | null => (list.length === 0 ? null : list);

export const markFile = (): string => toYaml({ format: copyFormat });

/** An entry of the list of accounts. Usernames are any text, so a map keeps their order and their names. */
export function accountEntry(row: AccountRow, nameOf: NameOf, avatar: string | null): string {
  const registered = dateOf(row.createdAt);
  const fields = row.deletedAt
    ? { deleted: dateOf(row.deletedAt), registered }
    : {
        email: row.email,
        first_name: orNull(row.firstName),
        last_name: orNull(row.lastName),
        bio: orNull(row.bio),
        avatar,
        role: row.role,
        registered,
        disabled: row.isActive ? null : true,
        trapped: row.isTrapped ? true : null,
        restrictions: listOrNull(
          row.restrictions.map(({ kind, until }) => present({ kind, until: until && dateIn(until) })),
        ),
        deletion_due: dateOf(row.deletionDueAt),
        deletion_texts: row.deletionDueAt && row.deletionTexts,
      };
  return toYaml(new Map([[nameOf(row.username), present(fields)]]));
}

export const categoryEntry = ({ slug, name, description, color, mark }: CategoryRow): string =>
  toYaml(new Map([[slug, present({ name, description: orNull(description), color, mark })]]));

export const placementEntry = (row: PlacementRow, nameOf: NameOf): string =>
  toYaml([
    present({
      article: row.slug,
      section: row.section,
      starts: dateOf(row.startsAt),
      ends: dateOf(row.endsAt),
      placed: dateOf(row.placedAt),
      by: row.editor && nameOf(row.editor),
    }),
  ]);

/** The text follows an empty line exactly as it is, with one line feed after it. */
export function articleFile(
  row: ArticleRow,
  nameOf: NameOf,
  { content, image }: { content: string; image: string | null },
): string {
  const by = (username: string | null) => username && nameOf(username);
  const fields = {
    title: row.title,
    slug: row.slug,
    slug_chosen: row.hasChosenSlug ? true : null,
    date: dateOf(row.createdAt),
    updated: dateOf(row.updatedAt),
    edited: dateOf(row.editedAt),
    begun: dateOf(row.draftCreatedAt),
    draft: (row.hiddenStatus ?? row.status) === 'draft' ? true : null,
    publish_at: dateOf(row.publishAt),
    hidden:
      row.status === 'hidden'
        ? present({
            date: dateOf(row.hiddenAt),
            by: by(row.hiddenBy),
            reason: orNull(row.hiddenReason),
            waiting: row.waitingRule,
          })
        : null,
    was_public: row.publicTitle === null ? null : { title: row.publicTitle, slug: row.publicSlug },
    off_front_page:
      row.offFrontPageAt && present({ date: dateOf(row.offFrontPageAt), by: by(row.offFrontPageBy) }),
    pinned: dateOf(row.pinnedAt),
    author: nameOf(row.author),
    category: row.category,
    standfirst: row.standfirst,
    image,
    image_caption: row.imageCaption,
    image_focus: row.imageFocus,
    comments: row.commentsEnabled ? null : false,
    locked: row.discussion?.isLocked ? true : null,
    close_after_days: row.discussion?.closeAfterDays,
    slow_mode_seconds: row.discussion?.slowModeSeconds || null,
    views: row.views || null,
    reader_views: row.views ? row.readerViews : null,
    redirect_from: listOrNull(row.addresses),
    former_slugs: listOrNull(
      row.formerSlugs.map(({ slug, date, wasPublic }) =>
        present({ slug, date: dateIn(date), public: wasPublic ? true : null }),
      ),
    ),
    corrections: listOrNull(
      row.corrections.map(({ date, by: editor, text }) =>
        present({ date: dateIn(date), by: by(editor), text }),
      ),
    ),
  };
  return `---\n${toYaml(present(fields))}---\n\n${content}\n`;
}

/** The text of a deleted comment belongs to nobody any more; its place holds the replies. */
export const commentEntry = (
  row: CommentRow,
  nameOf: NameOf,
  { id, parent }: { id: number; parent: number | undefined },
): string => {
  const removed =
    row.deletedAt && present({ date: dateOf(row.deletedAt), by: row.deletedBy && nameOf(row.deletedBy) });
  const isEdited = row.updatedAt.getTime() !== row.createdAt.getTime();
  return toYaml([
    present({
      id,
      reply_to: parent,
      pinned: row.isPinned ? true : null,
      author: nameOf(row.author),
      date: dateOf(row.createdAt),
      edited: isEdited ? dateOf(row.updatedAt) : null,
      hidden:
        row.isHidden && removed
          ? { ...removed, ...present({ reason: orNull(row.hiddenReason), waiting: row.waitingRule }) }
          : null,
      deleted: row.isHidden ? null : removed,
      text: row.deletedAt && !row.isHidden ? null : row.content,
    }),
  ]);
};
