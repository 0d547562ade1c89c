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
  ['{% highlight ruby %}\nputs 1\n{% endhighlight %}', '```ruby\n\nputs 1\n\n```'],
  ['![a]({{ site.baseurl }}/a.png){: .center}', '![a](/a.png)'],
  ['Начало <!-- more --> конец', 'Начало  конец'],
  ['<b>да</b>, <em>нет</em> и <center>центр</center>', '**да**, *нет* и центр'],
  ['<div><b>да</b></div>', '<div>да</div>'],
  ['<kbd>Ctrl</kbd> и List<String>', '<kbd>Ctrl</kbd> и List<String>'],
])('converts %s', (markdown, content) => expect(contentOf(markdown)).toBe(content));

it('leaves code as it is', () => {
  const code = '`<b>x</b>` и\n\n```html\n<iframe src="x"></iframe>\n{{< x >}}\n```\n\n~~~\n<!-- a -->\n~~~';
  expect(convertSourceText(code, 1)).toEqual({ content: code, remarks: [] });
});

it('reports what has no equivalent, once and with its line', () => {
  const markdown =
    'Текст\n\n{{< gallery dir="x" >}}\n\n```\n{{< code >}}\n```\n{% post_url 2020-01-01-a %} <font>а</font> <font>б</font>';
  expect(convertSourceText(markdown, 10).remarks).toEqual([
    { key: 'imports.shortcode', line: 12, values: { what: '{{< gallery dir="x" >}}' } },
    { key: 'imports.shortcode', line: 17, values: { what: '{% post_url 2020-01-01-a %}' } },
    { key: 'imports.tagDropped', line: 17, values: { what: '<font>' } },
  ]);
  const frame = convertSourceText('<iframe src="https://player.vimeo.com/video/1"></iframe>', 1);
  expect(frame.content).toBe('<https://player.vimeo.com/video/1>');
  expect(frame.remarks).toMatchObject([{ key: 'imports.frameLinked' }]);
});
