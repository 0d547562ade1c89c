import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Collections that live for one call, one paste, one import or one data file. */
const shortLived = [
  'server/backup/table-copy.ts',
  'server/features/exports/export-service.ts',
  'server/features/imports/author-service.ts',
  'server/features/imports/captures.ts',
  'server/features/imports/category-data.ts',
  'server/features/imports/copied-account-service.ts',
  'server/features/imports/copied-comments.ts',
  'server/features/imports/html-bounds.ts',
  'server/features/imports/html-to-markdown.ts',
  'server/features/imports/people.ts',
  'server/features/imports/picture-import-service.ts',
  'server/features/imports/picture-links.ts',
  'server/features/imports/shortcodes.ts',
  'server/features/imports/source-text.ts',
  'server/features/imports/toml-value.ts',
  'server/features/imports/wordpress-comments.ts',
  'server/features/imports/wordpress-text.ts',
  'server/features/posts/front-page.ts',
  'server/platform/markdown/anchors.ts',
  'server/platform/markdown/complexity-limit.ts',
  'server/platform/markdown/render.ts',
  'server/platform/search/context.ts',
  'web/features/comments/thread.ts',
  'web/features/editor/footnote.ts',
  'web/features/editor/markdown/parser.ts',
  'web/features/editor/paste/footnotes.ts',
  'web/features/editor/paste/pasted-footnotes.ts',
  'web/features/posts/picture-zoom.ts',
  'web/offline/read-page.ts',
];

const nested = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isArrowFunction(node) ||
  ts.isMethodDeclaration(node);

/** Whether an inner function captures the variable, so that it can outlive a call of the declaring function. */
function isCaptured(scope: ts.Node, name: string): boolean {
  const isUsed = (node: ts.Node, isInside: boolean): boolean =>
    (isInside && ts.isIdentifier(node) && node.text === name) ||
    ts.forEachChild(node, (child) => isUsed(child, isInside || nested(child)) || undefined) === true;
  return isUsed(scope, false);
}

function findUp<Found extends ts.Node>(
  node: ts.Node,
  isIt: (candidate: ts.Node) => candidate is Found,
): Found | undefined {
  for (let at = node.parent; at; at = at.parent) if (isIt(at)) return at;
  return undefined;
}
const isScope = (node: ts.Node): node is ts.SourceFile | ts.SignatureDeclaration =>
  ts.isSourceFile(node) || ts.isFunctionLike(node);

/** Whether a file creates a cache, or an empty Map or Set that outlives a call. */
function holdsCollection(path: string): boolean {
  const source = ts.createSourceFile(
    path,
    readFileSync(resolve(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const isLasting = (node: ts.Node): boolean => {
    if (!ts.isNewExpression(node)) return false;
    const kind = node.expression.getText();
    if (kind === 'LRUCache') return true;
    if (!/^(Map|Set)$/.test(kind) || (node.arguments?.length ?? 0) > 0) return false;
    const scope = findUp(node, isScope);
    if (!scope || ts.isSourceFile(scope)) return true;
    const variable = findUp(node, ts.isVariableDeclaration);
    return variable !== undefined && ts.isIdentifier(variable.name) && isCaptured(scope, variable.name.text);
  };
  const visit = (node: ts.Node): boolean =>
    isLasting(node) || ts.forEachChild(node, (child) => visit(child) || undefined) === true;
  return visit(source);
}

// The test parses all of the source.
it('lists every long-lived collection with its bound in docs/security.md', () => {
  const files = globSync('{server,web,contract,locales}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !/\.(test|d)\.tsx?$/.test(path))
    .filter(holdsCollection)
    .sort();
  expect(files.length).toBeGreaterThan(20);
  const page = readFileSync(resolve(root, 'docs/security.md'), 'utf8');
  const [, section = ''] = /## Caches and their bounds\n([\s\S]*?)\n## /.exec(page) ?? [];
  expect(files.filter((path) => !section.includes(`\`${path}\``) && !shortLived.includes(path))).toEqual([]);
  const named = [...section.matchAll(/`((?:server|web|contract|locales)\/[^`]+\.tsx?)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.endsWith('.test.ts'));
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});
