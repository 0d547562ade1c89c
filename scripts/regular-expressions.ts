import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSync } from 'recheck';
import ts from 'typescript';

/** The backend of recheck that needs neither Java nor a native binary. */
process.env.RECHECK_BACKEND = 'pure';

const root = resolve(import.meta.dirname, '..');
const folders = ['contract', 'server', 'text', 'web'];
const cacheFile = resolve(root, 'node_modules/.cache/regular-expressions.json');
const timeoutMs = 30_000;

type Expression = { place: string; source: string; flags: string };
/** Expressions that never match user text: one of a file, or all of them. `reason` names the text that they match. */
type Trusted = { file: string; source?: string; reason: string };

const trusted: Trusted[] = [
  {
    file: 'server/platform/ssr/content-policy.ts',
    source: String.raw`<script\b([^>]*)>([\s\S]*?)<\/script>`,
    reason: 'a rendered page: user text is escaped in it, so every <script tag is ours and is closed',
  },
  {
    file: 'server/platform/db/migration-files.ts',
    source: String.raw`^[ \t]*(?:begin|start transaction|commit|rollback)(?:[ \t]+(?:work|transaction))?[ \t]*;`,
    reason: 'our own migrations; linear, but the checker needs long to find that',
  },
  {
    file: 'server/features/imports/picture-links.ts',
    reason: 'files that the operator imports by command',
  },
];

/** Files that build expressions when they are loaded. The check loads them and checks the resulting expressions. */
const assembling = ['server/features/imports/picture-links.ts', 'server/platform/markdown/typography.ts'];

/** Regular expression literals of a file, and the positions where it calls `RegExp`. */
export function expressionsIn(file: string, code: string): { literals: Expression[]; calls: string[] } {
  const literals: Expression[] = [];
  const calls: string[] = [];
  const parsed = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const placeOf = (node: ts.Node): string =>
    `${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({
        place: placeOf(node),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText().endsWith('RegExp')) calls.push(placeOf(node));
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return { literals, calls };
}

/** Expressions that `new RegExp` creates while a file is loaded. */
async function assembledIn(file: string): Promise<Expression[]> {
  const made: Expression[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags]: [string, string]) {
      made.push({ place: file, source, flags });
      return new target(source, flags);
    },
  });
  try {
    await import(pathToFileURL(resolve(root, file)).href);
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

const nameOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string => `/${source}/${flags}`;

/** Returns `linear`, or the complexity of an expression with an attack string where the checker knows one. */
export function verdictOn({ source, flags }: Expression): string {
  // The checker does not know the flag `d`, which does not change how an expression matches.
  const found = checkSync(source, flags.replace('d', ''), { timeout: timeoutMs });
  if (found.status === 'safe') return 'linear';
  if (found.status === 'unknown') return `not known to be linear (${found.error.kind})`;
  return `${found.complexity.summary}: ${found.attack.pattern}`;
}

/** Cached results of earlier runs, by expression. Only results of the same version of the checker are used. */
function rememberedVerdicts() {
  const { version } = JSON.parse(
    readFileSync(resolve(root, 'node_modules/recheck/package.json'), 'utf8'),
  ) as {
    version: string;
  };
  const known = new Map<string, string>();
  try {
    const kept = JSON.parse(readFileSync(cacheFile, 'utf8')) as {
      version: string;
      verdicts: [string, string][];
    };
    if (kept.version === version) for (const [name, verdict] of kept.verdicts) known.set(name, verdict);
  } catch {
    // No cache file yet.
  }
  return {
    of(expression: Expression): string {
      const name = nameOf(expression);
      const verdict = known.get(name) ?? verdictOn(expression);
      known.set(name, verdict);
      return verdict;
    },
    keep(): void {
      mkdirSync(resolve(cacheFile, '..'), { recursive: true });
      writeFileSync(cacheFile, JSON.stringify({ version, verdicts: [...known] }));
    },
  };
}

/** All expressions of the server and the pages with their results; `problems` are those that are not allowed. */
async function checkExpressions(): Promise<{ lines: string[]; problems: string[] }> {
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
  const remembered = rememberedVerdicts();
  const used = new Set<Trusted>();
  const lines: string[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const { literals, calls } = expressionsIn(file, readFileSync(resolve(root, file), 'utf8'));
    const assembled = assembling.includes(file) ? await assembledIn(file) : [];
    if (assembled.length < calls.length)
      problems.push(
        `${calls.join(', ')}: RegExp is called in a file that is missing in the list "dynamicFiles"`,
      );
    for (const expression of [...literals, ...assembled]) {
      const exception = trusted.find(
        ({ file: place, source }) => place === file && (source ?? expression.source) === expression.source,
      );
      if (exception) used.add(exception);
      const verdict = exception ? `exempt: ${exception.reason}` : remembered.of(expression);
      const line = `${expression.place} ${nameOf(expression)} ${verdict}`;
      lines.push(line);
      if (!exception && verdict !== 'linear') problems.push(line);
    }
  }
  for (const one of trusted)
    if (!used.has(one))
      problems.push(
        `${one.file} no longer contains ${one.source ?? 'any expression'}; remove it from the list "exemptions"`,
      );
  remembered.keep();
  return { lines, problems };
}

/** Prints every regular expression and whether it matches in linear time; with `--check` only the problems. */
if (import.meta.main) {
  const { lines, problems } = await checkExpressions();
  if (!process.argv.includes('--check')) console.log(lines.join('\n'));
  if (problems.length > 0) console.error(problems.join('\n'));
  console.log(`regular expressions: ${lines.length} read, ${problems.length} problems`);
  if (problems.length > 0 || lines.length === 0) process.exitCode = 1;
}
