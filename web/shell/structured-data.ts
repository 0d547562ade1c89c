import type { MetaDescriptor } from 'react-router';
import type { CommentDetail } from '#contract/comments.ts';
import type { PostDetail } from '#contract/posts.ts';
import type { AuthorProfile } from '#contract/users.ts';
import { displayName } from '#locales/person.ts';
import { authorPath } from '#web/paths/author-path.ts';
import type { PreviewImage } from './preview-tags.ts';
import type { SiteIdentity } from './site-identity.ts';

/** Descriptions of pages in the vocabulary of schema.org, as JSON-LD. Rendered on the server only. */

type Context = { site: SiteIdentity; origin: string };
type Thing = { '@type': string; [property: string]: unknown };

/** Google shows no longer headline. */
const maxHeadlineLength = 110;
const maxComments = 10;
const iconSize = 512;

/** One `script` element with several things. */
export const structuredData = (things: Thing[]): MetaDescriptor => ({
  'script:ld+json': { '@context': 'https://schema.org', '@graph': things },
});

/** The site and who publishes it, for the front page. */
export const siteThings = ({ site, origin }: Context, socialLinks: string[]): Thing[] => [
  {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: site.name,
    description: site.description,
    url: `${origin}/`,
    inLanguage: 'ru',
    publisher: { '@id': `${origin}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/posts?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
  {
    ...organization({ site, origin }),
    ...(site.email !== null && { email: site.email }),
    ...(socialLinks.length > 0 && { sameAs: socialLinks }),
  },
];

const organization = ({ site, origin }: Context): Thing => ({
  '@type': 'Organization',
  '@id': `${origin}/#organization`,
  name: site.name,
  url: `${origin}/`,
  logo: { '@type': 'ImageObject', url: `${origin}/icon-512.png`, width: iconSize, height: iconSize },
});

/** The way from the front page; the last step is the page itself. */
export const breadcrumbThing = (origin: string, steps: Array<{ name: string; path: string }>): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: origin + path,
  })),
});

type Person = { username: string; full_name?: string; avatar?: string | null };

const personThing = (person: Person, origin: string): Thing => ({
  '@type': 'Person',
  name: displayName(person),
  url: origin + authorPath(person),
  ...(person.avatar && { image: new URL(person.avatar, origin).href }),
});

export const authorThing = (author: AuthorProfile, origin: string): Thing => ({
  '@type': 'ProfilePage',
  url: origin + authorPath(author),
  dateCreated: author.created_at,
  mainEntity: {
    ...personThing(author, origin),
    alternateName: author.username,
    ...(author.bio && { description: author.bio }),
  },
});

type Post = Omit<PostDetail, 'content'>;

/** An article of a category is news; one without a category is an entry of its author's blog. */
export function articleThing(
  post: Post,
  comments: CommentDetail[],
  context: Context & { card: PreviewImage },
): Thing {
  const { origin } = context;
  const url = `${origin}/posts/${post.slug}`;
  return {
    '@type': post.category_info ? 'NewsArticle' : 'BlogPosting',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    url,
    headline: [...post.title].slice(0, maxHeadlineLength).join(''),
    description: post.standfirst ?? post.excerpt,
    image: [...(post.image ? [imageThing(post, post.image, origin)] : []), cardThing(context.card, origin)],
    datePublished: post.created_at,
    dateModified: post.edited_at ?? post.created_at,
    author: [personThing(post.author_info, origin)],
    publisher: organization(context),
    ...(post.category_info && { articleSection: post.category_info.name }),
    inLanguage: 'ru',
    isAccessibleForFree: true,
    commentCount: post.comments_count,
    comment: comments
      .filter(({ is_active }) => is_active)
      .slice(0, maxComments)
      .map((comment) => commentThing(comment, url, origin)),
  };
}

const imageThing = ({ image_info }: Post, image: string, origin: string): Thing => ({
  '@type': 'ImageObject',
  url: new URL(image, origin).href,
  ...(image_info && { width: image_info.width, height: image_info.height }),
});

const cardThing = ({ url, width, height }: PreviewImage, origin: string): Thing => ({
  '@type': 'ImageObject',
  url: origin + url,
  width,
  height,
});

const commentThing = (comment: CommentDetail, postUrl: string, origin: string): Thing => ({
  '@type': 'Comment',
  '@id': `${postUrl}#comment-${comment.id}`,
  url: `${postUrl}#comment-${comment.id}`,
  text: comment.content,
  dateCreated: comment.created_at,
  author: personThing(comment.author_info, origin),
});
