import type { PictureInfo } from '#contract/media.ts';
import type { PostFields } from '#contract/post-fields.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { typesetText } from '#locales/typography.ts';
import { PostImage } from './post-image.tsx';

const longTitleLength = 100;
const longTitleLengthOnPhones = 60;

/** The size of a headline: a long one is smaller, so that the text begins on the first screen. */
export const headlineSize = ({ length }: string) =>
  `${length > longTitleLengthOnPhones ? 'text-2xl' : 'text-3xl'} ${length > longTitleLength ? 'sm:text-4xl' : 'sm:text-5xl'}`;

/** The lead paragraph under the headline. */
export function Standfirst({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p className="mt-2.5 text-lg text-pretty text-soft sm:mt-4 sm:text-xl wrap-anywhere">
      {typesetText(text)}
    </p>
  );
}

type CoverProps = {
  post: Pick<PostFields, 'title' | 'image_caption' | 'image_focus'> & {
    image: string | null;
    image_info: PictureInfo | null;
  };
  /** Whether a click shows the picture in full size, see picture-viewer. */
  isOpenable?: boolean;
};

/** The cover of an article with its caption. Phones show it from edge to edge. */
export function ArticleCover({ post, isOpenable = false }: CoverProps) {
  const picture = (
    <PostImage
      post={post}
      layout="article"
      alt={interpolate(postListMessages.imageOf, { title: post.title })}
      isLead
      className="max-sm:rounded-none"
    />
  );
  return (
    <figure>
      {isOpenable && post.image ? (
        <a
          href={post.image}
          aria-label={postPageMessages.openCover}
          className="full-size block cursor-zoom-in"
        >
          {picture}
        </a>
      ) : (
        picture
      )}
      {post.image_caption && (
        <figcaption className="mt-1.5 text-sm sm:mt-2 text-muted wrap-anywhere max-sm:px-4">
          {typesetText(post.image_caption)}
        </figcaption>
      )}
    </figure>
  );
}
