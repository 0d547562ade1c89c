import { classNames } from './class-names.ts';
import { type ImageInfo, Picture } from './picture.tsx';

const frames = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-14 text-lg', xl: 'size-24 text-3xl' };
const widths = { sm: '2rem', md: '2.5rem', lg: '3.5rem', xl: '6rem' };

/** An avatar image or initials. Hidden from screen readers, because the name is always beside it. */
export function Avatar({
  src,
  info = null,
  initials,
  size = 'md',
}: {
  src?: string | null;
  info?: ImageInfo | null;
  initials: string;
  size?: keyof typeof frames;
}) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full select-none',
        'bg-accent-tint font-medium text-accent-strong',
        frames[size],
      )}
    >
      {src ? <Picture src={src} info={info} alt="" sizes={widths[size]} fallback={initials} /> : initials}
    </span>
  );
}
