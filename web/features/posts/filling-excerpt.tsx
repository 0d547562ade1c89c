import type { CSSProperties } from 'react';
import { typesetText } from '#locales/typography.ts';
import { classNames } from '#web/ui/class-names.ts';
import { WholeWords } from '#web/ui/whole-words.tsx';
import type { ListedPost } from './without-content.ts';

/** In the narrowest column. */
const fewestCharactersPerLine = 24;
/** In lines: smaller differences of neighbours stay below the headline, and their pictures stay alike. */
const tolerableGap = 2;

/**
 * The excerpt in as many whole lines as are left in the height of the card, which its neighbours determine. So columns end
 * together whatever the length of their headlines.
 */
export function FillingExcerpt({ post, className }: { post: ListedPost; className?: string }) {
  const mostLines = Math.ceil(post.excerpt.length / fewestCharactersPerLine);
  return (
    <div
      style={{ '--most-lines': mostLines, '--room': Math.max(mostLines, tolerableGap) } as CSSProperties}
      className={classNames('filling-lines text-sm text-soft', className)}
    >
      {post.excerpt !== '' && (
        <p>
          <WholeWords text={typesetText(post.excerpt)} />
        </p>
      )}
    </div>
  );
}
