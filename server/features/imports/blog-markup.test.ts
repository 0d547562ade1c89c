import { describe, expect, it } from 'vitest';
import type { Generator } from './blog-markup.ts';
import { convertSourceText } from './source-text.ts';
import { readBlogConfig } from './static-blog.ts';

const read = (generator: Generator, config: string, text: string, packages: string[] = []) => {
  const file = generator === 'hugo' || generator === 'zola' ? 'config.toml' : '_config.yml';
  const { markup = {}, siteUrl } = readBlogConfig(file, config, { generator, packages });
  return convertSourceText(text, 1, { markup, siteUrl, isLiquid: generator !== 'hugo' });
};
const contentOf = (...args: Parameters<typeof read>) => read(...args).content;

describe('line ends', () => {
  const poem = 'раз\nдва [три](/a)\n`а\nб` *в\nг*';
  const broken = 'раз\\\nдва [три](/a)\\\n`а\nб` *в\\\nг*';
  it.each<[Generator, string, string[], string]>([
    ['hexo', 'title: a', [], broken],
    ['hexo', 'marked:\n  breaks: false', [], poem],
    ['hexo', 'title: a', ['hexo-renderer-markdown-it'], broken],
    ['hexo', 'markdown:\n  render:\n    breaks: false', ['hexo-renderer-markdown-it'], poem],
    ['hexo', 'title: a', ['hexo-renderer-pandoc'], poem],
    ['jekyll', 'title: a', [], poem],
    ['jekyll', 'kramdown:\n  hard_wrap: true', [], broken],
    ['hugo', '', [], poem],
    ['hugo', '[markup.goldmark.renderer]\nhardWraps = true', [], broken],
  ])('of %s with %j and %j', (generator, config, packages, content) =>
    expect(contentOf(generator, config, poem, packages)).toBe(content),
  );

  it.each([
    ['```\na\nb\n```', 'code'],
    ['| а | б |\n| - | - |\n| в | г |', 'tables'],
    ['- раз\n- два\n\n# три', 'lists'],
    ['![](a.png)\n![](b.png)', 'galleries'],
    ['<div>\nа\nб\n</div>', 'HTML'],
    ['раз  \nдва\\\nтри', 'breaks'],
  ])('stay as they are in %j (%s)', (text) => expect(contentOf('hexo', '', text)).toBe(text));

  it('of quotes are breaks', () =>
    expect(contentOf('hexo', '', '> раз \n> два a@b.example\n> три')).toBe(
      '> раз\\\n> два a@b.example\\\n> три',
    ));
});

describe('emoji', () => {
  const text = 'Да :smile: `:+1:` :нет: 10:30:45 https://a.example/:smile: :no_such:\n\n```\n:smile:\n```';
  const converted = text.replace(':smile:', '😄');
  it.each<[Generator, string, string[], string]>([
    ['jekyll', 'plugins:\n  - jemoji', [], converted],
    ['jekyll', 'title: a', ['jemoji'], converted],
    ['jekyll', 'title: a', [], text],
    ['hugo', 'enableemoji = true', [], converted],
    ['hugo', '', [], text],
    ['hexo', 'marked:\n  breaks: false', ['hexo-filter-github-emojis'], converted],
    ['eleventy', '', ['markdown-it-emoji'], converted],
    ['zola', 'base_url = "a"\n[markdown]\nrender_emoji = true', [], converted],
  ])('of %s with %j and %j', (generator, config, packages, content) =>
    expect(contentOf(generator, config, text, packages)).toBe(content),
  );
});

describe('sub- and superscript', () => {
  const text = 'H~2~O, 10^6^, ~~нет~~, `a~b~`, 5~10 и 6~7 [^1] [^2]';
  const extras =
    '[markup.goldmark.extensions.extras.subscript]\nenable = true\n[markup.goldmark.extensions.extras.superscript]\nenable = true';
  it('become elements where the generator makes them', () => {
    const converted = text.replace('~2~', '<sub>2</sub>').replace('^6^', '<sup>6</sup>');
    expect(contentOf('hugo', extras, text)).toBe(converted);
    const plugins = 'markdown:\n  plugins: [markdown-it-sub, { name: markdown-it-sup }]';
    expect(contentOf('hexo', plugins, text, ['hexo-renderer-markdown-it'])).toBe(converted);
  });
  it('stay as they are elsewhere', () => {
    expect(contentOf('hugo', '', text)).toBe(text);
    expect(contentOf('jekyll', '', text)).toBe(text);
  });
});

describe('definition lists', () => {
  const list = (...items: string[]) => `<dl>\n${items.join('\n')}\n</dl>`;
  const dt = (text: string) => `<dt>\n\n${text}\n\n</dt>`;
  const dd = (text: string) => `<dd>\n\n${text}\n\n</dd>`;
  it.each([
    ['Термин\n: Определение', list(dt('Термин'), dd('Определение'))],
    [
      'Раз\nДва\n\n:   *Одно*\n    слово\n: Другое',
      list(dt('Раз'), dt('Два'), dd('*Одно*\nслово'), dd('Другое')),
    ],
    ['А\n: б\n\n    ещё\n\nВ\n: г\n\nКонец', `${list(dt('А'), dd('б\n\nещё'), dt('В'), dd('г'))}\n\nКонец`],
  ])('%j become elements', (text, html) => expect(contentOf('jekyll', '', text)).toBe(html));

  it.each(['# Глава\n: нет', 'Слово: нет\n\nтекст', '```\nА\n: б\n```', '- а\n: б'])('%j is none', (text) =>
    expect(contentOf('jekyll', '', text)).toBe(text),
  );

  it('stay as they are where the generator has none', () =>
    expect(contentOf('eleventy', '', 'А\n: б')).toBe('А\n: б'));
});

it('explains abbreviations where they stand first', () => {
  const text = 'О `СМИ` и [СМИ](/a/СМИ), СМИ.\n\n*[СМИ]: средства "массовой" информации';
  expect(contentOf('jekyll', '', text)).toBe(
    'О `СМИ` и [<abbr title="средства &quot;массовой&quot; информации">СМИ</abbr>](/a/СМИ), СМИ.',
  );
  expect(contentOf('hugo', '', text)).toBe(text);
});

describe('formulas', () => {
  it.each([
    ['Так $x_1 * y$ и $n$.', 'Так `x_1 * y` и `n`.'],
    ['Так $$E = mc^2$$ и \\\\(a_1\\\\), \\(b^2\\)', 'Так `E = mc^2` и `a_1`, `b^2`'],
    [
      '$$\n\\begin{a}\n  x_i &= \\{ y \\}\n\\end{a}\n$$',
      '```tex\n\\begin{a}\n  x_i &= \\{ y \\}\n\\end{a}\n```',
    ],
    ['\\[\nx < y\n\\]', '```tex\nx < y\n```'],
  ])('%j become code, which is reported once', (text, content) => {
    const read = convertSourceText(text, 1);
    expect(read.content).toBe(content);
    expect(read.remarks).toMatchObject([{ key: 'imports.formulas', line: 1 }]);
  });

  it.each([
    '«$5 и $10», US$ и A$, $5-$10',
    '$HOME/$USER и $HOME:$PATH',
    'Цена $5 = 400 ₽, а 10$ дороже',
    'PID $$, а родитель $$',
    'Скобки \\(так\\) и \\[1\\]',
    '`$x_1$` и \\$x_1\\$',
  ])('%s is none', (text) => expect(convertSourceText(text, 1)).toEqual({ content: text, remarks: [] }));
});

describe('calls that show code', () => {
  it.each([
    [
      '{% highlight python linenos %}\n\n\ndef f():\n\n\n    return "<b>"\n\n{% endhighlight %}',
      'python',
      'def f():\n\n\n    return "<b>"',
    ],
    ['{% codeblock Array.map lang:js https://a.example %}\na\n{% endcodeblock %}', 'js', 'a'],
    ['{% codeblock Название %}\na\n{% endcodeblock %}', '', 'a'],
    ['{% highlight md %}\n```\na\n```\n{% endhighlight %}', 'md', '```\na\n```'],
    ['{{< highlight go "linenos=table" >}}\na := {{ .b }}\n{{< /highlight >}}', 'go', 'a := {{ .b }}'],
  ])('%j keep the language and the code, without empty lines at its ends', (text, language, code) => {
    const fence = code.includes('```') ? '````' : '```';
    expect(contentOf('jekyll', '', `До\n\n${text}\nПосле`)).toBe(
      `До\n\n${fence}${language}\n${code}\n${fence}\nПосле`,
    );
  });

  it('keep two empty lines in fenced code', () => {
    const text = 'До\n\n```\na\n\n\n\nb\n```';
    expect(contentOf('hugo', '', text)).toBe(text);
  });
});

describe('addresses of the blog itself', () => {
  it.each<[Generator, string, string]>([
    ['hugo', 'baseURL = "https://old.example/"', ''],
    ['hugo', 'baseurl = "https://old.example/blog/"', '/blog'],
    ['jekyll', 'url: https://old.example\nbaseurl: /blog', '/blog'],
    ['hexo', 'url: http://old.example', ''],
    ['zola', 'base_url = "https://old.example"', ''],
  ])('of %s with %j are paths', (generator, config, base) => {
    const own = `https://old.example${base}`;
    const text = `![а](${own}/i/a.png "b") [б](${own}/b/?c=1#d) <a href="${own}/e/">е</a> ${own}/f/ [г](${own}/g.pdf) \`[x](${own}/)\` [д](https://other.example/)`;
    expect(contentOf(generator, config, text)).toBe(
      `![а](/i/a.png "b") [б](/b/?c=1#d) <a href="/e/">е</a> ${own}/f/ [г](${own}/g.pdf) \`[x](${own}/)\` [д](https://other.example/)`,
    );
  });

  it('below another path of the same host are those of another site', () =>
    expect(contentOf('hugo', 'baseURL = "https://a.example/blog/"', '[а](https://a.example/other/)')).toBe(
      '[а](https://a.example/other/)',
    ));
});

it('strikes out, and says what happened to a player with a relative address', () => {
  expect(convertSourceText('<strike>раз</strike> <strike><kbd>a</kbd></strike>', 1).content).toBe(
    '~~раз~~ <s><kbd>a</kbd></s>',
  );
  const { content, remarks } = convertSourceText('Текст. <iframe src="demos/one/" title="a"></iframe>', 1);
  expect(content).toBe('Текст.');
  expect(remarks).toMatchObject([{ key: 'imports.frameDropped', values: { what: 'demos/one/' } }]);
});

it.each([
  '$',
  '$$',
  '\\(',
  '\\\\[',
  '$a_',
  '\n: a',
  'a\n: b\n\n',
  '{% highlight a %}\n',
  ':a',
  '~a',
  '^a',
  '](',
  '*[a]: b\n',
])('reads a megabyte of %j', (sign) => {
  const text = sign.repeat(1_000_000 / sign.length);
  const markup = { definitions: true, abbreviations: true, emoji: true, sub: true, sup: true };
  expect(convertSourceText(text, 1, { markup, siteUrl: 'https://a.example' })).toBeDefined();
});
