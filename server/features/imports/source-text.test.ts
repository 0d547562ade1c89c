import { expect, it } from 'vitest';
import { convertSourceText } from './source-text.ts';

const contentOf = (markdown: string) => convertSourceText(markdown, 1).content;

it.each([
  [
    '<iframe width="560" src="//www.youtube.com/embed/dQw4w9WgXcQ?rel=0" allowfullscreen></iframe>',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0',
  ],
  ['{{< youtube dQw4w9WgXcQ >}}', 'https://youtu.be/dQw4w9WgXcQ'],
  ['{{< youtube id="dQw4w9WgXcQ" autoplay="true" >}}', 'https://youtu.be/dQw4w9WgXcQ'],
  ['{% youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ %}', 'https://youtu.be/dQw4w9WgXcQ'],
  ['{% include youtube.html id="dQw4w9WgXcQ" %}', 'https://youtu.be/dQw4w9WgXcQ'],
  ['{{< figure src="a b.png" caption="Вид" alt="Мост" >}}', '![Мост](<a b.png> "Вид")'],
  ['{% asset_img most.png Мост ночью %}', '![Мост ночью](<most.png>)'],
  ['{% highlight ruby %}\nputs 1\n{% endhighlight %}', '```ruby\nputs 1\n```'],
  ['![a]({{ site.baseurl }}/a.png){: .center}', '![a](/a.png)'],
  ['Начало <!-- more --> конец', 'Начало  конец'],
  ['<b>да</b>, <em>нет</em> и <center>центр</center>', '**да**, *нет* и центр'],
  ['<div><b>да</b></div>', '<div>да</div>'],
  ['{{< sui/label text="Лента" icon="rss" >}}', 'Лента'],
  ['{{< button href="https://example.com/a" >}}Дальше{{< /button >}}', '<https://example.com/a>Дальше'],
  ['[Прежде]({{< ref "2020-01-02-noch.md" >}})', '[Прежде](/posts/noch)'],
  ['[Прежде]({% post_url 2020-01-02-noch %})', '[Прежде](/posts/noch)'],
  ['{% include figure image_path="/a.png" alt="Вид" caption="Утро" %}', '![Вид](</a.png> "Утро")'],
  ['{% gallery "a.png", "b.png" %}', '![](<a.png>)\n![](<b.png>)'],
  ['{{ image(path="a.png", scale="1/2") }}', '![](<a.png>)'],
  ['{{< gist vera 1234 >}}', '<https://gist.github.com/vera/1234>'],
  ['{% if site.ads %}Да{% endif %} {% comment %}нет{% endcomment %}', 'Да'],
  ['{% raw %}{{ имя }}{% endraw %}', '{{ имя }}'],
  [
    '{% capture album %}\na.png|Утро\nb.png\n{% endcapture %}\n\n{% include gallery.html images=album %}',
    '![Утро](<a.png>)\n![](<b.png>)',
  ],
  ['![a]({{ "/img/a.png" | relative_url }})', '![a](/img/a.png)'],
  ['Пишите {{ name }} в шаблоне', 'Пишите {{ name }} в шаблоне'],
  ['## Глава {#glava .big}', '## Глава'],
  ['[TOC]\n\nТекст', 'Текст'],
  ['::: tip Совет\nТекст\n:::', '**Совет**\n\nТекст'],
  ['<g-emoji alias="x">я</g-emoji> и <имя>', 'я и <имя>'],
  ['<style>\n\n\t.a {\n\n\t}\n</style>\n\nТекст', 'Текст'],
  ['<kbd>Ctrl</kbd> и List<String>', '<kbd>Ctrl</kbd> и List<String>'],
])('converts %s', (markdown, content) => expect(contentOf(markdown)).toBe(content));

it('leaves code as it is', () => {
  const code = '`<b>x</b>` и\n\n```html\n<iframe src="x"></iframe>\n{{< x >}}\n```\n\n~~~\n<!-- a -->\n~~~';
  expect(convertSourceText(code, 1)).toEqual({ content: code, remarks: [] });
});

it('leaves indented code and code in lists as it is', () => {
  const code = 'Так:\n\n    <b>x</b> {% if a %}\n\n- раз\n\n    ```\n    {{< x >}}\n    ```';
  expect(convertSourceText(code, 1)).toEqual({ content: code, remarks: [] });
});

it('evaluates what the generator of the blog evaluates', () => {
  const markdown = 'Имя: {{ page.name }}{{ x }}.\n\n```\n{% raw %}\n{{ a }}\n{% endraw %}\n```';
  const { content, remarks } = convertSourceText(markdown, 1, { isLiquid: true });
  expect(content).toBe('Имя: .\n\n```\n{{ a }}\n```');
  expect(remarks).toMatchObject([
    { key: 'imports.shortcodeDropped', values: { what: '{{ page.name }}' } },
    { values: { what: '{{ x }}' } },
  ]);
});

it('reads MDX as Markdown', () => {
  const mdx = [
    "import { Image } from 'astro:assets';",
    "import most from './most.png';",
    '',
    'export const a = 1;',
    '',
    '{/* заметка */}',
    '<Image src={most} alt="Мост" />',
    '',
    '<Note title="Важно">Текст</Note> <div style={{ color: "red" }}>да</div>{" "}нет',
    '',
    '```jsx',
    '<Note />',
    '```',
  ].join('\n');
  expect(convertSourceText(mdx, 1, { isMdx: true }).content).toBe(
    '![Мост](<./most.png>)\n\nВажноТекст <div>да</div> нет\n\n```jsx\n<Note />\n```',
  );
});

it('reports what has no equivalent, once and with its line', () => {
  const markdown =
    'Текст\n\n{{< gallery dir="x" >}}\n\n```\n{{< code >}}\n```\n{% post_url 2020-01-01-a %} <font>а</font> <font>б</font>';
  expect(convertSourceText(markdown, 10).remarks).toEqual([
    { key: 'imports.shortcodeDropped', line: 12, values: { what: '{{< gallery dir="x" >}}' } },
    { key: 'imports.tagDropped', line: 17, values: { what: '<font>' } },
  ]);
  const frame = convertSourceText('<iframe src="https://player.vimeo.com/video/1"></iframe>', 1);
  expect(frame.content).toBe('<https://player.vimeo.com/video/1>');
  expect(frame.remarks).toMatchObject([{ key: 'imports.frameLinked' }]);
});

it.each([
  ...[
    '<!--',
    '{#- ',
    '{% raw %}',
    '{% comment %}',
    '{% capture a %}',
    '<script>',
    '{{< a "',
    "{% a '",
    '{{ "',
  ],
  ...['{/*', ' a={', '<a "', '![', '`', '[', '{a', '::: a{', 'a-', '<pre>', '{: ', '\n- a\n{:', 'import {\n'],
])('reads two megabytes of %j, which opens and does not close', (opening) => {
  const text = `<b>${opening.repeat(2_000_000 / opening.length)}`;
  for (const isMdx of [false, true])
    expect(convertSourceText(text, 1, { isMdx }).content.length).toBeLessThan(3_000_000);
});

it('reads two megabytes of spaces within marks, and of captures that are shown often', () => {
  expect(contentOf(`<b>а${' '.repeat(2_000_000)}`)).toBe('а');
  const text = `{% capture a %}${'а'.repeat(1_000)}{% endcapture %}`;
  expect(contentOf(text + '{{ a }}'.repeat(1_000))).toHaveLength(1_000_000);
  expect(() => contentOf(text + '{{ a }}'.repeat(3_000))).toThrow('imports.tooComplex');
});
