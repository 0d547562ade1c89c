import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

/** The metadata of an image: its size, its placeholder colour and its smaller variants. */
export type ImageInfo = {
  width: number;
  height: number;
  tint: string | null;
  sources: Array<{ type: string; srcset: string }>;
};

type PictureProps = {
  src: string;
  info: ImageInfo | null;
  /** The point that stays visible when the image is cropped, in shares of its width and height; the centre by default. */
  focus?: { x: number; y: number } | null | undefined;
  /** Empty when the text beside it says the same. */
  alt: string;
  /** The `sizes` attribute, by which the browser chooses a variant. */
  sizes: string;
  /** True for the largest image of the first viewport: loaded eagerly and with high priority. */
  isLead?: boolean;
  className?: string;
  /** Shown when the image fails to load. */
  fallback?: ReactNode;
};

/** A responsive image that covers its container, with a placeholder colour until it is loaded. */
export function Picture({ src, info, focus, alt, sizes, isLead = false, className, fallback }: PictureProps) {
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  useEffect(() => {
    // The load may have failed before hydration.
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);
  if (brokenSrc === src) return fallback;
  return (
    <picture className="contents">
      {info?.sources.map(({ type, srcset }) => (
        <source key={type} type={type} srcSet={srcset} sizes={sizes} />
      ))}
      <img
        ref={image}
        src={src}
        alt={alt}
        width={info?.width}
        height={info?.height}
        decoding="async"
        loading={isLead ? 'eager' : 'lazy'}
        fetchPriority={isLead ? 'high' : 'auto'}
        style={{
          backgroundColor: info?.tint ?? undefined,
          objectPosition: focus ? `${focus.x * 100}% ${focus.y * 100}%` : undefined,
        }}
        className={classNames('size-full object-cover', className)}
        onError={() => setBrokenSrc(src)}
      />
    </picture>
  );
}
