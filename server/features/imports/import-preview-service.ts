import { textOf } from '#locales/index.ts';
import type { Posts } from '#server/features/posts/index.ts';
import { publishIfDue } from './article.ts';
import type { ImportFolder } from './import-folder.ts';
import type { ArticlePlan, FolderPlan, Outcome } from './import-plan-service.ts';
import { isLocalPicture } from './picture-links.ts';
import { type Problem, Refusal } from './problem.ts';

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
  folder: ImportFolder;
  planned: FolderPlan;
  defaultAuthor: string | undefined;
  now: Date;
};

/** Looks at every file without writing anything. */
export async function previewFolder(deps: Deps): Promise<PlannedFile[]> {
  const files: PlannedFile[] = [];
  for (const plan of deps.planned.plans) files.push(await previewFile(plan, deps));
  return files;
}

async function previewFile(plan: ArticlePlan | Outcome, deps: Deps): Promise<PlannedFile> {
  const { file } = plan;
  if (!('article' in plan)) {
    return { file, state: 'refused', notes: plan.problem ? [note(plan.problem)] : [] };
  }
  const article = publishIfDue(plan.article, deps.now);
  const { slug, title, status, createdAt, category, image, pictures, remarks } = article;
  const author = article.author?.text ?? deps.defaultAuthor;
  const refusals: Problem[] = author === undefined ? [{ key: 'imports.authorMissing', line: 1 }] : [];
  const cover = image && isLocalPicture(image.text) ? [{ target: image.text, line: image.line }] : [];
  const used = [...cover, ...pictures];
  for (const { target, line } of used) {
    const problem = await findPictureProblem(deps.folder, file, target);
    if (problem) refusals.push({ ...problem, line, about: target });
  }
  const doubts =
    image && cover.length === 0 ? [{ key: 'imports.pictureElsewhere', line: image.line } as const] : [];
  const notes = [...refusals, ...doubts, ...remarks].map(note);
  const exists = (await deps.posts.find(slug)) !== undefined;
  return {
    file,
    state: exists ? 'exists' : refusals.length > 0 ? 'refused' : notes.length > 0 ? 'doubtful' : 'new',
    ...{ slug, title, status, date: createdAt.toISOString(), pictures: used.length },
    ...(author !== undefined && { author }),
    ...(category && { category: category.text }),
    notes,
  };
}

async function findPictureProblem(
  folder: ImportFolder,
  file: string,
  target: string,
): Promise<Problem | undefined> {
  try {
    await folder.locatePicture(file, target);
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
