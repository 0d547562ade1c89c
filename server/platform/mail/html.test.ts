import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes strings and inserts nested templates unchanged', () => {
  const name = `<img src=x onerror="alert('1')"> & co`;
  expect(html`<p title="${name}">${html`<b>${name}</b>`} ${7}</p>`.html).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co">' +
      '<b>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; co</b> 7</p>',
  );
});
