import { typesetText } from '#locales/typography.ts';
import { splitLinks } from './linked-text.ts';

/** A plain text whose URLs are links, with `nofollow ugc`. */
export function TextWithLinks({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    part.href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change their order
        key={index}
        href={part.href}
        rel="nofollow ugc noopener"
        className="text-link underline hover:text-link-hover"
      >
        {part.text}
      </a>
    ) : (
      typesetText(part.text)
    ),
  );
}
