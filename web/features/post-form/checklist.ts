import type { PostValues } from './post-fields.ts';

/** A headline that says less is none, one that says more is cut in lists and by search engines. */
const titleLength = { least: 15, most: 110 };
/** What readers take for an article and not for a note. */
const articleLength = 600;

export type Check = {
  name: 'title' | 'category' | 'length' | 'alts';
  isDone: boolean;
  /** How many pictures have no description. */
  count?: number;
};

type Checked = Pick<PostValues, 'title' | 'category' | 'content'>;

/** What a careful editor looks at before publishing; nothing of it forbids anything. */
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

/** Pictures without alternative text, those of code aside. */
function countUndescribed(content: string): number {
  const prose = content.replace(/^(```|~~~).*?^\1/gms, '').replace(/`[^`\n]*`/g, '');
  return prose.match(/!\[\s*\]\(/g)?.length ?? 0;
}
