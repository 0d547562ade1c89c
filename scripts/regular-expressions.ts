import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSync } from 'recheck';
import ts from 'typescript';

/** The backend of recheck that needs neither Java nor a native binary. */
process.env.RECHECK_BACKEND = 'pure';

const root = resolve(import.meta.dirname, '..');
const folders = ['contract', 'server', 'locales', 'web'];
const cacheFile = resolve(root, 'node_modules/.cache/regular-expressions.json');
const timeoutMs = 15 * 60_000;

type Expression = { location: string; source: string; flags: string };
/** Expressions that never match user text: one of a file, or all of them. `reason` names the text that they match. */
type Exemption = { file: string; source?: string; reason: string };

const exemptions: Exemption[] = [
  {
    file: 'server/platform/db/migration-files.ts',
    source: String.raw`^[ \t]*(?:begin|start transaction|commit|rollback)(?:[ \t]+(?:work|transaction))?[ \t]*;`,
    reason: 'our own migrations; linear, but the checker needs long to find that',
  },
];

/** Files that build expressions when they are loaded. The check loads them and checks the resulting expressions. */
const dynamicFiles = [
  'server/features/imports/picture-links.ts',
  'server/platform/markdown/article-typography.ts',
];

/** Regular expression literals of a file, and the positions where it calls `RegExp`. */
export function expressionsIn(file: string, code: string): { literals: Expression[]; calls: string[] } {
  const literals: Expression[] = [];
  const calls: string[] = [];
  const parsed = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const locationOf = (node: ts.Node): string =>
    `${file}:${parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({
        location: locationOf(node),
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && node.expression.getText().endsWith('RegExp')) calls.push(locationOf(node));
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return { literals, calls };
}

/** Expressions that `new RegExp` creates while a file is loaded. */
async function expressionsBuiltIn(file: string): Promise<Expression[]> {
  const created: Expression[] = [];
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct(target, [source, flags]: [string, string]) {
      created.push({ location: file, source, flags });
      return new target(source, flags);
    },
  });
  try {
    await import(pathToFileURL(resolve(root, file)).href);
  } finally {
    globalThis.RegExp = Original;
  }
  return created;
}

const nameOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>): string => `/${source}/${flags}`;

/** Returns `linear`, or the complexity of an expression with an attack string where the checker knows one. */
export function analyse({ source, flags }: Expression): string {
  // The checker does not know the flag `d`, which does not change how an expression matches.
  const check = (options: { timeout: number; checker?: 'automaton' }) =>
    checkSync(source, flags.replace('d', ''), options);
  let found = check({ timeout: timeoutMs });
  // A search for an attack depends on the load of the machine, so what it finds must survive a proof.
  if (found.status === 'vulnerable' && found.checker === 'fuzz') {
    const proven = check({ timeout: timeoutMs, checker: 'automaton' });
    if (proven.status !== 'unknown') found = proven;
  }
  if (found.status === 'safe') return 'linear';
  if (found.status === 'unknown') return `not known to be linear (${found.error.kind})`;
  return `${found.complexity.summary}: ${found.attack.pattern}`;
}

/** Cached results of earlier runs, by expression. Only results of the same version of the checker are used. */
function openResultCache() {
  const { version } = JSON.parse(
    readFileSync(resolve(root, 'node_modules/recheck/package.json'), 'utf8'),
  ) as {
    version: string;
  };
  const results = new Map<string, string>();
  try {
    const cached = JSON.parse(readFileSync(cacheFile, 'utf8')) as {
      version: string;
      verdicts: [string, string][];
    };
    if (cached.version === version) for (const [name, result] of cached.verdicts) results.set(name, result);
  } catch {
    // No cache file yet.
  }
  return {
    of(expression: Expression): string {
      const name = nameOf(expression);
      const result = results.get(name) ?? analyse(expression);
      results.set(name, result);
      return result;
    },
    save(): void {
      mkdirSync(resolve(cacheFile, '..'), { recursive: true });
      writeFileSync(cacheFile, JSON.stringify({ version, verdicts: [...results] }));
    },
  };
}

/** All expressions of the server and the pages with their results; `problems` are those that are not allowed. */
async function checkExpressions(): Promise<{ lines: string[]; problems: string[] }> {
  const files = globSync(`{${folders.join(',')}}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
  const cache = openResultCache();
  const usedExemptions = new Set<Exemption>();
  const lines: string[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const { literals, calls } = expressionsIn(file, readFileSync(resolve(root, file), 'utf8'));
    const built = dynamicFiles.includes(file) ? await expressionsBuiltIn(file) : [];
    if (built.length < calls.length)
      problems.push(
        `${calls.join(', ')}: RegExp is called in a file that is missing in the list "dynamicFiles"`,
      );
    for (const expression of [...literals, ...built]) {
      const exemption = exemptions.find(
        ({ file: location, source }) =>
          location === file && (source ?? expression.source) === expression.source,
      );
      if (exemption) usedExemptions.add(exemption);
      const result = exemption ? `exempt: ${exemption.reason}` : cache.of(expression);
      const line = `${expression.location} ${nameOf(expression)} ${result}`;
      lines.push(line);
      if (!exemption && result !== 'linear') problems.push(line);
    }
  }
  for (const entry of exemptions)
    if (!usedExemptions.has(entry))
      problems.push(
        `${entry.file} no longer contains ${entry.source ?? 'any expression'}; remove it from the list "exemptions"`,
      );
  cache.save();
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
