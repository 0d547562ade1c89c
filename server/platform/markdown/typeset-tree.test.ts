import type { Element, Root } from 'hast';
import { expect, it } from 'vitest';
import { renderMarkdown } from './render.ts';
import { typesetTree } from './typeset-tree.ts';

const html = (markdown: string) => renderMarkdown(markdown).html.replaceAll('\u00a0', '_');

it('typesets text and leaves code and URLs unchanged', () => {
  expect(html('Он сказал: "*да* - и всё".')).toBe('<p>Он_сказал: «<em>да</em>_— и_всё».</p>');
  expect(html('Пишем `a - "b"` в коде')).toBe('<p>Пишем <code>a - "b"</code> в_коде</p>');
  expect(html('```\nи "раз" - два\n```')).toContain('и "раз" - два');
  expect(html('Вот https://example.com/1941-1945')).toContain('>https://example.com/1941-1945</a>');
  expect(html('[о "доме"](/posts/o-dome "в - доме")')).toContain(
    '<a href="/posts/o-dome" title="в - доме">о_«доме»</a>',
  );
});

it('keeps line breaks of the author and ends quotations with their paragraph', () => {
  expect(html('стих и\\\nстрока')).toBe('<p>стих и<br> строка</p>');
  expect(html('слово "раз\n\nдва" слово')).toBe('<p>слово "раз</p>\n<p>два" слово</p>');
});

it('derives the id of a heading from the text before typesetting', () => {
  expect(html('## О "доме" - и дворе')).toBe(
    '<h2 id="h-o-dome-i-dvore" data-anchor="о-доме---и-дворе">О_«доме»_— и_дворе</h2>',
  );
});

it('visits every text once at any depth', () => {
  let taken = 0;
  const root: Root = { type: 'root', children: [] };
  let inner: Root | Element = root;
  for (let depth = 0; depth < 90; depth += 1) {
    const next: Element = {
      type: 'element',
      tagName: 'blockquote',
      properties: {},
      children: [{ type: 'text', value: 'слово' }],
    };
    inner.children.push(next);
    inner = next;
  }
  typesetTree(root, (parts) => {
    taken += parts.join('').length;
    return [...parts];
  });
  expect(taken).toBe(90 * 'слово'.length);
});
