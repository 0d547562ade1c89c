import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import { type ImageInfo, Picture } from './picture.tsx';

const frames = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-14 text-lg', xl: 'size-24 text-3xl' };
const widths = { sm: '2rem', md: '2.5rem', lg: '3.5rem', xl: '6rem' };

const hues = 8;

/** The hue of the initials, always the same for a person. */
const hueOf = (seed: string): number =>
  ([...seed].reduce((sum, char) => sum + char.charCodeAt(0), 0) % hues) * (360 / hues) + 25;

/** An avatar image or initials. Hidden from screen readers, because the name is always beside it. */
export function Avatar({
  src,
  info = null,
  initials,
  seed = initials,
  size = 'md',
}: {
  src?: string | null;
  info?: ImageInfo | null;
  initials: string;
  /** Determines the hue of the initials: the username. */
  seed?: string;
  size?: keyof typeof frames;
}) {
  return (
    <span
      aria-hidden
      style={{ '--avatar-hue': hueOf(seed) } as CSSProperties}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full select-none',
        'avatar font-medium',
        frames[size],
      )}
    >
      {src ? <Picture src={src} info={info} alt="" sizes={widths[size]} fallback={initials} /> : initials}
    </span>
  );
}
