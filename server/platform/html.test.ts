import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes strings and inserts Html values unchanged', () => {
  const link = html`<a title="${`"'`}">${'<script>&'}</a>`;
  expect(link.markup).toBe('<a title="&quot;&#39;">&lt;script&gt;&amp;</a>');
  expect(html`<p>${link}${'.'}</p>`.markup).toBe(`<p>${link.markup}.</p>`);
});
