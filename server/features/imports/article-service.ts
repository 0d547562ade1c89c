import type { Categories } from '#server/features/categories/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import type { Article } from './article.ts';
import { type CategoryPlan, planCategory } from './category-data.ts';
import { type CommentPlan, commentsFileOf } from './comment-data.ts';
import { lockSlug } from './import-store.ts';
import type { Authors } from './people-service.ts';
import type { createPictures, KeptPictures } from './pictures-service.ts';
import { placed, refuse } from './problem.ts';
import type { YamlText } from './yaml-value.ts';

export type PlannedArticle = { article: Article; comments: CommentPlan[] };
/** An article whose accounts and pictures exist on the site. */
export type PreparedArticle = {
  article: Article;
  authorId: number;
  comments: WrittenComment[];
  pictures: KeptPictures;
};

type WrittenComment = Pick<CommentPlan, 'createdAt' | 'content'> & {
  authorId: number;
  replies: WrittenComment[];
};
type Deps = {
  db: Db;
  categories: Pick<Categories, 'find' | 'findByName' | 'create'>;
  posts: Pick<Posts, 'find' | 'insert'>;
  comments: Pick<Comments, 'insert'>;
  authors: Authors;
  pictures: ReturnType<typeof createPictures>;
  knownCategories: ReadonlyMap<string, CategoryPlan>;
  defaultAuthor: string | undefined;
};

/** Writes the articles of one import. */
export function createArticleWriter(deps: Deps) {
  const { db, posts, authors, pictures } = deps;

  async function authorOf({ author }: Article): Promise<number> {
    if (author) return placed({ line: author.line }, () => authors.idOf(author.text));
    return deps.defaultAuthor === undefined
      ? refuse('imports.authorMissing', { line: 1 })
      : authors.idOfDefault(deps.defaultAuthor);
  }

  async function withAuthors(plans: CommentPlan[], file: string): Promise<WrittenComment[]> {
    const written: WrittenComment[] = [];
    for (const { author, createdAt, content, replies } of plans)
      written.push({
        createdAt,
        content,
        authorId: await placed({ about: `${file}:${author.line}` }, () => authors.idOf(author.text)),
        replies: await withAuthors(replies, file),
      });
    return written;
  }

  /** The category with this slug or name, created if it does not exist. An existing one is not changed. */
  async function categoryOf(category: YamlText): Promise<number> {
    const plan = planCategory(deps.knownCategories, category);
    const { name } = plan;
    const find = async () =>
      (await deps.categories.find(plan.slug)) ?? (await deps.categories.findByName(name));
    const id = (await find())?.id ?? (await deps.categories.create(db, plan)) ?? (await find())?.id;
    return id ?? refuse('imports.categoryTaken', { line: category.line }, { name });
  }

  async function insertComments(
    tx: Db,
    postId: number,
    comments: WrittenComment[],
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
    /** Creates missing accounts and pictures; undefined if the article exists. Articles may be prepared concurrently. */
    async prepare({ article, comments }: PlannedArticle): Promise<PreparedArticle | undefined> {
      if (await posts.find(article.slug)) return undefined;
      const authorId = await authorOf(article);
      return {
        article,
        authorId,
        comments: await withAuthors(comments, commentsFileOf(article.slug)),
        pictures: await pictures.take(article, authorId),
      };
    },

    /**
     * Writes an article with its comments; false if it was written meanwhile. Not concurrently: articles change the
     * counters of the same accounts, which could deadlock.
     */
    async write({ article, authorId, comments, pictures: kept }: PreparedArticle): Promise<boolean> {
      const { slug, title, createdAt, status, category } = article;
      const categoryId = category ? await categoryOf(category) : null;
      return inTransaction(db, async (tx) => {
        await lockSlug(tx, slug);
        if (await posts.find(slug, tx)) return false;
        const post = { title, slug, ...kept, authorId, categoryId, status, createdAt };
        await insertComments(tx, await posts.insert(post, tx), comments, null);
        return true;
      });
    },
  };
}
