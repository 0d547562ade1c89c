import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runChecks } from './checklist.ts';

const demo = 'db/seeds/demo';
const good = { title: 'Ночной трамвай вернулся', category: '3', content: 'слово '.repeat(120) };
const open = (changes: Partial<typeof good>) =>
  runChecks({ ...good, ...changes })
    .filter(({ isDone }) => !isDone)
    .map(({ name, count }) => (count === undefined ? name : `${name} ${count}`));

it('reports nothing for a complete article', () => {
  expect(
    open({ content: `${good.content}\n\n![мост](/media/a.webp)\n\n\`![](x)\`\n\n\`\`\`\n![](x)\n\`\`\`` }),
  ).toEqual([]);
});

it.each([
  [{ title: 'Трамвай' }, ['title']],
  [{ title: 'а'.repeat(111) }, ['title']],
  [{ category: '' }, ['category']],
  [{ content: 'Коротко.' }, ['length']],
  [{ content: `${good.content}![](/media/a.webp) ![ ](/media/b.webp "подпись")` }, ['alts 2']],
  [
    { content: `${good.content}<img src="a"> <IMG src=a alt=" "> <img alt="мост" src=a> <img alt=x>` },
    ['alts 2'],
  ],
  [{ title: ' ', category: '', content: '![](x)' }, ['title', 'category', 'length', 'alts 1']],
])('reports the missing items of %j', (changes, missing) => expect(open(changes)).toEqual(missing));

it('scans a hostile text in linear time', () => {
  for (const piece of ['![ ', '<img ', '<img alt="'])
    expect(open({ content: piece.repeat(60_000) })).toEqual([]);
});

const isDraft = (name: string) => readFileSync(`${demo}/${name}`, 'utf8').includes('\ndraft: true\n');

it.each(readdirSync(demo).filter((name) => name.endsWith('.md') && !isDraft(name)))(
  'reports nothing for the demo article %s',
  (name) => {
    const [, head = '', content = ''] = readFileSync(`${demo}/${name}`, 'utf8').split(/^---\n/m);
    const title = /^title: "(.*)"$/m.exec(head)?.[1] ?? '';
    expect(open({ title, category: /^category: (\S+)$/m.exec(head)?.[1] ?? '', content })).toEqual([]);
  },
);
