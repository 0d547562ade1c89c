import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import ts from 'typescript';

/** Files that people write. Generated files, dependencies and the content of the demo site are left out. */
const patterns = [
  '*.{md,ts}',
  '.*.{js,mjs}',
  '.env.example',
  '.ci/*',
  '{contract,locales,server,web,scripts,bench,tests,db,docs}/**/*.{ts,tsx,md,sql,css}',
];
const generated = new Set(['server/platform/db/generated.ts']);
const content = 'db/seeds/';

/** Text that cannot be changed, and why. */
const unchangeable: Array<[pattern: RegExp, reason: string]> = [
  [/^db\/migrations\/00\d\d-/, 'applied migrations have a checksum'],
  [/^CHANGELOG\.md$/, 'describes former versions'],
];

export type Snippet = { text: string; line: number };
export type SourceFile = {
  path: string;
  /** Markdown and comments. */
  prose: Snippet[];
  /** Names of tests and test groups. */
  testNames: Snippet[];
  /** The texts of string literals and templates. */
  strings: Snippet[];
  /** Names that the file declares: variables, functions, types, fields and parameters. */
  names: Snippet[];
};

export function listSourceFiles(root: string): string[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !generated.has(path) && !path.startsWith(content))
    .filter((path) => !unchangeable.some(([pattern]) => pattern.test(path)))
    .sort();
}

export function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  if (/\.(?:tsx?|m?js)$/.test(path)) return parseTypeScript(path, text);
  return {
    path,
    prose: path.endsWith('.md') ? linesOf(text) : commentsOf(path, text),
    testNames: [],
    strings: [],
    names: [],
  };
}

const linesOf = (text: string): Snippet[] =>
  text.split('\n').map((line, index) => ({ text: line, line: index + 1 }));

/** Comments of SQL, CSS, and of shell scripts and settings, line by line. */
function commentsOf(path: string, text: string): Snippet[] {
  const comment = commentOf[extname(path)] ?? /(?<=^|\s)#.*/gm;
  return [...text.matchAll(comment)].flatMap(({ 0: found, index }) => snippets(found, lineAt(text, index)));
}

const commentOf: Record<string, RegExp> = { '.sql': /--.*/g, '.css': /\/\*[\s\S]*?\*\//g };
const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
const snippets = (text: string, firstLine: number): Snippet[] =>
  text.split('\n').map((line, index) => ({ text: line, line: firstLine + index }));

export function parseTypeScript(path: string, text: string): SourceFile {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const comments = new Map<number, string>();
  const testNames: Snippet[] = [];
  const strings: Snippet[] = [];
  const names: Snippet[] = [];

  function collectComments(node: ts.Node): void {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ];
    for (const { pos, end } of ranges) comments.set(pos, text.slice(pos, end));
  }

  function visit(node: ts.Node): void {
    if (node.getChildCount(source) === 0) collectComments(node);
    if (ts.isCallExpression(node) && isTestCall(node.expression)) {
      const [name] = node.arguments;
      if (name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name)))
        testNames.push({ text: name.getText(source).slice(1, -1), line: lineOf(name.getStart(source)) });
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
      strings.push({ text: node.text, line: lineOf(node.getStart(source)) });
    const name = declaredName(node);
    if (name) names.push({ text: name.text, line: lineOf(name.getStart(source)) });
    for (const child of node.getChildren(source)) visit(child);
  }

  visit(source);
  return {
    path,
    prose: [...comments].flatMap(([position, comment]) => snippets(comment, lineOf(position))),
    testNames,
    strings,
    names,
  };
}

/** `it`, `describe` and their variants: `it.skip`, `it.each(cases)`. */
function isTestCall(expression: ts.Expression): boolean {
  if (ts.isIdentifier(expression)) return ['it', 'test', 'describe'].includes(expression.text);
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return isTestCall(expression.expression);
  return false;
}

function declaredName(node: ts.Node): ts.Identifier | undefined {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node);
  return isDeclaration && node.name && ts.isIdentifier(node.name) ? node.name : undefined;
}
