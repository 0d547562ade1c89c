import { readArticle } from './article.ts';
import { readCategories } from './category-data.ts';
import { readComments } from './comment-data.ts';
import { readCopiedArticle } from './copied-article.ts';
import { readCopiedComments } from './copied-comments.ts';
import { readCopiedPeople } from './copied-people.ts';
import { readCopiedCategories, readCopiedPlacements } from './copied-placements.ts';
import { readGhostPost } from './ghost-post.ts';
import { readPeople } from './people.ts';
import { readBlogConfig } from './static-blog.ts';
import { readWordPressCategory, readWordPressItem } from './wordpress-item.ts';
import { getFields, readYaml } from './yaml-value.ts';

/** The functions that read a text of a source. What they get and return can be cloned. They throw Refusal. */
export const textReaders = {
  article: readArticle,
  blogConfig: readBlogConfig,
  categories: readCategories,
  comments: readComments,
  copiedArticle: readCopiedArticle,
  copiedCategories: readCopiedCategories,
  copiedComments: readCopiedComments,
  copiedPeople: readCopiedPeople,
  copiedPlacements: readCopiedPlacements,
  fields: (text: string) => getFields(readYaml(text)),
  ghostPost: readGhostPost,
  people: readPeople,
  wordPressCategory: readWordPressCategory,
  wordPressItem: readWordPressItem,
};

type Readers = typeof textReaders;

/** Reads a text within limits of time and memory. Throws Refusal, also for what is too complex. */
export type ReadSource = <Name extends keyof Readers>(
  name: Name,
  ...args: Parameters<Readers[Name]>
) => Promise<ReturnType<Readers[Name]>>;
