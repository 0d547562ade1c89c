import type { PictureInfo } from '#contract/media.ts';
import type { ImageFocus } from '#contract/post-fields.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Picture } from '#web/ui/picture.tsx';

/** The `sizes` attribute for each layout that shows a post's image. */
const sizes = {
  lead: '(min-width: 64rem) 36rem, calc(100vw - 2rem)',
  standard: '(min-width: 64rem) 23.5rem, (min-width: 40rem) calc(50vw - 2.5rem), calc(100vw - 2rem)',
  large: '(min-width: 64rem) 36rem, (min-width: 48rem) calc(50vw - 2.5rem), calc(100vw - 2rem)',
  column: '(min-width: 64rem) 17rem, (min-width: 40rem) calc(50vw - 2.5rem), 7rem',
  third: '(min-width: 64rem) 23.5rem, (min-width: 40rem) calc(50vw - 2.5rem), 7rem',
  half: '(min-width: 64rem) 36rem, (min-width: 40rem) calc(50vw - 2.5rem), 7rem',
  thumbnail: '(min-width: 64rem) 9rem, 7rem',
  row: '(min-width: 64rem) 17rem, (min-width: 40rem) calc(50vw - 2.5rem), 7rem',
  list: '(min-width: 40rem) 12rem, 7rem',
  article: '(min-width: 60rem) 56rem, calc(100vw - 2rem)',
};

const wideLayouts: ReadonlySet<string> = new Set(['lead', 'large', 'column', 'third', 'half', 'article']);

type PostImageProps = {
  post: { image: string | null; image_info: PictureInfo | null; image_focus?: ImageFocus | null };
  layout: keyof typeof sizes;
  /** Empty when the headline beside the image says the same. */
  alt?: string;
  /** True for the first image of a page, which is loaded with priority. */
  isLead?: boolean;
  className?: string;
};

/** A post's image with reserved space. If it fails to load, the tinted placeholder stays. */
export function PostImage({ post, layout, alt = '', isLead, className }: PostImageProps) {
  if (!post.image) return null;
  const ratio = wideLayouts.has(layout) ? 'aspect-video' : 'aspect-3/2';
  return (
    <span className={classNames('block overflow-hidden rounded-sm bg-sunk', ratio, className)}>
      <Picture
        src={post.image}
        info={post.image_info}
        focus={post.image_focus}
        alt={alt}
        sizes={sizes[layout]}
        isLead={isLead}
      />
    </span>
  );
}
