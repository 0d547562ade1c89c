import { linkedParts } from './linked-text.ts';

/** The plain text of a comment with its line breaks. URLs become links with `nofollow ugc`. */
export function CommentText({ text }: { text: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {linkedParts(text).map((part, index) =>
        part.href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
            key={index}
            href={part.href}
            rel="nofollow ugc noopener"
            className="text-accent underline hover:text-accent-strong"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
