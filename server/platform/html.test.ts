import { expect, it } from 'vitest';
import { html, joinHtml } from './html.ts';

it('escapes strings and inserts Html values unchanged', () => {
  const link = html`<a title="${`"'`}">${'<script>&'}</a>`;
  expect(link.markup).toBe('<a title="&quot;&#39;">&lt;script&gt;&amp;</a>');
  expect(html`<p>${link}${'.'} ${7}</p>`.markup).toBe(`<p>${link.markup}. 7</p>`);
});

it('joins Html values unchanged and escapes the separator', () => {
  expect(joinHtml([html`<b>1</b>`, html`${'<'}`], ' & ').markup).toBe('<b>1</b> &amp; &lt;');
  expect(joinHtml([], ', ').markup).toBe('');
});
