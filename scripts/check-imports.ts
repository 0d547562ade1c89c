// npm run check:imports -- SOURCE… [--json FILE]: what sources of other systems become on an empty site.
import { writeFileSync } from 'node:fs';
import {
  CommandError,
  listenForInterruption,
  parseArguments,
  resolvePath,
  runMain,
  showProgressLine,
} from './command-line.ts';
import { checkSource, type SourceCheck } from './imports/check-source.ts';

const listedExamples = 10;
const usage = `Usage: npm run check:imports -- SOURCE… [--json FILE] [--pages] [--media FOLDER] [--site URL]

Imports each source (a folder of Markdown, an export of WordPress or of Ghost) into an empty temporary site with the engine of
npm run import, prints what was taken, simplified and left out, imports it again, which must change nothing, and takes it
back, which must leave nothing. Looks in every rendered article for tags and shortcodes that readers would see, and for words of
the file that are not there.

  --json   writes everything that was found, also the names of the files, into this file
  --pages  also imports the pages of WordPress and Ghost
  --media  a folder with their pictures; nothing is fetched from the web
  --site   the address of a blog of Ghost`;

await runMain(async () => {
  const { values, positionals } = parseArguments(usage, {
    json: { type: 'string' },
    pages: { type: 'boolean' },
    media: { type: 'string' },
    site: { type: 'string' },
  });
  if (positionals.length === 0) throw new CommandError(usage);
  const signal = listenForInterruption();
  const checks: SourceCheck[] = [];
  for (const source of positionals) {
    const onProgress = (step: string, done: number) => showProgressLine(`${source}: ${step} ${done}`);
    checks.push(
      await checkSource(resolvePath(source), {
        hasPages: values.pages,
        mediaFolder: values.media && resolvePath(values.media),
        siteUrl: values.site,
        isOffline: true,
        signal,
        onProgress,
      }),
    );
    showProgressLine('');
    print(checks.at(-1) as SourceCheck);
    if (values.json !== undefined)
      writeFileSync(resolvePath(values.json), `${JSON.stringify(checks, null, 2)}\n`);
  }
  console.table(checks.map(toRow));
  return checks.some(isWrong) ? 1 : 0;
});

function isWrong({ rewritten, remaining, inSight }: SourceCheck): boolean {
  return rewritten + remaining + inSight.length > 0;
}

function describe(counts: Record<string, number>): string {
  return (
    Object.entries(counts)
      .toSorted(([, left], [, right]) => right - left)
      .map(([kind, count]) => `${kind} ${count}`)
      .join(', ') || 'none'
  );
}

function print(check: SourceCheck): void {
  console.log(`\n${check.source}: ${check.taken} of ${check.files} files, ${check.seconds} s`);
  console.log(`  remarks: ${describe(check.remarks)}`);
  console.log(`  left out: ${describe(check.leftOut)}`);
  for (const { slug, kind, excerpt } of check.inSight.slice(0, listedExamples))
    console.log(`  in sight in ${slug}: ${kind} «${excerpt}»`);
  for (const { file, lost, total } of check.lostWords.slice(0, listedExamples))
    console.log(
      `  ${lost.length} of ${total} words are not in ${file}: ${lost.slice(0, listedExamples).join(' ')}`,
    );
}

function toRow(check: SourceCheck): Record<string, string | number> {
  return {
    source: check.source,
    files: check.files,
    taken: check.taken,
    simplified: check.simplified,
    leftOut: check.files - check.taken,
    pictures: check.pictures.found,
    missing: check.pictures.missing,
    elsewhere: check.pictures.elsewhere,
    players: check.players,
    comments: check.comments,
    redirects: check.redirects,
    rewritten: check.rewritten,
    remaining: check.remaining,
    inSight: new Set(check.inSight.map(({ slug }) => slug)).size,
    lostWords: check.lostWords.length,
    seconds: check.seconds,
  };
}
