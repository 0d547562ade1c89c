import type { PostFields, postFieldDefaults } from '#contract/post-fields.ts';
import type { PostStatus } from '#contract/posts.ts';
import { postSlugRules } from '#contract/slug.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Media } from '#server/features/media/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { invalidFields } from '#server/platform/errors.ts';
import { TooComplexError } from '#server/platform/markdown/markdown.ts';
import { findPicturePaths } from '#server/platform/media-url.ts';
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts';
import { applyPlanChanges, type PublicationPlan } from './post.ts';
import { findUsablePicture, type PictureUse, type PostContent } from './post-content-store.ts';
import type { PostRenderer, StoredText } from './post-render-service.ts';

export type PostInput = Omit<PostFields, keyof typeof postFieldDefaults> &
  Partial<PostFields> & {
    categoryId?: number | null;
    status?: PostStatus;
    /** When to publish a draft; null cancels the schedule. */
    publishAt?: Date | null;
    /** Bytes of a new cover; null removes the current one. */
    image?: Uint8Array | null;
    /** URL of an uploaded image; used if `image` is absent. */
    imageUrl?: string | undefined;
  };
export type PostInputs = ReturnType<typeof createPostInputs>;

type Deps = {
  db: Db;
  clock: Clock;
  categories: Pick<Categories, 'lock'>;
  media: Pick<Media, 'save'>;
  renderer: PostRenderer;
  limits: RateLimits;
};

/** Bytes of content that one unit of the rate limit `render` covers. */
const bytesPerRenderUnit = 10_000;

export const slugTaken = () => invalidFields({ custom_slug: 'posts.slugTaken' });

function refuseTooComplex(error: unknown): never {
  throw error instanceof TooComplexError ? invalidFields({ content: 'posts.contentTooComplex' }) : error;
}

/** Resolves the fields of new and changed posts to stored values. Each function throws 400 for an invalid field. */
export function createPostInputs({ db, clock, categories, media, renderer, limits }: Deps) {
  async function renderContent(content: string, account: string): Promise<PostContent> {
    return renderer.render(content, account).catch(refuseTooComplex);
  }

  /** The stored article of a user's post, read before the transaction that judges it. */
  const readStored = (user: Pick<User, 'id'>, postId: number): Promise<StoredText | undefined> =>
    renderer.readStored(postId, `user ${user.id}`).catch(refuseTooComplex);

  /** Renders content of a user; the rate limit counts its size. */
  async function renderUserContent(user: Pick<User, 'id'>, content: string): Promise<PostContent> {
    await limits.take('render', user.id, Math.ceil(Buffer.byteLength(content) / bytesPerRenderUnit));
    return renderContent(content, `user ${user.id}`);
  }

  /** Renders a text as a post would be rendered and stores nothing. */
  async function preview(author: User, content: string): Promise<string> {
    await limits.take('preview', author.id);
    return (await renderUserContent(author, content)).rendered.html;
  }

  /**
   * Renders the content of a draft for the reader of a link. All links share one place in the fair queue of the renderer, so
   * that they delay no author.
   */
  async function renderShared(content: string): Promise<string> {
    return (await renderContent(content, 'draft links')).rendered.html;
  }

  /** The id of the uploaded or named cover; null removes the cover, undefined keeps it. */
  async function resolveCover(
    { image, imageUrl }: Partial<PostInput>,
    usage: PictureUse,
  ): Promise<number | null | undefined> {
    if (image) return (await media.save(usage.editorId, image, 'image')).id;
    if (image === null || imageUrl === undefined) return image;
    const [path = ''] = findPicturePaths(imageUrl);
    const id = await findUsablePicture(db, path, usage);
    if (id === undefined) throw invalidFields({ image_url: 'posts.imageUnknown' });
    return id;
  }

  function resolvePlan(before: PublicationPlan, changes: Partial<PublicationPlan>): PublicationPlan {
    const plan = applyPlanChanges(before, changes, clock.now());
    if (typeof plan === 'string') throw invalidFields({ publish_at: plan });
    return plan;
  }

  /** A slug that an author chose must not be that of a page. */
  function requireSlug(slug: string | null | undefined): void {
    if (typeof slug === 'string' && postSlugRules.reserved.has(slug)) throw slugTaken();
  }

  async function requireCategory(tx: Db, categoryId: number | null | undefined): Promise<void> {
    if (typeof categoryId === 'number' && !(await categories.lock(tx, categoryId)))
      throw invalidFields({ category: 'posts.categoryUnknown' });
  }

  return {
    renderContent,
    readStored,
    renderUserContent,
    renderShared,
    preview,
    resolveCover,
    resolvePlan,
    requireSlug,
    requireCategory,
  };
}
