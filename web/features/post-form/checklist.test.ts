import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checksOf } from './checklist.ts';

const demo = 'db/seeds/demo';
const good = { title: 'Ночной трамвай вернулся', category: '3', content: 'слово '.repeat(120) };
const open = (changes: Partial<typeof good>) =>
  checksOf({ ...good, ...changes })
    .filter(({ isDone }) => !isDone)
    .map(({ name, count }) => (count === undefined ? name : `${name} ${count}`));

it('finds nothing amiss with a whole article', () => {
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
  [{ title: ' ', category: '', content: '![](x)' }, ['title', 'category', 'length', 'alts 1']],
])('finds what is missing in %j', (changes, missing) => expect(open(changes)).toEqual(missing));

it('reads a text made to be read for long once', () => {
  const content = '![ '.repeat(60_000);
  expect(open({ content })).toEqual([]);
});

it.each(readdirSync(demo).filter((name) => name.endsWith('.md')))('has nothing to ask of %s', (name) => {
  const [, head = '', content = ''] = readFileSync(`${demo}/${name}`, 'utf8').split(/^---\n/m);
  const title = /^title: "(.*)"$/m.exec(head)?.[1] ?? '';
  expect(open({ title, category: /^category: (\S+)$/m.exec(head)?.[1] ?? '', content })).toEqual([]);
});
