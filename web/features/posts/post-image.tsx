import { useEffect, useRef, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';

export type PostImageProps = {
  src: string;
  /** Empty where the headline beside it says the same. */
  alt: string;
  ratio: '16/9' | '3/2' | '1/1';
  /** The first picture of a page: loaded at once and before others. */
  isLead?: boolean;
  className?: string;
};

const ratios = { '16/9': 'aspect-video', '3/2': 'aspect-3/2', '1/1': 'aspect-square' };

/** A picture with its place reserved; when it cannot be loaded its place stays as a quiet tint. */
export function PostImage({ src, alt, ratio, isLead = false, className }: PostImageProps) {
  const image = useRef<HTMLImageElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    // The error may have come before the page was hydrated.
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  return (
    <span className={classNames('block overflow-hidden rounded-sm bg-sunk', ratios[ratio], className)}>
      {!isBroken && (
        <img
          ref={image}
          src={src}
          alt={alt}
          decoding="async"
          loading={isLead ? 'eager' : 'lazy'}
          fetchPriority={isLead ? 'high' : 'auto'}
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      )}
    </span>
  );
}
