import { lazy } from 'react';
import { typesetText } from '#locales/typography.ts';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';

const LinkedText = lazy(() =>
  import('./text-with-links.tsx').then((module) => ({ default: module.TextWithLinks })),
);

/**
 * The plain text of a comment with its line breaks. The code that finds URLs loads only for texts that may contain one;
 * the server's HTML has the links already.
 */
export function CommentText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {text.includes('://') ? (
        <LazyBoundary fallback={typesetText(text)} failed={typesetText(text)}>
          <LinkedText text={text} />
        </LazyBoundary>
      ) : (
        typesetText(text)
      )}
    </p>
  );
}
