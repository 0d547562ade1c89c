import type { PictureInfo } from '#contract/media.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Picture } from '#web/ui/picture.tsx';

/** Where a post's picture stands, and how wide it is there: the page's columns in the words of `sizes`. */
const sizes = {
  lead: '(min-width: 64rem) 36rem, calc(100vw - 2rem)',
  standard: '(min-width: 64rem) 23.5rem, (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2rem)',
  compact: '(min-width: 64rem) 15rem, (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2rem)',
  row: '(min-width: 64rem) 17rem, (min-width: 40rem) calc(50vw - 2.5rem), 7rem',
  list: '(min-width: 40rem) 12rem, 7rem',
  article: '(min-width: 60rem) 56rem, calc(100vw - 2rem)',
};

type PostImageProps = {
  post: { image: string | null; image_info: PictureInfo | null };
  place: keyof typeof sizes;
  /** Empty where the headline beside it says the same. */
  alt?: string;
  /** The first picture of a page. */
  isLead?: boolean;
  className?: string;
};

/** The picture of a post with its place reserved; when it cannot be loaded its place stays as a quiet tint. */
export function PostImage({ post, place, alt = '', isLead, className }: PostImageProps) {
  if (!post.image) return null;
  const ratio = place === 'article' ? 'aspect-video' : 'aspect-3/2';
  return (
    <span className={classNames('block overflow-hidden rounded-sm bg-sunk', ratio, className)}>
      <Picture src={post.image} facts={post.image_info} alt={alt} sizes={sizes[place]} isLead={isLead} />
    </span>
  );
}
