import type { Media } from '#server/features/media/index.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type Markdown, TooComplexError } from '#server/platform/markdown/markdown.ts';
import { rendererVersion } from '#server/platform/markdown/renderer-version.ts';
import { picturesNamedIn } from '#server/platform/media-url.ts';
import { presentPicture } from '#server/platform/picture.ts';
import * as store from './post-text-store.ts';

export const renderOutdatedJob = 'posts.render-outdated';
const batchSize = 50;

export type PostTexts = ReturnType<typeof createPostTexts>;

/** Makes of a post's Markdown what is stored beside it, and does so again when the renderer or a picture changes. */
export function createPostTexts({
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
  /** Throws `TooComplexError`. `account` is who waits for the text, for a fair share of the renderer. */
  async function toText(content: string, account: string, from: Db = db): Promise<store.PostContent> {
    const pictures = await media.findByPaths(picturesNamedIn(content), from);
    // Addresses without a host: a stored text outlives the name of its site.
    const byPath = Object.fromEntries(pictures.map((picture) => [picture.path, presentPicture(picture, '')]));
    const rendered = await markdown.render(content, { account, pictures: byPath });
    return { content, rendered, rendererVersion, pictureIds: pictures.map(({ id }) => id) };
  }

  /** Renders posts again, unless somebody changes them meanwhile: then they are rendered anyway. */
  async function rerender(posts: store.RenderedPost[]): Promise<void> {
    for (const post of posts) {
      try {
        await store.updateRendered(db, post, await toText(post.content, 'jobs'));
      } catch (error) {
        // What was rendered once stays as it is.
        if (!(error instanceof TooComplexError)) throw error;
      }
    }
  }

  /** Every post that an older renderer has rendered. */
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
    toText,
    renderOutdated,
    /** Before a picture is deleted: texts that borrow it are rendered without it soon. */
    async leavePicture(tx: Db, pictureId: number): Promise<void> {
      if (await store.outdateBorrowers(tx, pictureId))
        await jobs.add(tx, renderOutdatedJob, {}, { key: renderOutdatedJob });
    },
    /** The posts whose texts show this picture: there is more to know of it now. */
    renderWithPicture: async (pictureId: number) => rerender(await store.listWithPicture(db, pictureId)),
  };
}
