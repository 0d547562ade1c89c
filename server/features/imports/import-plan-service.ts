import { readArticle } from './article.ts';
import { type CategoryPlan, readCategories } from './category-data.ts';
import { commentsFolder, getCommentsPath, type PlannedArticle, readComments } from './comment-data.ts';
import type { FileProblem, ImportFolder } from './import-folder.ts';
import { authorsFile, emptyPeople, type People, readPeople } from './people.ts';
import { isLocalPicture } from './picture-links.ts';
import { type Problem, Refusal, refuse } from './problem.ts';

export type ArticlePlan = PlannedArticle & { file: string };
/** The result for a file: imported with a slug, skipped with a problem, or, with neither, existing already. */
export type Outcome = { file: string; slug?: string; problem?: Problem };

/** The parsed contents of a folder, without the database. */
export type FolderPlan = {
  plans: Array<ArticlePlan | Outcome>;
  problems: FileProblem[];
  people: People;
  knownCategories: ReadonlyMap<string, CategoryPlan>;
};

const categoriesFile = '_data/categories.yml';

/** Reads articles and data files. A broken article is replaced by its problem. */
export async function planFolder(folder: ImportFolder, now: Date): Promise<FolderPlan> {
  const { files, problems } = await folder.list();
  const data = await readData(folder);
  if ('problem' in data) {
    // Without the data files, articles would permanently get wrong authors and categories.
    const plans = files.map((file) => ({ file, problem: data.problem }));
    return { plans, problems, people: emptyPeople, knownCategories: new Map() };
  }
  const broken = [...data.people.broken.values()].map((problem) => ({ ...problem, file: authorsFile }));
  const plans = await planArticles(folder, files, now);
  return {
    ...data,
    plans,
    problems: [...problems, ...broken, ...(await findFurtherProblems(folder, plans))],
  };
}

async function planArticles(
  folder: ImportFolder,
  files: string[],
  now: Date,
): Promise<Array<ArticlePlan | Outcome>> {
  const fileBySlug = new Map<string, string>();
  const plans: Array<ArticlePlan | Outcome> = [];
  for (const file of files) {
    try {
      const text = (await folder.readText(file)) ?? refuse('imports.fileMissing');
      const article = readArticle(file, text, now);
      const { slug } = article;
      const otherFile = fileBySlug.get(slug);
      if (otherFile !== undefined) refuse('imports.slugTwice', {}, { slug, file: otherFile });
      fileBySlug.set(slug, file);
      const comments =
        (await readDataFile(folder, getCommentsPath(slug), (data) => readComments(data, now))) ?? [];
      if (comments.length > 0 && article.status === 'draft') refuse('imports.commentsOfDraft');
      plans.push({ file, article, comments });
    } catch (error) {
      plans.push({ file, problem: toProblem(error) });
    }
  }
  return plans;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  throw error;
}

/** The authors and categories in the data files, or the problem of one of the files. */
async function readData(
  folder: ImportFolder,
): Promise<Pick<FolderPlan, 'people' | 'knownCategories'> | { problem: Problem }> {
  try {
    return {
      people: (await readDataFile(folder, authorsFile, readPeople)) ?? emptyPeople,
      knownCategories: (await readDataFile(folder, categoriesFile, readCategories)) ?? new Map(),
    };
  } catch (error) {
    return { problem: toProblem(error) };
  }
}

/** A data file parsed by `read`; undefined if it does not exist. A Refusal contains the file and its line. */
async function readDataFile<T>(
  folder: ImportFolder,
  file: string,
  read: (text: string) => T,
): Promise<T | undefined> {
  try {
    const text = await folder.readText(file);
    return text === undefined ? undefined : read(text);
  } catch (error) {
    const { line, ...problem } = toProblem(error);
    throw new Refusal({ ...problem, about: line === undefined ? file : `${file}:${line}` });
  }
}

/** Problems that do not cause an article to be skipped. */
async function findFurtherProblems(
  folder: ImportFolder,
  plans: Array<ArticlePlan | Outcome>,
): Promise<FileProblem[]> {
  const furtherProblems: FileProblem[] = [];
  const articles = plans.flatMap((plan) => ('article' in plan ? [plan.article] : []));
  for (const { file, remarks } of articles)
    furtherProblems.push(...remarks.map((remark) => ({ ...remark, file })));
  for (const { file, image } of articles)
    if (image && !isLocalPicture(image.text))
      furtherProblems.push({ file, key: 'imports.pictureElsewhere', line: image.line, about: image.text });
  // The slug of an unreadable article is unknown, so comments without an article may belong to it.
  if (articles.length < plans.length) return furtherProblems;
  const known = new Set(articles.map(({ slug }) => getCommentsPath(slug)));
  for (const name of await folder.listNames(commentsFolder)) {
    const file = `${commentsFolder}/${name}`;
    const [, slug] = /^(.+)\.yml$/.exec(name) ?? [];
    if (slug !== undefined && !known.has(file))
      furtherProblems.push({ file, key: 'imports.commentsUnused', values: { slug } });
  }
  return furtherProblems;
}
