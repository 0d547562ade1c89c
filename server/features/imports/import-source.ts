import { createHash } from 'node:crypto';
import type { CopiedPlacement } from '#server/features/posts/index.ts';
import type { Article } from './article.ts';
import type { Outcome } from './article-plan.ts';
import type { CategoryPlan } from './category-data.ts';
import type { CommentPlan } from './comment-data.ts';
import type { CopiedPerson } from './copied-people.ts';
import type { FileProblem } from './import-folder.ts';
import type { People } from './people.ts';
import { Refusal } from './problem.ts';
import type { ReadSource } from './text-readers.ts';
import type { YamlText } from './yaml-value.ts';

/** Where the pictures of a source are. */
export type PictureFiles = {
  /** Whether the address in a text is a picture of the source. */
  owns(address: string): boolean;
  /** The path or the URL of a picture that `file` references. Throws Refusal. */
  locatePicture(file: string, target: string): Promise<string>;
  /** The bytes of a located picture. Throws Refusal. */
  readPicture(location: string): Promise<Uint8Array>;
  /** Replaces the addresses of pictures in a text; by default where Markdown has pictures. */
  replace?(content: string, addresses: ReadonlyMap<string, string>): string;
};

/** An article of a source with its identity there. */
export type SourceArticle = { file: string; id: string; article: Article; comments: CommentPlan[] };

/**
 * An article that is not converted yet, because a continued import passes over those that it has written. `hash` is that of
 * everything that the source has for it.
 */
export type RawArticle = { file: string; hash: string; convert(): Promise<SourceArticle | Outcome> };

export const convertItem = async (
  item: SourceArticle | Outcome | RawArticle,
): Promise<SourceArticle | Outcome> => ('convert' in item ? item.convert() : item);

/** A text that cannot be read is a problem of its article only. */
export async function convertWith(
  file: string,
  line: number | undefined,
  convert: () => Promise<SourceArticle | Outcome>,
): Promise<SourceArticle | Outcome> {
  try {
    return await convert();
  } catch (error) {
    if (error instanceof Refusal)
      return { file, problem: { ...(line !== undefined && { line }), ...error.problem } };
    throw error;
  }
}

/** A hash that is no longer than it must be, because those of many articles are kept in memory. */
export function hashOfSource(value: unknown): string {
  const text = JSON.stringify(value, (_, part) => (part instanceof Map ? [...part] : part));
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

export type SiteCopy = {
  /** Whether the operator trusts the copy with the roles of its accounts. */
  hasRoles: boolean;
  accounts(): AsyncIterable<CopiedPerson>;
  placements: CopiedPlacementPlan[];
};
export type CopiedPlacementPlan = Omit<CopiedPlacement, 'editorId'> & { editor: YamlText | null };

/** What a source is read with. */
export type SourceTools = {
  now: Date;
  read: ReadSource;
  /** The date of articles without one, which the operator has chosen. */
  undated?: Date | undefined;
};

/** Content in another system, read as a stream: everything after it knows no system. */
export type ImportSource = {
  /** The kind of the system and the name of the site in it, at most 500 characters: `wordpress:https://blog.example`. */
  key: string;
  /** Whether an article whose slug the site already has is that article; otherwise it gets another slug. */
  isKnownBySlug: boolean;
  people: People;
  knownCategories: ReadonlyMap<string, CategoryPlan>;
  /** The author of articles without one, if the operator names nobody. */
  author?: YamlText | undefined;
  pictures: PictureFiles;
  /** The articles in the order in which they are imported, or why one cannot be. */
  read(): AsyncIterable<SourceArticle | Outcome | RawArticle>;
  /** The number of articles, if it is known before reading. */
  total?: number | undefined;
  /** Set for a copy of a site of this kind: what it has beside articles. */
  copy?: SiteCopy | undefined;
  /** People who come although they have written nothing. */
  members?(): AsyncIterable<SourcePerson>;
  /** Problems that belong to no article; complete after `read`. */
  problems: FileProblem[];
};

/** Somebody in a system that knows its people by id. A folder of Markdown knows them by name only. */
export type SourcePerson = {
  id: string;
  name: string;
  /** The name of the account, if the system has one. */
  username?: string | undefined;
  email?: string | undefined;
  bio?: string | undefined;
  /** Whether the system knows that the address belongs to the person: not for guests who typed one. */
  isVerified: boolean;
};

/** A reference to a person, by name or key, or with the data of the system. */
export type PersonReference = YamlText & { person?: SourcePerson | undefined };
