import ChevronDown from 'lucide-react/icons/chevron-down';
import { Link } from 'react-router';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { bindShortWords } from '#locales/typography.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { Heading } from './headings.ts';

/** The table of contents of a long text; renders nothing for a short one. */
export function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  if (headings.length === 0) return null;
  return (
    <details open className="group/contents mb-8 border-y border-rule">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {postPageMessages.contents}
        <ChevronDown aria-hidden className="size-4 text-muted group-open/contents:rotate-180" />
      </summary>
      <nav aria-label={postPageMessages.contents} className="pb-3">
        <ol>
          {headings.map(({ id, text, level }) => (
            <li key={id} className={classNames(level > 0 && 'pl-5')}>
              <Link
                to={`#${id}`}
                className={classNames(
                  'inline-flex min-h-8 items-center text-soft wrap-anywhere hover:text-link hover:underline pointer-coarse:min-h-11',
                  level > 0 && 'text-sm',
                )}
              >
                {bindShortWords(text)}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}
