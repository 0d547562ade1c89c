import type { CommentPart } from '#locales/comment-text.ts';

/** The parts of a paragraph: text, code, and links with `nofollow ugc`. */
export function CommentParts({ parts }: { parts: CommentPart[] }) {
  return parts.map(({ text, isCode, href }, index) => {
    if (isCode)
      return (
        <code
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
          key={index}
          className="rounded-sm border border-rule bg-sunk px-1 text-[0.9em] whitespace-pre-wrap"
        >
          {text}
        </code>
      );
    if (href === undefined) return text;
    return (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
        key={index}
        href={href}
        rel="nofollow ugc noopener"
        className="text-link underline hover:text-link-hover"
      >
        {text}
      </a>
    );
  });
}
