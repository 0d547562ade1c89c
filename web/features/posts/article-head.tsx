import type { PictureInfo } from '#contract/media.ts';
import type { PostFields } from '#contract/post-fields.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { typesetText } from '#locales/typography.ts';
import { PostImage } from './post-image.tsx';

/** The lead paragraph under the headline. */
export function Standfirst({ text }: { text: string | null }) {
  if (!text) return null;
  return <p className="mt-4 text-xl text-pretty text-soft wrap-anywhere">{typesetText(text)}</p>;
}

type CoverProps = {
  post: Pick<PostFields, 'title' | 'image_caption' | 'image_focus'> & {
    image: string | null;
    image_info: PictureInfo | null;
  };
};

/** The cover of an article with its caption. */
export function ArticleCover({ post }: CoverProps) {
  return (
    <figure>
      <PostImage
        post={post}
        layout="article"
        alt={interpolate(postListMessages.imageOf, { title: post.title })}
        isLead
      />
      {post.image_caption && (
        <figcaption className="mt-2 text-sm text-muted wrap-anywhere">
          {typesetText(post.image_caption)}
        </figcaption>
      )}
    </figure>
  );
}
