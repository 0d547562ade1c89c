import { open, readFile, stat } from 'node:fs/promises';
import { openGhost } from './ghost-source-service.ts';
import { type ImportFolder, openImportFolder } from './import-folder.ts';
import { planFolder, toSource } from './import-plan-service.ts';
import type { ImportSource, SourceTools } from './import-source.ts';
import { parseDate } from './parse-date.ts';
import { emptyPeople, type People } from './people.ts';
import { refuse } from './problem.ts';
import { endOfTime, movePlans } from './recent-dates.ts';
import { isSiteCopy, openSiteCopy } from './site-copy-source-service.ts';
import { openWordPress } from './wordpress-source-service.ts';

export type SourceOptions = {
  /** Moves the articles to this many days before the present, for examples: `recent-dates.ts`. */
  recentDays?: number | undefined;
  /** A folder with the pictures of the earlier site. */
  mediaFolder?: string | undefined;
  /** A file like `_data/authors.yml`, by the names of the accounts on the earlier site. */
  peopleFile?: string | undefined;
  /** Whether pages become articles. */
  hasPages?: boolean | undefined;
  /** The address of the earlier site, if its export or its configuration does not say it. */
  siteUrl?: string | undefined;
  /** A file with the members of a blog of Ghost, who become accounts. */
  membersFile?: string | undefined;
  /** The date of articles without one, such as `2026-01-31`. */
  date?: string | undefined;
  /** Whether the accounts of a copy of a site keep their roles. */
  hasRoles?: boolean | undefined;
  /** Whether pictures are not fetched from the web. */
  isOffline?: boolean | undefined;
};

const startBytes = 100;

/** Opens what lies at a path: a folder of Markdown, a copy of a site, an export of WordPress or Ghost. Throws Refusal. */
export async function openSource(
  sourcePath: string,
  options: SourceOptions,
  { now, read }: Pick<SourceTools, 'now' | 'read'>,
): Promise<ImportSource> {
  const tools = { now, read, undated: readUndated(options.date, now) };
  const found = await stat(sourcePath).catch(() => undefined);
  if (!found?.isFile()) return openMarkdown(sourcePath, options, tools);
  const given = {
    people: await openPeople(options.peopleFile, tools),
    folder: options.mediaFolder === undefined ? undefined : await openImportFolder(options.mediaFolder),
    isOffline: options.isOffline ?? false,
    hasPages: options.hasPages ?? false,
  };
  return (await startsLikeJson(sourcePath))
    ? openGhost(sourcePath, { ...given, siteUrl: options.siteUrl, membersFile: options.membersFile }, tools)
    : openWordPress(sourcePath, given, tools);
}

/** An export of Ghost is JSON, one of WordPress XML. */
async function startsLikeJson(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return /^\uFEFF?\s*\{/.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

function readUndated(date: string | undefined, now: Date): Date | undefined {
  if (date === undefined) return undefined;
  const found = parseDate(date) ?? refuse('imports.dateUnreadable', {}, { date });
  return found > now ? refuse('imports.dateInFuture', {}, { date }) : found;
}

async function openMarkdown(
  sourcePath: string,
  { recentDays, hasRoles = false, siteUrl }: SourceOptions,
  tools: SourceTools,
): Promise<ImportSource> {
  const folder: ImportFolder = await openImportFolder(sourcePath);
  if (await isSiteCopy(folder)) return openSiteCopy(folder, { hasRoles }, tools);
  const { now } = tools;
  const planned = await planFolder(
    folder,
    { ...tools, now: recentDays === undefined ? now : endOfTime },
    siteUrl,
  );
  if (recentDays === undefined) return toSource(folder, planned);
  return toSource(folder, { ...planned, plans: movePlans(planned.plans, { now, days: recentDays }) });
}

async function openPeople(file: string | undefined, { read }: SourceTools): Promise<People> {
  if (file === undefined) return emptyPeople;
  const text = await readFile(file, 'utf8').catch(() => refuse('imports.peopleMissing', {}, { file }));
  return read('people', text);
}
