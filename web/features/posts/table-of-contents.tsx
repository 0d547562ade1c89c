import ChevronDown from 'lucide-react/icons/chevron-down';
import { Link } from 'react-router';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { bindShortWords } from '#locales/typography.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { Heading } from './headings.ts';

type ContentsProps = { headings: readonly Heading[] };

/** The contents of a long text, closed above it; wide screens show them in the margin instead. */
export function FoldedContents({ headings }: ContentsProps) {
  if (headings.length === 0) return null;
  return (
    <details className="group/contents mb-4 border-b border-rule sm:mb-6 sm:pb-1 xl:hidden">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        {postPageMessages.contents}
        <ChevronDown aria-hidden className="size-4 text-muted group-open/contents:rotate-180" />
      </summary>
      <ContentsList headings={headings} className="pb-3" />
    </details>
  );
}

/** The contents beside the text, which stay in sight while the text scrolls. */
export function ContentsInMargin({ headings }: ContentsProps) {
  if (headings.length === 0) return null;
  return (
    <div className="absolute inset-y-0 right-full hidden w-56 xl:block print:hidden">
      <div className="sticky top-[calc(var(--header-reach)+1.5rem)] max-h-[calc(100dvh-var(--header-reach)-3rem)] overflow-y-auto text-sm">
        <p aria-hidden className="pb-2 font-semibold">
          {postPageMessages.contents}
        </p>
        <ContentsList headings={headings} className="border-l border-rule pl-4" />
      </div>
    </div>
  );
}

function ContentsList({ headings, className }: ContentsProps & { className: string }) {
  return (
    <nav aria-label={postPageMessages.contents} className={className}>
      <ol>
        {headings.map(({ id, text, level }) => (
          <li key={id} className={classNames(level > 0 && 'pl-4 text-sm')}>
            <Link
              to={`#${id}`}
              className="inline-flex min-h-8 items-center py-1 leading-snug text-soft wrap-anywhere hover:text-link hover:underline pointer-coarse:min-h-11"
            >
              {bindShortWords(text)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
