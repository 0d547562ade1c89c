import { Fragment, lazy, type UIEvent, useRef } from 'react';
import { splitBlocks, typesetParts } from '#locales/comment-text.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { CommentParts } from './comment-parts.tsx';

const LinkedText = lazy(() =>
  import('./text-with-links.tsx').then((module) => ({ default: module.TextWithLinks })),
);

/** Longer texts are higher than the height of a folded one, also on wide screens. */
const maxLength = 1_600;
const maxLines = 18;

/**
 * The text of a comment with its line breaks and code. The code that finds URLs loads only for texts that may contain one;
 * the server's HTML has the links already.
 */
export function CommentText({ text }: { text: string }) {
  const blocks = splitBlocks(text);
  const lines = blocks.reduce((sum, block) => sum + block.text.split('\n').length, 0);
  const shown = (
    <blockquote className="flex flex-col gap-2 wrap-anywhere whitespace-pre-line">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never change their order
        <Fragment key={index}>
          {block.isCode ? (
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled with the keyboard
              tabIndex={0}
              className="overflow-x-auto rounded-sm border border-rule bg-sunk px-3 py-2 text-sm [overflow-wrap:normal]"
            >
              <code>{block.text}</code>
            </pre>
          ) : (
            <span>
              <Paragraph text={block.text} />
            </span>
          )}
        </Fragment>
      ))}
    </blockquote>
  );
  const length = blocks.reduce((sum, block) => sum + block.text.length, 0);
  return length > maxLength || lines > maxLines ? <Foldable>{shown}</Foldable> : shown;
}

function Paragraph({ text }: { text: string }) {
  const plain = <CommentParts parts={typesetParts(text)} />;
  if (!text.includes('://')) return plain;
  return (
    <LazyBoundary fallback={plain} failed={plain}>
      <LinkedText text={text} />
    </LazyBoundary>
  );
}

/**
 * A long text, of which only the beginning is in sight until the reader opens it, also without scripts. It is part of the
 * page nevertheless: the search of the browser, a link within it and a selection scroll the hidden part into sight, which
 * opens it.
 */
function Foldable({ children }: { children: React.ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);

  function open({ currentTarget: box }: UIEvent<HTMLElement>): void {
    const { scrollTop } = box;
    if (!fold.current || fold.current.open || scrollTop === 0) return;
    fold.current.open = true;
    box.scrollTop = 0;
    window.scrollBy(0, scrollTop);
  }

  return (
    <>
      <div
        onScroll={open}
        className="not-print:has-[+details:not([open])]:max-h-72 not-print:has-[+details:not([open])]:overflow-hidden"
      >
        {children}
      </div>
      <details
        ref={fold}
        onToggle={({ currentTarget }) => {
          if (!currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
        }}
        className="group/fold print:hidden"
      >
        <summary className="inline-flex min-h-8 list-none items-center text-sm text-link hover:text-link-hover hover:underline pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <span className="group-open/fold:hidden">{commentThreadMessages.showAll}</span>
          <span className="hidden group-open/fold:inline">{commentThreadMessages.showLess}</span>
        </summary>
      </details>
    </>
  );
}
