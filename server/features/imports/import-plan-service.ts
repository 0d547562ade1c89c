import { postSlugRules } from '#contract/slug.ts';
import type { Article } from './article.ts';
import type { Outcome } from './article-plan.ts';
import { findTranslations } from './blog-languages.ts';
import type { CategoryPlan } from './category-data.ts';
import type { PlannedArticle } from './comment-data.ts';
import { commentsFolder, getCommentsPath } from './copy-layout.ts';
import type { FileProblem, ImportFolder } from './import-folder.ts';
import type { ImportSource, SourceTools } from './import-source.ts';
import { authorsFile, emptyPeople, type People } from './people.ts';
import { isLocalPicture } from './picture-links.ts';
import { type Problem, Refusal, refuse } from './problem.ts';
import { readStaticBlog, type StaticBlog } from './static-blog.ts';
import type { ReadSource } from './text-readers.ts';
import type { YamlFields, YamlText } from './yaml-value.ts';

export type ArticlePlan = PlannedArticle & { file: string };

/** The parsed contents of a folder, without the database. */
export type FolderPlan = {
  plans: Array<ArticlePlan | Outcome>;
  problems: FileProblem[];
  people: People;
  knownCategories: ReadonlyMap<string, CategoryPlan>;
  /** The author of articles without one, whom the configuration of the blog names. */
  author?: YamlText | undefined;
};

/** A folder of Markdown as a source; articles are known by their paths. */
export function toSource(folder: ImportFolder, plan: FolderPlan): ImportSource {
  return {
    key: `folder:${folder.root}`.slice(0, maxKeyLength),
    isKnownBySlug: true,
    people: plan.people,
    knownCategories: plan.knownCategories,
    author: plan.author,
    pictures: { ...folder, owns: isLocalPicture },
    total: plan.plans.length,
    problems: plan.problems,
    async *read() {
      for (const one of plan.plans) yield 'article' in one ? { ...one, id: one.file } : one;
    },
  };
}

const maxKeyLength = 500;
const categoriesFile = '_data/categories.yml';

/** Reads articles and data files. A broken article is replaced by its problem. */
export async function planFolder(
  folder: ImportFolder,
  tools: SourceTools,
  siteUrl?: string,
): Promise<FolderPlan> {
  const { files, problems } = await folder.list();
  const data = await readData(folder, tools);
  if ('problem' in data) {
    // Without the data files, articles would permanently get wrong authors and categories.
    const plans = files.map((file) => ({ file, problem: data.problem }));
    return { plans, problems, people: emptyPeople, knownCategories: new Map() };
  }
  const broken = [...data.people.broken.values()].map((problem) => ({ ...problem, file: authorsFile }));
  const found = await readStaticBlog(folder, tools);
  const blog = { ...found, siteUrl: siteUrl ?? found.siteUrl };
  const plans = await planArticles(folder, files, { ...tools, blog });
  return {
    ...data,
    author: blog.author,
    plans,
    problems: [...problems, ...broken, ...(await findFurtherProblems(folder, plans))],
  };
}

async function planArticles(
  folder: ImportFolder,
  files: string[],
  { now, read, undated, blog }: SourceTools & { blog: StaticBlog },
): Promise<Array<ArticlePlan | Outcome>> {
  const fileBySlug = new Map<string, string>();
  const plans: Array<ArticlePlan | Outcome> = [];
  const translations = findTranslations(files);
  for (const file of files) {
    try {
      const other = translations.get(file);
      if (other !== undefined) refuse('imports.translation', {}, { file: other });
      const text = (await folder.readText(file)) ?? refuse('imports.fileMissing');
      const context = {
        beside: await readBeside(folder, file, read),
        changedAt: await folder.changedAt(file),
        undated,
        blog,
      };
      const article = withFreeSlug(await read('article', file, text, now, context), fileBySlug);
      const { slug } = article;
      fileBySlug.set(slug, file);
      const comments =
        (await readDataFile(folder, getCommentsPath(slug), (data) => read('comments', data, now))) ?? [];
      if (comments.length > 0 && article.status === 'draft') refuse('imports.commentsOfDraft');
      plans.push({ file, article, comments });
    } catch (error) {
      plans.push({ file, problem: toProblem(error) });
    }
  }
  return plans;
}

const moscowOffsetMs = 3 * 3_600_000;
const dayOf = (date: Date): string => new Date(date.getTime() + moscowOffsetMs).toISOString().slice(0, 10);

/** Generators that have dates in addresses allow one name for several articles: the later files get their date as well. */
function withFreeSlug(article: Article, fileBySlug: ReadonlyMap<string, string>): Article {
  const { slug } = article;
  const file = fileBySlug.get(slug);
  if (file === undefined) return article;
  const dated = `${slug.slice(0, postSlugRules.maxLength - 11)}-${dayOf(article.createdAt)}`;
  if (fileBySlug.has(dated)) refuse('imports.slugTwice', {}, { slug, file });
  const renamed: Problem = { key: 'imports.slugChanged', values: { slug: dated } };
  return { ...article, slug: dated, remarks: [...article.remarks, renamed] };
}

const besideFormats = ['yml', 'yaml', 'json'];

/** The fields of an article that are in a file beside it. */
async function readBeside(
  folder: ImportFolder,
  file: string,
  read: ReadSource,
): Promise<YamlFields | undefined> {
  const base = file.replace(/\.\w+$/, '');
  for (const format of besideFormats) {
    const fields = await readDataFile(folder, `${base}.${format}`, (text) => read('fields', text));
    if (fields) return fields;
  }
  return undefined;
}

function toProblem(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  throw error;
}

/** The authors and categories in the data files, or the problem of one of the files. */
async function readData(
  folder: ImportFolder,
  { read }: SourceTools,
): Promise<Pick<FolderPlan, 'people' | 'knownCategories'> | { problem: Problem }> {
  try {
    return {
      people: (await readDataFile(folder, authorsFile, (text) => read('people', text))) ?? emptyPeople,
      knownCategories:
        (await readDataFile(folder, categoriesFile, (text) => read('categories', text))) ?? new Map(),
    };
  } catch (error) {
    return { problem: toProblem(error) };
  }
}

/** A data file parsed by `read`; undefined if it does not exist. A Refusal contains the file and its line. */
async function readDataFile<T>(
  folder: ImportFolder,
  file: string,
  read: (text: string) => Promise<T>,
): Promise<T | undefined> {
  try {
    const text = await folder.readText(file);
    return text === undefined ? undefined : await read(text);
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
