import type { PostValues } from './post-fields.ts';

/** A shorter headline is not informative; a longer one is cut in lists and by search engines. */
const titleLength = { min: 15, max: 110 };
/** A shorter text reads as a note, not as an article. */
const minArticleLength = 600;

export type Check = {
  name: 'title' | 'category' | 'length' | 'alts';
  isDone: boolean;
  /** The number of images without alternative text. */
  count?: number;
};

type CheckedValues = Pick<PostValues, 'title' | 'category' | 'content'>;

/** The recommendations for a post. None of them blocks publishing. */
export function runChecks({ title, category, content }: CheckedValues): Check[] {
  const titleCharacters = title.trim().length;
  const undescribed = countUndescribed(content);
  return [
    { name: 'title', isDone: titleCharacters >= titleLength.min && titleCharacters <= titleLength.max },
    { name: 'category', isDone: category !== '' },
    { name: 'length', isDone: content.trim().length >= minArticleLength },
    { name: 'alts', isDone: undescribed === 0, count: undescribed },
  ];
}

/** Counts images without alternative text outside of code. */
function countUndescribed(content: string): number {
  const prose = content.replace(/^(```|~~~).*?^\1/gms, '').replace(/`[^`\n]*`/g, '');
  const inHtml = prose
    .match(/<img\s[^<>]*>/gi)
    ?.filter((tag) => !/\salt\s*=\s*(?:"[^"]*[^"\s]|'[^']*[^'\s]|[^\s"'>])/i.test(tag));
  return (prose.match(/!\[\s*\]\(/g)?.length ?? 0) + (inHtml?.length ?? 0);
}
