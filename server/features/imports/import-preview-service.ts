import { textOf } from '#locales/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import { publishIfDue } from './article.ts';
import type { Outcome } from './article-plan.ts';
import type { ImportSource, PictureFiles, SourceArticle } from './import-source.ts';
import { type Problem, Refusal } from './problem.ts';
import type { YamlText } from './yaml-value.ts';

/** What an import would do with a file. `doubtful`: it would come, but not everything as it is. */
export type PlannedFile = {
  file: string;
  state: 'new' | 'doubtful' | 'exists' | 'refused';
  slug?: string;
  title?: string;
  status?: string;
  date?: string;
  author?: string;
  category?: string;
  pictures?: number;
  /** In Russian, each with the line if it is known. */
  notes: string[];
};

type Deps = {
  posts: Pick<Posts, 'find'>;
  findItem: (id: string) => Promise<object | undefined>;
  describeSlugOwner: (taken: { slug: string; postId: number }) => Promise<Problem>;
  source: ImportSource;
  defaultAuthor: string | undefined;
  now: Date;
};

/** Looks at an article without writing anything. */
export async function previewArticle(plan: SourceArticle | Outcome, deps: Deps): Promise<PlannedFile> {
  const { file } = plan;
  if (!('article' in plan)) {
    return { file, state: 'refused', notes: plan.problem ? [note(plan.problem)] : [] };
  }
  const { pictures: files, isKnownBySlug } = deps.source;
  const article = publishIfDue(plan.article, deps.now);
  const { slug, title, status, createdAt, category, image, pictures, remarks } = article;
  const author = article.author?.text ?? deps.defaultAuthor ?? deps.source.author?.text;
  const refusals: Problem[] = author === undefined ? [{ key: 'imports.authorMissing', line: 1 }] : [];
  const cover = image && files.owns(image.text) ? [{ target: image.text, line: image.line }] : [];
  const used = [...cover, ...pictures];
  const doubts: Problem[] = image && cover.length === 0 ? [pictureElsewhere(image)] : [];
  for (const { target, line } of used) {
    const problem = await findPictureProblem(files, file, target);
    if (problem) doubts.push({ ...problem, line, about: target });
  }
  const isKnown = (await deps.findItem(plan.id)) !== undefined;
  const other = isKnown ? undefined : await deps.posts.find(slug);
  const taken = other ? [await deps.describeSlugOwner({ slug, postId: other.id })] : [];
  const notes = [...taken, ...refusals, ...doubts, ...remarks].map(note);
  const exists = isKnown || (isKnownBySlug && other !== undefined);
  return {
    file,
    state: exists ? 'exists' : refusals.length > 0 ? 'refused' : notes.length > 0 ? 'doubtful' : 'new',
    ...{ slug, title, status, date: createdAt.toISOString(), pictures: used.length },
    ...(author !== undefined && { author }),
    ...(category && { category: category.text }),
    notes,
  };
}

const pictureElsewhere = ({ text, line }: YamlText): Problem => ({
  key: 'imports.pictureElsewhere',
  line,
  about: text,
});

async function findPictureProblem(
  files: PictureFiles,
  file: string,
  target: string,
): Promise<Problem | undefined> {
  try {
    await files.locatePicture(file, target);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

function note({ key, values, line, about }: Problem): string {
  const message = about === undefined ? textOf(key, values) : `${about}: ${textOf(key, values)}`;
  return line === undefined ? message : `${line}: ${message}`;
}
