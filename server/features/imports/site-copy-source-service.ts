import type { CategoryPlan } from './category-data.ts';
import { readCategories } from './category-data.ts';
import type { CommentPlan } from './comment-data.ts';
import { readCopiedArticle, replaceCopiedPictures } from './copied-article.ts';
import { createCommentCollector } from './copied-comments.ts';
import { type CopiedPerson, readCopiedPeople } from './copied-people.ts';
import {
  copyAuthors,
  copyCategories,
  copyFormat,
  copyFrontPage,
  copyMark,
  copySums,
  getCommentsPath,
  getFileName,
  getPartName,
  isCopiedPicture,
  unfinishedSuffix,
} from './copy-layout.ts';
import type { FileProblem, ImportFolder } from './import-folder.ts';
import type { CopiedPlacementPlan, ImportSource } from './import-source.ts';
import { getDate, requireDate } from './parse-date.ts';
import { emptyPeople } from './people.ts';
import { Refusal, refuse } from './problem.ts';
import { getFields, getItems, getText, readYaml } from './yaml-value.ts';

const maxKeyLength = 500;
const sections = ['lead', 'row'];

/** Whether a folder is a copy of a site, also one of another version. */
export const isSiteCopy = async (folder: ImportFolder): Promise<boolean> =>
  (await folder.readText(copyMark)) !== undefined;

/** A copy of a site, which `npm run export-site` writes. Articles and accounts are read one by one. Throws Refusal. */
export async function openSiteCopy(
  folder: ImportFolder,
  { hasRoles }: { hasRoles: boolean },
  now: Date,
): Promise<ImportSource> {
  const format = getText(getFields(readYaml((await folder.readText(copyMark)) ?? '')), 'format')?.text;
  if (format !== String(copyFormat)) refuse('imports.copyFormat', {}, { format: format ?? '' });
  if (folder.root.endsWith(unfinishedSuffix) || !(await folder.exists(copySums)))
    refuse('imports.copyUnfinished');
  const { files, problems } = await folder.list();
  const knownCategories = await readCategoryFiles(folder);
  const placements = await readPlacementFiles(folder);
  return {
    key: `folder:${folder.root}`.slice(0, maxKeyLength),
    isKnownBySlug: true,
    people: emptyPeople,
    knownCategories,
    pictures: {
      ...folder,
      owns: (address) => isCopiedPicture(address),
      replace: replaceCopiedPictures,
    },
    total: files.length,
    problems,
    copy: { hasRoles, placements, accounts: () => readAccountFiles(folder, problems) },
    async *read() {
      for (const file of files) {
        try {
          const text = (await folder.readExactText(file)) ?? refuse('imports.fileMissing');
          const article = readCopiedArticle(file, text, now);
          yield { file, id: file, article, comments: await readCommentFiles(folder, article.slug, now) };
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          yield { file, problem: error.problem };
        }
      }
    },
  };
}

/** The texts of a list that may have several files. Problems name the file. */
async function* readParts(
  folder: ImportFolder,
  file: string,
): AsyncGenerator<{ name: string; text: string }> {
  for (let part = 1; ; part += 1) {
    const name = getPartName(file, part);
    const text = await folder.readText(name);
    if (text === undefined) return;
    yield { name, text };
  }
}

async function* readAccountFiles(
  folder: ImportFolder,
  problems: FileProblem[],
): AsyncGenerator<CopiedPerson> {
  for await (const { name, text } of readParts(folder, copyAuthors))
    yield* withFile(name, () => readCopiedPeople(text, name, problems));
}

async function readCommentFiles(folder: ImportFolder, slug: string, now: Date): Promise<CommentPlan[]> {
  const comments = createCommentCollector(now);
  for await (const { name, text } of readParts(folder, getCommentsPath(getFileName(slug))))
    withFile(name, () => comments.addFile(text, slug));
  return comments.roots;
}

async function readCategoryFiles(folder: ImportFolder): Promise<Map<string, CategoryPlan>> {
  const categories = new Map<string, CategoryPlan>();
  // One without a colour or a mark has none by choice.
  for await (const { name, text } of readParts(folder, copyCategories))
    for (const [key, plan] of withFile(name, () => readCategories(text)))
      categories.set(key, { ...plan, color: plan.color ?? null, mark: plan.mark ?? null });
  return categories;
}

async function readPlacementFiles(folder: ImportFolder): Promise<CopiedPlacementPlan[]> {
  const placements: CopiedPlacementPlan[] = [];
  for await (const { name, text } of readParts(folder, copyFrontPage))
    withFile(name, () => {
      for (const item of getItems(readYaml(text))) {
        const fields = getFields(item);
        const section = getText(fields, 'section')?.text ?? '';
        if (!sections.includes(section))
          refuse('imports.notOption', { line: item.line }, { name: 'section', options: sections.join(', ') });
        placements.push({
          slug: getText(fields, 'article')?.text ?? '',
          section,
          startsAt: getDate(fields, 'starts'),
          endsAt: getDate(fields, 'ends'),
          placedAt: requireDate(fields, 'placed', item.line),
          editor: getText(fields, 'by') ?? null,
        });
      }
    });
  return placements;
}

function withFile<Result>(name: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { line, ...problem } = error.problem;
    throw new Refusal({ ...problem, about: line === undefined ? name : `${name}:${line}` });
  }
}
