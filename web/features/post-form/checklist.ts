import type { PostValues } from './post-fields.ts';

/** A shorter headline is not informative; a longer one is cut in lists and by search engines. */
const titleLength = { least: 15, most: 110 };
/** A shorter text reads as a note, not as an article. */
const articleLength = 600;

export type Check = {
  name: 'title' | 'category' | 'length' | 'alts';
  isDone: boolean;
  /** The number of images without alternative text. */
  count?: number;
};

type Checked = Pick<PostValues, 'title' | 'category' | 'content'>;

/** The recommendations for a post. None of them blocks publishing. */
export function checksOf({ title, category, content }: Checked): Check[] {
  const words = title.trim().length;
  const unnamed = countUndescribed(content);
  return [
    { name: 'title', isDone: words >= titleLength.least && words <= titleLength.most },
    { name: 'category', isDone: category !== '' },
    { name: 'length', isDone: content.trim().length >= articleLength },
    { name: 'alts', isDone: unnamed === 0, count: unnamed },
  ];
}

/** Counts images without alternative text outside of code. */
function countUndescribed(content: string): number {
  const prose = content.replace(/^(```|~~~).*?^\1/gms, '').replace(/`[^`\n]*`/g, '');
  return prose.match(/!\[\s*\]\(/g)?.length ?? 0;
}
