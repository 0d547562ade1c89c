import { useState } from 'react';
import { classNames } from './class-names.ts';

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-14 text-lg', xl: 'size-24 text-3xl' };

/** A portrait or, without one, initials. It stands beside the name and is therefore silent. */
export function Avatar({
  src,
  initials,
  size = 'md',
}: {
  src?: string | null;
  initials: string;
  size?: keyof typeof sizes;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full select-none',
        'bg-accent-tint font-medium text-accent-strong',
        sizes[size],
      )}
    >
      {src && src !== broken ? (
        <img
          src={src}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(src)}
        />
      ) : (
        initials
      )}
    </span>
  );
}
