import { describe, expect, it } from 'vitest';
import { convertWordPressText } from './wordpress-text.ts';

const convert = (html: string) =>
  convertWordPressText(html, {
    siteUrl: 'https://old.example',
    line: 1,
    findAttachment: () => undefined,
    ownPictures: () => [],
  });
const fenced = (code: string, language = '') => `\`\`\`${language}\n${code}\n\`\`\``;

describe('code of WordPress', () => {
  const code =
    '#include <stdio.h>\n\nint main()\n{\n\tif (a < b && c[1] * 2 * 3)  puts("[gallery] &amp; __x__");\n\n\n}';
  const encoded = code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

  it.each([
    ['[code lang="cpp"]', '[/code]', 'cpp'],
    ['[sourcecode language=\'Python\' highlight="1,2"]', '[/sourcecode]', 'python'],
    ['[code]', '[/code]', ''],
    ['[php]', '[/php]', 'php'],
    ['[CSS]', '[/css]', 'css'],
    ['<pre>[js]', '[/js]</pre>', 'js'],
  ])('between %s and %s is kept byte for byte, with entities or without', (open, close, language) => {
    for (const stored of [code, encoded]) {
      const { content, remarks } = convert(`До\n\n${open}\n${stored}\n${close}\n\nПосле`);
      expect(content).toBe(`До\n\n${fenced(code, language)}\n\nПосле`);
      expect(remarks).toEqual([]);
    }
  });

  it('keeps Windows line ends as lines', () =>
    expect(convert('[js]\r\na;\r\n\r\nb;\r\n[/js]').content).toBe(fenced('a;\n\nb;', 'js')));

  it('shows calls with a second pair of brackets', () => {
    expect(convert('a [[code]] b [[js x="1"]c[/js]] d [[gallery]]').content).toBe(
      'a \\[code] b \\[js x="1"]c\\[/js] d \\[gallery]',
    );
    expect(convert('<pre>[[php]$a[0];[/php]]\n[form id="1"]</pre>').content).toBe(
      fenced('[php]$a[0];[/php]\n[form id="1"]'),
    );
  });

  it('leaves a call that does not close as text', () =>
    expect(convert('Слово [code] и [text]').content).toBe('Слово \\[code] и \\[text]'));

  it.each([
    ['<pre lang="ruby">\ndef a\n  1\nend\n</pre>', 'def a\n  1\nend', 'ruby'],
    ['<pre class="brush: php; gutter: true">$a;</pre>', '$a;', 'php'],
    ['<pre class="lang:js decode:true">a;</pre>', 'a;', 'js'],
    [
      '<!-- wp:syntaxhighlighter/code {"language":"go"} -->\n<pre class="wp-block-syntaxhighlighter-code">a &lt; b</pre>\n<!-- /wp:syntaxhighlighter/code -->',
      'a < b',
      'go',
    ],
    ['<code>\ndef a\n  1\nend\n</code>', 'def a\n  1\nend', ''],
  ])('keeps the language and the lines of %s', (html, text, language) =>
    expect(convert(html).content).toBe(fenced(text, language)),
  );

  it('reads many calls that open and do not close', () => {
    const many = '[code]<pre>[[js]'.repeat(20_000);
    expect(convert(many).content).not.toBe('');
  });
});

describe('classic text of WordPress', () => {
  it.each([
    ['<strike>раз</strike>', '~~раз~~'],
    ['<address>Улица\nДом 2</address>\nТекст', 'Улица\\\nДом 2\n\nТекст'],
    ['<blockquote>раз\nдва</blockquote>', '> раз\\\n> два'],
    ['<ul>\n<li>раз</li>\n<li>два</li>\n</ul>', '- раз\n- два'],
    ['<div\nclass="a">раз</div>', 'раз'],
  ])('keeps the lines of %s', (html, markdown) => expect(convert(html).content).toBe(markdown));

  it('says what happened to a player with a relative address', () => {
    const { content, remarks } = convert('Да <iframe src="demos/one/"></iframe>');
    expect(content).toBe('Да');
    expect(remarks).toMatchObject([{ key: 'imports.frameDropped', values: { what: 'demos/one/' } }]);
  });
});
