import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

/** What is known of a picture beside its address: its size, the colour of its place, and smaller files of it. */
export type PictureFacts = {
  width: number;
  height: number;
  tint: string | null;
  sources: Array<{ type: string; srcset: string }>;
};

type PictureProps = {
  src: string;
  facts: PictureFacts | null;
  /** Empty where the words beside it say the same. */
  alt: string;
  /** How wide it stands on which screens: the browser chooses the file by this. */
  sizes: string;
  /** The largest picture of a page's first sight: loaded at once and before others. */
  isLead?: boolean;
  className?: string;
  /** What stands there when the picture cannot be loaded. */
  fallback?: ReactNode;
};

/** A picture in the smallest file that does, filling its frame; in its colour until it is there. */
export function Picture({ src, facts, alt, sizes, isLead = false, className, fallback }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  useEffect(() => {
    // The error may have come before the page was hydrated.
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);
  if (brokenSrc === src) return fallback;
  return (
    <picture className="contents">
      {facts?.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        ref={image}
        src={src}
        alt={alt}
        width={facts?.width}
        height={facts?.height}
        decoding="async"
        loading={isLead ? 'eager' : 'lazy'}
        fetchPriority={isLead ? 'high' : 'auto'}
        style={facts?.tint ? { backgroundColor: facts.tint } : undefined}
        className={classNames('size-full object-cover', className)}
        onError={() => setBrokenSrc(src)}
      />
    </picture>
  );
}
