import type { ReactNode } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Kicker } from './post-card-parts.tsx';
import type { ListedPost } from './without-content.ts';

type Tone = { panel: string; panelFromSmall: string; ornament: string };

const tones: readonly [Tone, Tone, Tone] = [
  { panel: 'bg-sunk', panelFromSmall: 'sm:bg-sunk', ornament: 'text-rule' },
  { panel: 'bg-accent-tint', panelFromSmall: 'sm:bg-accent-tint', ornament: 'text-accent opacity-15' },
  { panel: 'bg-raised', panelFromSmall: 'sm:bg-raised', ornament: 'text-rule opacity-80' },
];

/** Each category has its own tone, so that cards without images still differ. */
function getTone(post: ListedPost): Tone {
  return tones[(post.category_info?.id ?? post.id) % tones.length] ?? tones[0];
}

type PanelProps = {
  post: ListedPost;
  isInCategory?: boolean;
  /** No panel background on phones. */
  isPlainOnPhones?: boolean;
  className: string;
  children: ReactNode;
};

/** Replaces a missing image: the headline (the children) on a tinted panel with the category's initial. */
export function TypographicPanel({
  post,
  isInCategory,
  isPlainOnPhones = false,
  className,
  children,
}: PanelProps) {
  const tone = getTone(post);
  const initial = [...(post.category_info?.name ?? post.title)][0];
  return (
    <div
      className={classNames(
        'relative isolate flex flex-col gap-1 overflow-hidden rounded-sm sm:gap-2',
        isPlainOnPhones ? 'sm:border-t-3 sm:border-ink' : 'border-t-3 border-ink',
        isPlainOnPhones ? tone.panelFromSmall : tone.panel,
        className,
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'pointer-events-none absolute right-3 bottom-0 -z-10 translate-y-1/4 font-serif text-[8rem] leading-none font-bold select-none',
          tone.ornament,
          isPlainOnPhones && 'hidden sm:block',
        )}
      >
        {initial}
      </span>
      <Kicker post={post} isInCategory={isInCategory} />
      {children}
    </div>
  );
}
