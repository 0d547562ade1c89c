// @vitest-environment happy-dom
import { DOMParser as ModelParser } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { cleanPastedHtml } from './paste.ts';
import { createDocumentSchema } from './schema.ts';
import { createSourceTracker } from './source-tracker.ts';

const schema = createDocumentSchema();

/** Returns the Markdown of pasted HTML. */
function pasted(html: string): string {
  const body = document.createElement('div');
  body.innerHTML = cleanPastedHtml(html);
  return createSourceTracker(schema).write(ModelParser.fromSchema(schema).parse(body));
}

const wordItem = (level: number, bullet: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${bullet}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`;

describe('from Word', () => {
  it('keeps only headings, marks and lists', () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} --></style></head><body lang=RU><!--StartFragment-->
<h1 style='mso-style-name:x'>Отчёт<o:p></o:p></h1>
<p class=MsoNormal><b><span style='font-size:12pt'>Важно</span></b><span style='color:red'>: читать </span><i>внимательно</i>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${wordItem(1, '·', 'Первый')}
${wordItem(2, 'o', 'Вложенный')}
${wordItem(1, '·', 'Второй')}
<p class=MsoNormal>Дальше</p>
${wordItem(1, '1.', 'Один')}
${wordItem(1, '2.', 'Два')}
<!--EndFragment--></body></html>`;
    expect(pasted(html)).toBe(
      '## Отчёт\n\n**Важно**: читать *внимательно*.\n\n- Первый\n  - Вложенный\n- Второй\n\nДальше\n\n1. Один\n2. Два',
    );
  });

  it('keeps the lines of table cells', () => {
    const cell = (text: string) =>
      `<td width=300 valign=top style='border:solid'><p class=MsoNormal>${text}</p></td>`;
    const html = `<table class=MsoTableGrid border=1><tr>${cell('Город')}${cell('<b>Люди</b>')}</tr><tr>${cell('Тула')}${cell('460</p><p>тысяч')}</tr></table>`;
    expect(pasted(html)).toBe('| Город | **Люди** |\n| - | - |\n| Тула | 460<br>тысяч |');
  });
});

describe('from Google Docs', () => {
  it('reads marks from styles and ignores the bold wrapper', () => {
    const html = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1f2e"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none">Текст </span><span style="font-weight:700;font-style:normal">жирный</span><span style="font-weight:400;font-style:italic"> и курсив</span><span style="font-weight:400;text-decoration:line-through"> и нет</span></p><br /><h2 dir="ltr"><span style="font-weight:700">Тема</span></h2><ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Раз</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr"><span>Два</span></p></li></ul></ul><p><a href="https://www.google.com/url?q=https://example.ru/a&sa=D" style="text-decoration:none"><span style="color:#1155cc">ссылка</span></a></p></b><br class="Apple-interchange-newline">`;
    expect(pasted(html)).toBe(
      'Текст **жирный** *и курсив* ~~и нет~~\n\n## Тема\n\n- Раз\n  - Два\n\n[ссылка](https://example.ru/a)',
    );
  });
});

describe('from Telegram', () => {
  it('converts double line breaks to paragraphs and emoji images to text', () => {
    const html = `<strong>Новость</strong><br><br>Первая строка<br>вторая <img class="emoji" src="data:image/gif;base64,R0" alt="🚀"> и <a href="tg://resolve?domain=durov">@durov</a>, <a class="anchor-url" href="https://t.me/durov/43" target="_blank" rel="noopener">пост</a><br><br><code class="monospace-text">код</code>`;
    expect(pasted(html)).toBe(
      '**Новость**\n\nПервая строка\\\nвторая 🚀 и @durov, [пост](https://t.me/durov/43)\n\n`код`',
    );
  });
});

describe('from anywhere', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<div data-embed="javascript:alert(1)">x</div>',
    '<p style="background:url(https://example.com/x.png)">x</p>',
  ])('removes everything that runs or loads: %s', (html) => {
    const clean = cleanPastedHtml(html);
    expect(clean).not.toMatch(/<(script|img|svg|iframe|math|style)|on\w+=|javascript:|data:text|url\(/i);
    expect(pasted(html)).not.toMatch(/\]\((javascript|data)/);
  });

  it('keeps images of other sites and in the text where they can be stored', () => {
    const pictures = { lost: 0 };
    const clean = cleanPastedHtml(
      `<p>a</p><figure><img src="https://example.com/x.png" alt="вид"><figcaption>Подпись</figcaption></figure><img src="data:image/png;base64,iVBORw0KGgo="><img src="data:image/svg+xml;base64,AA=="><img src="file:///C:/x.png"><img src="https://example.com/count.gif" width="1" height="1"><table><tr><td><img src="https://example.com/y.png"></td></tr></table>`,
      pictures,
    );
    const body = document.createElement('div');
    body.innerHTML = clean;
    expect([...body.querySelectorAll('figure[data-picture]')].map(({ outerHTML }) => outerHTML)).toEqual([
      '<figure data-picture="https://example.com/x.png" data-alt="вид" data-caption="Подпись"></figure>',
      expect.stringMatching(
        /^<figure data-picture="pasted:[\da-f-]{36}" data-alt="" data-caption=""><\/figure>$/,
      ),
    ]);
    expect(clean).toContain('<th><a href="https://example.com/y.png">');
    expect(pictures.lost).toBe(2);
  });

  it('converts images of other sites to links and keeps images of this site', () => {
    expect(pasted('<p>a <img src="https://example.com/x.png" alt="вид"></p>')).toBe(
      'a [вид](https://example.com/x.png)',
    );
    expect(pasted('<img src="/media/x.webp" alt="Мост">')).toBe('![Мост](/media/x.webp)');
    expect(pasted('<p>a<img src="file:///C:/x.png"></p>')).toBe('a');
  });
});
