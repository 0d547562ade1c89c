import type { CategoryPlan } from './category-data.ts';
import type { CommentPlan } from './comment-data.ts';
import type { CopiedPerson } from './copied-people.ts';
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
  replaceCopiedPictures,
  unfinishedSuffix,
} from './copy-layout.ts';
import type { FileProblem, ImportFolder } from './import-folder.ts';
import type { CopiedPlacementPlan, ImportSource, SourceTools } from './import-source.ts';
import { emptyPeople } from './people.ts';
import { Refusal, refuse } from './problem.ts';
import { getText } from './yaml-value.ts';

const maxKeyLength = 500;

/** Whether a folder is a copy of a site, also one of another version. */
export const isSiteCopy = async (folder: ImportFolder): Promise<boolean> =>
  (await folder.readText(copyMark)) !== undefined;

/** A copy of a site, which `npm run export-site` writes. Articles and accounts are read one by one. Throws Refusal. */
export async function openSiteCopy(
  folder: ImportFolder,
  { hasRoles }: { hasRoles: boolean },
  tools: SourceTools,
): Promise<ImportSource> {
  const { now, read } = tools;
  const format = getText(await read('fields', (await folder.readText(copyMark)) ?? ''), 'format')?.text;
  if (format !== String(copyFormat)) refuse('imports.copyFormat', {}, { format: format ?? '' });
  if (folder.root.endsWith(unfinishedSuffix) || !(await folder.exists(copySums)))
    refuse('imports.copyUnfinished');
  const { files, problems } = await folder.list();
  const knownCategories = await readCategoryFiles(folder, tools);
  const placements = await readPlacementFiles(folder, tools);
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
    copy: { hasRoles, placements, accounts: () => readAccountFiles(folder, problems, tools) },
    async *read() {
      for (const file of files) {
        try {
          const text = (await folder.readExactText(file)) ?? refuse('imports.fileMissing');
          const article = await read('copiedArticle', file, text, now);
          const comments = await readCommentFiles(folder, article.slug, tools);
          yield { file, id: file, article, comments };
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
  { read }: SourceTools,
): AsyncGenerator<CopiedPerson> {
  for await (const { name, text } of readParts(folder, copyAuthors)) {
    const found = await read('copiedPeople', text, name);
    problems.push(...found.problems);
    yield* found.people;
  }
}

async function readCommentFiles(
  folder: ImportFolder,
  slug: string,
  { now, read }: SourceTools,
): Promise<CommentPlan[]> {
  const parts: Array<{ name: string; text: string }> = [];
  for await (const part of readParts(folder, getCommentsPath(getFileName(slug)))) parts.push(part);
  return parts.length === 0 ? [] : read('copiedComments', parts, slug, now);
}

async function readCategoryFiles(
  folder: ImportFolder,
  { read }: SourceTools,
): Promise<Map<string, CategoryPlan>> {
  const categories = new Map<string, CategoryPlan>();
  // One without a colour or a mark has none by choice.
  for await (const { name, text } of readParts(folder, copyCategories))
    for (const [key, plan] of await read('copiedCategories', name, text))
      categories.set(key, { ...plan, color: plan.color ?? null, mark: plan.mark ?? null });
  return categories;
}

async function readPlacementFiles(
  folder: ImportFolder,
  { read }: SourceTools,
): Promise<CopiedPlacementPlan[]> {
  const placements: CopiedPlacementPlan[] = [];
  for await (const { name, text } of readParts(folder, copyFrontPage))
    placements.push(...(await read('copiedPlacements', name, text)));
  return placements;
}
