import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { listSourceFiles, readSourceFile, type Snippet } from './source-files.ts';

/** What references can point to. */
export type Targets = {
  /** Paths of files, from the root. */
  files: ReadonlySet<string>;
  /** Numbers of the decision records. */
  decisions: ReadonlySet<number>;
  /** Four-digit numbers of the migrations. */
  migrations: ReadonlySet<string>;
  /** Scripts of package.json. */
  commands: ReadonlySet<string>;
  pathExists(path: string): boolean;
  testNamesIn(path: string): string[];
};

/** Mentions of files that are not in the repository, and why they are right. */
const elsewhere: Array<[pattern: RegExp, reason: string]> = [
  [/^(?:node_modules|build|data|dist)\//, 'dependencies and the output of commands'],
  [/^commonmark\.json$/, 'an npm package'],
  [/NNNN/, 'a pattern of file names'],
  [/^(?:\d{4}-\d\d-\d\d-[\w-]+|slug\/index|tramvay\/index)\.md$/, 'examples of files to import'],
  [/^_data\//, 'the data folder of an import'],
  [/^(?:2026\/SLUG\.md|(?:SLUG|authors|tramvay)(?:\.\d)?\.yml)$/, 'files of a copy of a site'],
];

const extension = '(?:tsx?|md|sql|css|mjs|json|ya?ml|toml)';
const link = /\]\(([^)\s]+)\)/g;
const fileMention = new RegExp(
  `(?<![\\w.\\-/:@#<>*{}])((?:[\\w.@-]+/)*[\\w@][\\w.@-]*\\.${extension})(?![\\w\\-/<*])`,
  'g',
);
const folderMention =
  /(?<![\w.\-/:@#])((?:contract|locales|server|web|scripts|bench|tests|db|docs)(?:\/[\w.-]+)+\/?)(?![\w*<{])/g;
const decision = /\b[Dd]ecisions? (\d+)((?:(?:, | and | to )\d+)*)/g;
const decisionPath = /\bdocs\/decisions\/(\d+)/g;
const migration = /\b[Mm]igrations? (\d{4})\b/g;
/** A test file and the name of a test in it. */
const testMention = /`([\w./-]+\.test\.ts)` "([^"]+)"/g;
const command = /\bnpm run ([\w:-]+)/g;
/**
 * A program in TypeScript under the Node.js of the machine, which may be 20; `npx node` is the one of the project.
 * `scripts/start.ts` is the main process of a container, which has its own.
 */
const bareNode = /(?<!npx |\.bin\/)\bnode (?:scripts|bench|server)\/(?!start\.ts)[\w/.-]+\.ts/g;
/** Documents that a reader of the repository cannot open. */
const outside = [
  /\bcontract(?:'s)? (?:decision )?\d/i,
  /\btrust [A-Z]?\d/,
  /\bspecification \d/i,
  /\bscreens? \d/,
  /\bissue #?\d/i,
  /\.\.\/shared\b/,
];

/** Commands in prose and messages that need another Node.js than the one of the README. */
export const findBareNode = (path: string, texts: Snippet[]): string[] =>
  texts.flatMap(({ text, line }) => (text.match(bareNode) ?? []).map((found) => `${path}:${line} ${found}`));

export function findDeadReferences(path: string, prose: Snippet[], targets: Targets): string[] {
  return prose.flatMap(({ text, line }) =>
    [...new Set(deadReferencesIn(path, text, targets))].map((found) => `${path}:${line} ${found}`),
  );
}

function deadReferencesIn(path: string, text: string, targets: Targets): string[] {
  const matches = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
  const deadNumbers = [...text.matchAll(decision)]
    .flatMap(([, first, rest = '']) => [first, ...rest.split(/, | and | to /)])
    .filter((number) => number && !targets.decisions.has(Number(number)));
  return [
    ...[...text.matchAll(testMention)]
      .filter(([, file = '', name = '']) => !targets.testNamesIn(file).includes(name))
      .map(([found]) => found),
    ...outside.flatMap((pattern) => text.match(pattern) ?? []),
    ...(path.endsWith('.md') ? matches(link).filter((target) => !isLinkAlive(path, target, targets)) : []),
    ...matches(fileMention).filter((mention) => !isFileKnown(path, mention, targets)),
    ...matches(folderMention).filter((mention) => !isPathKnown(mention, targets)),
    ...matches(decisionPath).filter((number) => !targets.decisions.has(Number(number))),
    ...deadNumbers.map((number) => `decision ${number}`),
    ...matches(migration)
      .filter((number) => !targets.migrations.has(number))
      .map((number) => `migration ${number}`),
    ...matches(command)
      .filter((name) => !targets.commands.has(name))
      .map((name) => `npm run ${name}`),
  ];
}

function isLinkAlive(path: string, target: string, { pathExists }: Targets): boolean {
  const [file = ''] = target.split('#');
  return file === '' || /^[a-z]+:/.test(file) || pathExists(join(dirname(path), file));
}

/** A file may be named from the root, from the folder of the text, or by the end of its path. */
function isFileKnown(path: string, mention: string, { files, pathExists }: Targets): boolean {
  if (elsewhere.some(([pattern]) => pattern.test(mention))) return true;
  if (pathExists(mention) || pathExists(join(dirname(path), mention))) return true;
  return [...files].some((file) => file.endsWith(`/${mention}`));
}

/** A folder, a file, or the beginning of a file name, such as `docs/decisions/0005`. */
function isPathKnown(mention: string, { files, pathExists }: Targets): boolean {
  const path = mention.replace(/[./]+$/, '');
  if (elsewhere.some(([pattern]) => pattern.test(path))) return true;
  return pathExists(path) || [...files].some((file) => file.startsWith(path) || file.includes(`/${path}`));
}

function readTargets(root: string): Targets {
  const numbersOf = (folder: string) =>
    readdirSync(join(root, folder)).flatMap((name) => name.match(/^\d{4}/) ?? []);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const files = globSync(
    ['*', '.*', '{contract,locales,server,web,scripts,bench,tests,db,docs,deploy,.ci}/**/*'],
    {
      cwd: root,
    },
  );
  return {
    files: new Set(files),
    decisions: new Set(numbersOf('docs/decisions').map(Number)),
    migrations: new Set(numbersOf('db/migrations')),
    commands: new Set(Object.keys(scripts)),
    pathExists: (path) => existsSync(join(root, path)),
    testNamesIn: (path) =>
      existsSync(join(root, path)) ? readSourceFile(root, path).testNames.map(({ text }) => text) : [],
  };
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..');
  const targets = readTargets(root);
  const files = listSourceFiles(root);
  const dead = files.flatMap((path) => {
    const { prose, strings } = readSourceFile(root, path);
    const messages = path.endsWith('.test.ts') ? [] : strings;
    return [...findDeadReferences(path, prose, targets), ...findBareNode(path, [...prose, ...messages])];
  });
  if (dead.length > 0) console.error(dead.join('\n'));
  console.log(`references: ${files.length} files read, ${dead.length} lead nowhere`);
  if (dead.length > 0) process.exitCode = 1;
}
