import { describe, expect, it } from 'vitest';
import { defaultPublicationRules, type PublicationRules } from '#contract/publication-rules.ts';
import { readHtml } from '#server/platform/markdown/read-article.ts';
import { foldWords, joinTexts, readTexts } from '#server/platform/text-reading.ts';
import { compileRules, dailyCountsOf, isNewcomer, judge, type TextAuthor } from './text-rules.ts';

const newcomer: TextAuthor = {
  id: 7,
  isTrusted: false,
  isConfirmed: false,
  isTrapped: false,
  ageHours: 1,
  publicTexts: 0,
};
const regular: TextAuthor = { ...newcomer, ageHours: 1_000, publicTexts: 50 };
const rulesOf = (changes: Partial<PublicationRules> = {}) =>
  compileRules({ ...defaultPublicationRules, ...changes });
const verdict = (
  content: string,
  changes: Partial<PublicationRules> = {},
  author = regular,
  more: { categoryId?: number; html?: string } = {},
) =>
  judge(joinTexts(readTexts([content]), readHtml(more.html ?? '')), author, {
    rules: rulesOf(changes),
    categoryId: more.categoryId ?? null,
  });
const shown = { outcome: 'shown' };
const waits = (rule: string) => ({ outcome: 'waits', rule });

describe('the rules of a new site', () => {
  it('show every text at once', () => {
    for (const author of [newcomer, regular])
      expect(verdict('Первый текст https://site.test/', {}, author)).toEqual(shown);
  });
});

describe('a mode', () => {
  it('lets texts of newcomers, or all of them, wait', () => {
    expect(verdict('Текст', { mode: 'newcomers' }, newcomer)).toEqual(waits('newcomer'));
    expect(verdict('Текст', { mode: 'newcomers' }, { ...newcomer, ageHours: 100 })).toEqual(
      waits('newcomer'),
    );
    expect(verdict('Текст', { mode: 'newcomers' }, regular)).toEqual(shown);
    expect(verdict('Текст', { mode: 'before' }, regular)).toEqual(waits('everything'));
  });

  it('of a category replaces that of the site', () => {
    const rules = { mode: 'before', category_modes: [{ category: 3, mode: 'after' }] } as const;
    const changes = { ...rules, category_modes: [...rules.category_modes] };
    expect(verdict('Текст', changes, regular, { categoryId: 3 })).toEqual(shown);
    expect(verdict('Текст', changes, regular, { categoryId: 4 })).toEqual(waits('everything'));
  });

  it('does not concern staff', () => {
    const staff = { ...newcomer, isTrusted: true, isTrapped: true };
    const all = { mode: 'before', stop_words: ['казино'], needs_confirmed_address: true } as const;
    expect(verdict('казино', { ...all, stop_words: [...all.stop_words] }, staff)).toEqual(shown);
  });
});

describe('a newcomer', () => {
  it('has a young account, or few texts that readers see', () => {
    expect(isNewcomer({ ...regular, ageHours: 23 }, defaultPublicationRules)).toBe(true);
    expect(isNewcomer({ ...regular, publicTexts: 2 }, defaultPublicationRules)).toBe(true);
    expect(isNewcomer({ ...regular, ageHours: 24, publicTexts: 3 }, defaultPublicationRules)).toBe(false);
  });
});

describe('stop words', () => {
  it.each([
    ['Лучшее КАЗИНО города', true],
    ['Лучшее kaзинo города', true],
    ['к а з и н о', true],
    ['ка\u00adзи\u200bно', true],
    ['каз\u0301ино', true],
    ['К.А.З.И.Н.О', true],
    ['казиношный', false],
    ['Ставки на спорт открыты', true],
    ['ставки — на — спорт', true],
    ['ставки на чай', false],
    ['ещё тёлка', true],
    ['еще телкам', true],
    ['Прогулка по зоопарку', false],
  ])('are found in %j: %s', (content, isFound) => {
    const result = verdict(content, { stop_words: ['казино', 'Ставки на спорт', 'тёлк*'] });
    expect(result).toEqual(isFound ? waits('stop-words') : shown);
  });

  it('written in Latin letters match their look-alikes, and numbers stay numbers', () => {
    expect(verdict('лучшее саsino', { stop_words: ['casino'] })).toEqual(waits('stop-words'));
    expect(foldWords('300 рублей, к0т')).toEqual(['300', 'рублеи', 'кот']);
  });

  it('that are empty match nothing', () => {
    expect(verdict('что угодно', { stop_words: ['', '***', '*'] })).toEqual(shown);
  });
});

describe('blocked domains', () => {
  const blocked = { blocked_domains: ['https://Spam.test/', 'реклама.рф'] };
  it.each([
    ['Смотрите https://spam.test/x', 'spam.test'],
    ['Смотрите HTTPS://WWW.SPAM.TEST:443', 'spam.test'],
    ['[тут](//a.b.spam.test/)', 'spam.test'],
    ['просто spam.test.', 'spam.test'],
    ['https://user@spam.test/', 'spam.test'],
    ['http://реклама.рф/скидки', 'реклама.рф'],
    ['https://notspam.test/', undefined],
    ['https://spam.test.example/', undefined],
  ])('are found in %j: %s', (content, domain) => {
    expect(verdict(content, blocked)).toEqual(
      domain ? { outcome: 'refused', reason: 'blocked-domain', domain } : shown,
    );
  });

  it('are found in what the Markdown of a post has become', () => {
    const html = '<p><a href="https://spam.test/x?a=1&amp;b=2" rel="nofollow">тут</a></p>';
    expect(verdict('[тут](&#104;ttps&#58;//sp&#97;m.test)', blocked, regular, { html }).outcome).toBe(
      'refused',
    );
  });
});

describe('the counts of a day', () => {
  const countsOf = (
    content: string,
    changes: Partial<PublicationRules> = {},
    author = newcomer,
    before?: string,
  ) =>
    dailyCountsOf(readTexts([content]), author, {
      rules: rulesOf({ newcomer_texts_a_day: 5, repeated_texts: 3, ...changes }),
      ignoredDomains: new Set(['youtube.com']),
      before: before === undefined ? undefined : readTexts([before]),
    }).map(({ kind, subject, by }) => [kind, kind === 'text' ? '' : subject, by]);

  it('are those of newcomers only', () => {
    expect(countsOf('Текст', {}, regular)).toEqual([]);
    expect(countsOf('Текст', {}, { ...newcomer, isTrusted: true })).toEqual([]);
    expect(countsOf('Текст', { newcomer_texts_a_day: null })).toEqual([]);
  });

  it('count texts, links, the domains behind them and equal texts', () => {
    const words = 'раз два три четыре пять шесть семь восемь';
    expect(
      countsOf(`${words} https://b.spam.test/1 www.spam.test/2 http://a.test https://www.youtube.com/x`),
    ).toEqual([
      ['domain', 'a.test', 1],
      ['domain', 'spam.test', 1],
      ['links', '7', 3],
      ['text', '', 1],
      ['texts', '7', 1],
    ]);
  });

  it('count what an edit adds', () => {
    const old = 'Текст https://spam.test/1';
    expect(countsOf(`${old} и https://spam.test/2/`, { repeated_texts: null }, newcomer, old)).toEqual([
      ['domain', 'spam.test', 1],
      ['links', '7', 1],
    ]);
    expect(countsOf(old, {}, newcomer, old)).toEqual([]);
  });

  it('do not grow without a bound', () => {
    const links = Array.from({ length: 3_000 }, (_, index) => `https://host${index}.test/`).join(' ');
    expect(countsOf(links).filter(([kind]) => kind === 'domain')).toHaveLength(50);
  });
});

describe('an author', () => {
  it('without a confirmed address is refused where the site asks for one', () => {
    const needs = { needs_confirmed_address: true };
    expect(verdict('Текст', needs)).toEqual({ outcome: 'refused', reason: 'unconfirmed' });
    expect(verdict('Текст', needs, { ...regular, isConfirmed: true })).toEqual(shown);
  });

  it('who filled in the trap waits always', () => {
    expect(verdict('Текст', {}, { ...regular, isTrapped: true })).toEqual(waits('trap'));
  });
});
