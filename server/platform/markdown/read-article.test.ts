import { describe, expect, it } from 'vitest';
import { readHtml } from './read-article.ts';
import { renderMarkdown } from './render.ts';

const read = (markdown: string) => renderMarkdown(markdown).read;

describe('the words of an article', () => {
  it.each([
    ['ка<span></span>зино'],
    ['к<u>а</u><mark>зи</mark>но'],
    ['&#1082;азино'],
    ['ка&shy;зино'],
    ['ка&#8203;зи&zwnj;но'],
    ['ка\u3164зино'],
    ['ка**зи**но'],
    ['[ка](/a)зино'],
    ['`ка`зино'],
    ['Слово[^1]\n\n[^1]: казино'],
    ['![казино](/media/a.png)'],
    ['[тут](/a "казино")'],
    ['<abbr title="казино">К.</abbr>'],
    ['<details><summary>казино</summary></details>'],
    ['| казино |\n|---|\n| а |'],
  ])('are those that a reader sees in %j', (markdown) => {
    expect(read(markdown).words.split(' ')).toContain('казино');
  });

  it('are the same in its stored HTML', () => {
    const markdown =
      'Ка<span></span>зино &laquo;тут&raquo; https://Spam.test/x\n\n- а\n- **б**ез\n\n`код` и "цитата" - да';
    const { html, read: known } = renderMarkdown(markdown);
    expect(readHtml(html)).toEqual(known);
  });
});

describe('the hosts of an article', () => {
  it.each([
    ['[тут](https://spam.test/)'],
    ['[тут](https://spam%2Etest/)'],
    ['[тут](https://spam。test/)'],
    ['[тут](https://sp\u00adam.test/)'],
    ['[тут](https:/spam.test)'],
    ['[тут](https:spam.test)'],
    ['<a href="https:\\\\spam.test">тут</a>'],
    ['[тут](//spam.test)'],
    ['<a href="/\\spam.test">тут</a>'],
    ['[тут](https://USER@WWW.SPAM.TEST:443/)'],
    ['[тут](https://ｓｐａｍ.test)'],
    ['<https://spam.test>'],
    ['https://spam.test/x'],
    ['www.spam.test'],
    ['<a href="https://spam.test">тут</a>'],
    ['![](https://spam.test/a.png)'],
    ['[тут][1]\n\n[1]: https://spam.test'],
    ['смотрите на spam.test!'],
    ['сп**ам** и sp<span></span>am.test'],
    ['spam&#46;test'],
    ['spam%2Etest'],
    ['почта user@spam.test'],
  ])('are those that a browser reads in %j', (markdown) => {
    expect(read(markdown).hosts).toContain('spam.test');
  });

  it('are not those of the site itself, and of numbers and abbreviations', () => {
    expect(read('[тут](/posts/a) [выше](#a) 1.2 и т.д. конец.').hosts).toEqual([]);
    expect(read('https://notspam.test/ https://spam.test.example/').hosts).not.toContain('spam.test');
  });
});
