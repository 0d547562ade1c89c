import { setImmediate as nextTurn } from 'node:timers/promises';
import { interpolate } from '#locales/interpolate.ts';
import * as texts from '#locales/ru/feeds.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import type { Categories } from '#server/features/categories/index.ts';
import type { Comments } from '#server/features/comments/index.ts';
import type { FeedPost, FeedScope, Posts } from '#server/features/posts/index.ts';
import { guest } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import type { SiteIdentity } from '#server/platform/site-identity.ts';
import {
  dzenAgeMs,
  dzenMaxPosts,
  dzenMinCharacters,
  type Feed,
  type FeedItem,
  latestOf,
  maxFeedBytes,
  maxFeedComments,
  maxFeedPosts,
  tagUri,
} from './feed.ts';
import { commentToHtml, type FeedDialect, toFeedHtml } from './feed-html.ts';
import type { EmbeddedPost } from './oembed.ts';

export type FeedDeps = {
  clock: Clock;
  identity: SiteIdentity;
  publicUrl: string;
  accounts: Pick<Accounts, 'getByUsername'>;
  categories: Pick<Categories, 'get'>;
  posts: Pick<Posts, 'get' | 'listForFeed'>;
  comments: Pick<Comments, 'list'>;
};

/** A feed and the cache tags of what it shows. */
export type TaggedFeed = { feed: Feed; tags: string[] };
export type FeedService = ReturnType<typeof createFeedService>;

/** Of the social card of a post without a picture. */
const cardSize = { width: 1200, height: 630 };
/** The date of a feed without items: it has to have one, and to stay the same. */
const never = new Date(0);

/** Feeds of public posts and comments. */
export function createFeedService(deps: FeedDeps) {
  const { clock, identity, publicUrl, accounts, categories, posts, comments } = deps;

  async function ofSite(): Promise<TaggedFeed> {
    const { items, tags } = await postItems({});
    const feed = {
      id: tagUri(publicUrl, 'posts'),
      title: identity.name,
      description: identity.description,
      pageUrl: `${publicUrl}/`,
      updatedAt: latestOf(items, never),
      items,
    };
    return { feed, tags: ['lists', ...tags] };
  }

  async function ofCategory(slug: string): Promise<TaggedFeed> {
    const category = await categories.get(slug);
    const { items, tags } = await postItems({ categoryId: category.id });
    const feed = {
      id: tagUri(publicUrl, `category/${category.id}`),
      title: interpolate(texts.categoryTitle, { name: category.name, site: identity.name }),
      description: category.description || interpolate(texts.categoryDescription, { name: category.name }),
      pageUrl: `${publicUrl}/categories/${category.slug}`,
      updatedAt: latestOf(items, category.createdAt),
      items,
    };
    return { feed, tags: [`lists:category:${category.id}`, `category:${category.id}`, ...tags] };
  }

  async function ofAuthor(username: string): Promise<TaggedFeed> {
    const account = await accounts.getByUsername(username);
    const { items, tags } = await postItems({ authorId: account.id });
    const name = nameOf(account);
    const feed = {
      id: tagUri(publicUrl, `user/${account.id}`),
      title: interpolate(texts.authorTitle, { name, site: identity.name }),
      description: account.bio || interpolate(texts.authorDescription, { name }),
      pageUrl: authorUrl(account),
      updatedAt: latestOf(items, account.createdAt),
      items,
    };
    return { feed, tags: [`lists:author:${account.id}`, `account:${account.id}`, ...tags] };
  }

  async function ofComments(slug: string): Promise<TaggedFeed> {
    const post = await posts.get(guest, slug);
    const query = { post: post.id, ordering: '-created_at', page_size: String(maxFeedComments) };
    const { comments: found } = await comments.list(guest, query);
    const pageUrl = `${publicUrl}/posts/${post.slug}`;
    const items = found.map((comment) => ({
      id: tagUri(publicUrl, `comment/${comment.id}`),
      title: interpolate(texts.commentTitle, { name: nameOf(comment.author), title: post.title }),
      url: `${pageUrl}#comment-${comment.id}`,
      summary: comment.content,
      html: commentToHtml(comment.content),
      author: { name: nameOf(comment.author), url: authorUrl(comment.author) },
      category: null,
      image: null,
      publishedAt: comment.createdAt,
      updatedAt: comment.updatedAt,
      commentsUrl: null,
    }));
    const feed = {
      id: tagUri(publicUrl, `post/${post.id}/comments`),
      title: interpolate(texts.commentsTitle, { title: post.title, site: identity.name }),
      description: interpolate(texts.commentsDescription, { title: post.title }),
      pageUrl,
      updatedAt: latestOf(items, post.createdAt),
      items,
    };
    return { feed, tags: [`post:${post.id}`, ...found.map(({ author }) => `account:${author.id}`)] };
  }

  async function embedded(slug: string): Promise<{ post: EmbeddedPost; tags: string[] }> {
    const post = await posts.get(guest, slug);
    const { title, image, author } = post;
    const url = `${publicUrl}/posts/${post.slug}`;
    const shown = {
      title,
      url,
      summary: post.standfirst ?? post.excerpt,
      author: { name: nameOf(author), url: authorUrl(author) },
      image: image
        ? { url: mediaUrl(publicUrl, image.path), width: image.width, height: image.height }
        : { url: `${url}/card.jpg`, ...cardSize },
      site: { name: identity.name, url: `${publicUrl}/` },
    };
    return { post: shown, tags: [`post:${post.id}`, `account:${author.id}`] };
  }

  /** Posts leave it with time, when the cache renders it again. */
  async function forDzen(): Promise<TaggedFeed> {
    const { items, tags } = await postItems(
      { publishedSince: new Date(clock.now().getTime() - dzenAgeMs), limit: dzenMaxPosts },
      'dzen',
    );
    const accepted = items.filter(
      ({ html }) => (html?.replace(/<[^<>]*>/g, '').length ?? 0) >= dzenMinCharacters,
    );
    const { name: title, description } = identity;
    const updatedAt = latestOf(accepted, never);
    const feed = { id: publicUrl, title, description, pageUrl: `${publicUrl}/`, updatedAt, items: accepted };
    return { feed, tags: ['lists', ...tags] };
  }

  async function postItems(scope: Partial<FeedScope>, dialect?: FeedDialect) {
    const found = await posts.listForFeed({ limit: maxFeedPosts, maxBytes: maxFeedBytes, ...scope });
    const items: FeedItem[] = [];
    for (const post of found) {
      items.push(toItem(post, dialect));
      // Long texts take milliseconds each; other requests go between them.
      await nextTurn();
    }
    const tags = found.flatMap(({ id, author, category }) => [
      `post:${id}`,
      `account:${author.id}`,
      ...(category ? [`category:${category.id}`] : []),
    ]);
    return { items, tags };
  }

  function toItem(post: FeedPost, dialect?: FeedDialect): FeedItem {
    const url = `${publicUrl}/posts/${post.slug}`;
    const { image } = post;
    return {
      id: tagUri(publicUrl, `post/${post.id}`),
      title: post.title,
      url,
      summary: post.summary,
      html: post.contentHtml === null ? null : toFeedHtml(post.contentHtml, url, dialect),
      author: { name: nameOf(post.author), url: authorUrl(post.author) },
      category: post.category?.name ?? null,
      image: image && {
        url: mediaUrl(publicUrl, image.path),
        type: 'image/webp',
        width: image.width,
        height: image.height,
      },
      publishedAt: post.publishedAt,
      updatedAt: post.updatedAt,
      commentsUrl: `${url}/atom.xml`,
    };
  }

  const authorUrl = ({ username }: { username: string }) =>
    `${publicUrl}/users/${encodeURIComponent(username)}`;

  return { ofSite, ofCategory, ofAuthor, ofComments, embedded, forDzen };
}

type Named = { username: string; firstName: string; lastName: string };

const nameOf = ({ username, firstName, lastName }: Named): string =>
  `${firstName} ${lastName}`.trim() || username;
