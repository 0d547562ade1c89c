import type { Categories } from '#server/features/categories/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Posts, PreparedPost } from '#server/features/posts/index.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { Article } from './article.ts';
import type { AuthorResolver } from './author-service.ts';
import { type CategoryPlan, findCategoryPlan } from './category-data.ts';
import { type CommentPlan, getCommentsPath, type PlannedArticle } from './comment-data.ts';
import { lockSlug } from './import-store.ts';
import type { createPictureImporter } from './picture-importer.ts';
import { refuse, withLocation } from './problem.ts';
import type { YamlText } from './yaml-value.ts';

/** An article whose accounts and pictures exist on the site, with its rendered text. */
export type PreparedArticle = {
  article: Article;
  post: PreparedPost;
  comments: PreparedComment[];
};

type PreparedComment = Pick<CommentPlan, 'createdAt' | 'content'> & {
  authorId: number;
  replies: PreparedComment[];
};
type Deps = {
  db: Db;
  categories: Pick<Categories, 'find' | 'findByName' | 'create'>;
  posts: Pick<Posts, 'find' | 'prepareImported' | 'insertImported'>;
  comments: Pick<Comments, 'insert'>;
  authors: AuthorResolver;
  pictures: ReturnType<typeof createPictureImporter>;
  knownCategories: ReadonlyMap<string, CategoryPlan>;
  defaultAuthor: string | undefined;
};

/** Writes the articles of one import. */
export function createArticleWriter(deps: Deps) {
  const { db, posts, authors, pictures } = deps;

  async function findAuthorId({ author }: Article): Promise<number> {
    if (author) return withLocation({ line: author.line }, () => authors.getId(author.text));
    return deps.defaultAuthor === undefined
      ? refuse('imports.authorMissing', { line: 1 })
      : authors.getDefaultId(deps.defaultAuthor);
  }

  async function withAuthors(plans: CommentPlan[], file: string): Promise<PreparedComment[]> {
    const prepared: PreparedComment[] = [];
    for (const { author, createdAt, content, replies } of plans)
      prepared.push({
        createdAt,
        content,
        authorId: await withLocation({ about: `${file}:${author.line}` }, () => authors.getId(author.text)),
        replies: await withAuthors(replies, file),
      });
    return prepared;
  }

  /** The category with this slug or name, created if it does not exist. An existing one is not changed. */
  async function findOrCreateCategory(category: YamlText): Promise<number> {
    const plan = findCategoryPlan(deps.knownCategories, category);
    const { name } = plan;
    const find = async () =>
      (await deps.categories.find(plan.slug)) ?? (await deps.categories.findByName(name));
    const id = (await find())?.id ?? (await deps.categories.create(db, plan)) ?? (await find())?.id;
    return id ?? refuse('imports.categoryTaken', { line: category.line }, { name });
  }

  async function insertComments(
    tx: Db,
    postId: number,
    comments: PreparedComment[],
    parentId: number | null,
  ): Promise<void> {
    // In chronological order, because discussions are paginated by id.
    const oldestFirst = comments.toSorted(
      (left, right) => left.createdAt.getTime() - right.createdAt.getTime(),
    );
    for (const { replies, ...comment } of oldestFirst) {
      const id = await deps.comments.insert(tx, { ...comment, postId, parentId });
      await insertComments(tx, postId, replies, id);
    }
  }

  return {
    /**
     * Creates missing accounts and pictures and renders the text, so that no transaction waits for it. Undefined if the
     * article exists. Articles may be prepared concurrently.
     */
    async prepare({ article, comments }: PlannedArticle): Promise<PreparedArticle | undefined> {
      if (await posts.find(article.slug)) return undefined;
      const { slug, title, standfirst, imageCaption: image_caption, createdAt, status, publishAt } = article;
      const authorId = await findAuthorId(article);
      const preparedComments = await withAuthors(comments, getCommentsPath(slug));
      const storedPictures = await pictures.store(article, authorId);
      const texts = { title, standfirst, image_caption };
      const input = { slug, ...texts, createdAt, status, publishAt, authorId, ...storedPictures };
      return { article, comments: preparedComments, post: await posts.prepareImported(input) };
    },

    /**
     * Writes an article with its comments; false if it was written meanwhile. Not concurrently: articles change the
     * counters of the same accounts, which could deadlock.
     */
    async write({ article, post, comments }: PreparedArticle): Promise<boolean> {
      const { slug, category, views } = article;
      const categoryId = category ? await findOrCreateCategory(category) : null;
      return inTransaction(db, async (tx) => {
        await lockSlug(tx, slug);
        if (await posts.find(slug, tx)) return false;
        const postId = await posts.insertImported(tx, { ...post, categoryId }, views);
        await insertComments(tx, postId, comments, null);
        return true;
      });
    },
  };
}
