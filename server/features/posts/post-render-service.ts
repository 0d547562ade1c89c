import type { Media } from '#server/features/media/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type Markdown, TooComplexError } from '#server/platform/markdown/markdown.ts';
import { rendererVersion } from '#server/platform/markdown/renderer-version.ts';
import { findPicturePaths } from '#server/platform/media-url.ts';
import { presentPicture } from '#server/platform/picture.ts';
import type { ReadText } from '#server/platform/text-reading.ts';
import * as store from './post-content-store.ts';

export const renderOutdatedJob = 'posts.render-outdated';
const batchSize = 50;

/** The article of a post as the rules of publication see it, in one version of the post. */
export type StoredText = { version: number; article: ReadText };
export type PostRenderer = ReturnType<typeof createPostRenderer>;

/** Renders the Markdown of posts, and renders it again when the renderer or an image changes. */
export function createPostRenderer({
  db,
  media,
  markdown,
  jobs,
}: {
  db: Db;
  media: Pick<Media, 'findByPaths'>;
  markdown: Markdown;
  jobs: Jobs;
}) {
  /** Throws `TooComplexError`. `account` is the key for fair scheduling of the renderer. */
  async function render(content: string, account: string, from: Db = db): Promise<store.PostContent> {
    const pictures = await media.findByPaths(findPicturePaths(content), from);
    // URLs without a host, so that stored HTML stays valid when the site moves.
    const byPath = Object.fromEntries(pictures.map((picture) => [picture.path, presentPicture(picture, '')]));
    const rendered = await markdown.render(content, { account, pictures: byPath });
    return { content, rendered, rendererVersion, pictureIds: pictures.map(({ id }) => id) };
  }

  /** A worker reads the article, so this is called before the transaction that judges it under a lock. */
  async function readStored(id: number, account: string): Promise<StoredText | undefined> {
    const stored = await store.findContentHtml(db, id);
    if (!stored) return undefined;
    const [article] = await markdown.read([{ texts: [], html: stored.html }], { account });
    return article && { version: stored.version, article };
  }

  /** Skips posts that are changed in the meantime: the change renders them. */
  async function rerender(posts: store.RenderedPost[]): Promise<void> {
    for (const post of posts) {
      try {
        await store.updateRendered(db, post, await render(post.content, 'jobs'));
      } catch (error) {
        // The stored HTML stays.
        if (!(error instanceof TooComplexError)) throw error;
      }
    }
  }

  /** Renders every post again that has an older renderer version. */
  async function renderOutdated(): Promise<void> {
    let after = 0;
    let posts: store.RenderedPost[];
    do {
      posts = await store.listOutdated(db, rendererVersion, { after, limit: batchSize });
      await rerender(posts);
      after = posts.at(-1)?.id ?? after;
    } while (posts.length === batchSize);
  }

  return {
    render,
    readStored,
    renderOutdated,
    /** To call before an image is deleted: schedules rendering of the posts of other users that reference it. */
    async releasePicture(tx: Db, pictureId: number): Promise<void> {
      if (await store.markBorrowersOutdated(tx, pictureId))
        await jobs.add(tx, renderOutdatedJob, {}, { key: renderOutdatedJob });
    },
    /** Renders the posts again that reference an image with new variants. */
    rerenderWithPicture: async (pictureId: number) =>
      rerender(await store.listPostsWithPicture(db, pictureId)),
  };
}
