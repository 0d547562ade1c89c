import {
  maxPhraseWords,
  type PublicationMode,
  type PublicationRules,
  type WaitingRule,
} from '#contract/publication-rules.ts';
import { foldWords, hostOf, type ReadText } from '#server/platform/text-reading.ts';

export type TextAuthor = {
  id: number;
  /** Texts of staff are never judged. */
  isTrusted: boolean;
  isConfirmed: boolean;
  /** The account filled in a field that people do not see; all its texts wait. */
  isTrapped: boolean;
  ageHours: number;
  /** Texts that readers see. */
  publicTexts: number;
};

/** What one text adds to a count of the day, and the limit of the count. */
export type DailyCount = {
  kind: 'texts' | 'links' | 'domain' | 'text';
  subject: string;
  by: number;
  limit: number;
  rule: WaitingRule;
};

export type Verdict =
  | { outcome: 'shown' }
  | { outcome: 'waits'; rule: WaitingRule }
  | { outcome: 'refused'; reason: 'unconfirmed' }
  | { outcome: 'refused'; reason: 'blocked-domain'; domain: string };

/** Rules prepared for judging: their lists are sets. */
export type CompiledRules = PublicationRules & {
  phrases: ReadonlySet<string>;
  /** The words that phrases begin with. */
  firstWords: ReadonlySet<string>;
  prefixes: ReadonlySet<string>;
  /** The lengths of the prefixes. */
  prefixLengths: readonly number[];
  domains: ReadonlySet<string>;
  modes: ReadonlyMap<number, PublicationMode>;
};

/** Of a blocked domain that is given as an address. */
const scheme = /^(?:[a-z][a-z0-9+.-]{0,30}:)?[\\/]{2}/i;
const maxCountedDomains = 50;
/** Short texts are equal by chance. */
const minRepeatedWords = 8;

/** A host and the domains above it. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** The domain that the owner of a link registers: two labels, or three below `co.uk` and the like. */
function domainOfLink(link: string): string {
  const labels = (link.split('/', 1)[0] ?? '').split('.');
  return labels.slice((labels.at(-2)?.length ?? 0) <= 3 ? -3 : -2).join('.');
}

export function compileRules(rules: PublicationRules): CompiledRules {
  const phrases = new Set<string>();
  const prefixes = new Set<string>();
  for (const entry of rules.stop_words) {
    const words = foldWords(entry).slice(0, maxPhraseWords);
    if (words.length === 1 && entry.trim().endsWith('*')) prefixes.add(words[0] ?? '');
    else if (words.length > 0) phrases.add(words.join(' '));
  }
  return {
    ...rules,
    phrases,
    firstWords: new Set([...phrases].map((phrase) => phrase.split(' ', 1)[0] ?? '')),
    prefixes,
    prefixLengths: [...new Set([...prefixes].map(({ length }) => length))],
    domains: new Set(
      rules.blocked_domains.flatMap((domain) => hostOf(domain.trim().replace(scheme, '')) ?? []),
    ),
    modes: new Map(rules.category_modes.map(({ category, mode }) => [category, mode])),
  };
}

export const isNewcomer = (author: TextAuthor, rules: PublicationRules): boolean =>
  author.ageHours < rules.newcomer_hours || author.publicTexts < rules.newcomer_texts;

/**
 * What a text adds to the counts of the day: only newcomers are counted. `before` is the text that an edit replaces; an edit
 * counts what it adds. Sorted, because the counts are locked in this order.
 */
export function dailyCountsOf(
  text: ReadText,
  author: TextAuthor,
  {
    before,
    rules,
    ignoredDomains,
  }: { before?: ReadText | undefined; rules: CompiledRules; ignoredDomains: ReadonlySet<string> },
): DailyCount[] {
  if (author.isTrusted || !isNewcomer(author, rules)) return [];
  const known = new Set(before?.links);
  const links = text.links.filter((link) => !known.has(link) && !ignoredDomains.has(domainOfLink(link)));
  const domains = [...new Set(links.map(domainOfLink))].slice(0, maxCountedDomains).sort();
  const account = String(author.id);
  const counts: Array<Omit<DailyCount, 'limit'> & { limit: number | null }> = [
    ...domains.map((subject) => ({
      kind: 'domain' as const,
      subject,
      by: 1,
      limit: rules.repeated_domains,
      rule: 'repeated-domain' as const,
    })),
    {
      kind: 'links',
      subject: account,
      by: links.length,
      limit: rules.newcomer_links_a_day,
      rule: 'links-a-day',
    },
    {
      kind: 'text',
      subject: text.words,
      by:
        text.words.split(' ', minRepeatedWords).length === minRepeatedWords && text.words !== before?.words
          ? 1
          : 0,
      limit: rules.repeated_texts,
      rule: 'repeated-text',
    },
    {
      kind: 'texts',
      subject: account,
      by: before ? 0 : 1,
      limit: rules.newcomer_texts_a_day,
      rule: 'texts-a-day',
    },
  ];
  return counts.flatMap((count) =>
    count.limit === null || count.by === 0 ? [] : [{ ...count, limit: count.limit }],
  );
}

/**
 * Decides about a text: readers see it, it waits for a moderator, or its author is asked to change something first.
 * `exceeded` is the first count of the day that is above its limit. The work grows with the length of the text only.
 */
export function judge(
  text: ReadText,
  author: TextAuthor,
  {
    rules,
    categoryId,
    exceeded,
  }: { rules: CompiledRules; categoryId: number | null; exceeded?: WaitingRule | undefined },
): Verdict {
  if (author.isTrusted) return { outcome: 'shown' };
  if (rules.needs_confirmed_address && !author.isConfirmed)
    return { outcome: 'refused', reason: 'unconfirmed' };
  const domain = findBlockedDomain(text, rules);
  if (domain !== undefined) return { outcome: 'refused', reason: 'blocked-domain', domain };
  if (author.isTrapped) return { outcome: 'waits', rule: 'trap' };
  if (hasStopWord(text.words, rules)) return { outcome: 'waits', rule: 'stop-words' };
  if (exceeded) return { outcome: 'waits', rule: exceeded };
  const mode = (categoryId === null ? undefined : rules.modes.get(categoryId)) ?? rules.mode;
  if (mode === 'before') return { outcome: 'waits', rule: 'everything' };
  if (mode === 'newcomers' && isNewcomer(author, rules)) return { outcome: 'waits', rule: 'newcomer' };
  return { outcome: 'shown' };
}

export const findBlockedDomain = ({ hosts }: ReadText, { domains }: CompiledRules): string | undefined =>
  domains.size === 0 ? undefined : hosts.flatMap(domainsOf).find((name) => domains.has(name));

/** Whether a text, as `ReadText` has its words, has a stop word. The work grows with the length of the text only. */
export function hasStopWord(
  text: string,
  { phrases, firstWords, prefixes, prefixLengths }: CompiledRules,
): boolean {
  if (phrases.size === 0 && prefixes.size === 0) return false;
  const words = text.split(' ');
  return words.some((word, index) => {
    if (prefixLengths.some((length) => word.length >= length && prefixes.has(word.slice(0, length))))
      return true;
    if (!firstWords.has(word)) return false;
    for (let end = index + 1; end <= Math.min(index + maxPhraseWords, words.length); end += 1)
      if (phrases.has(words.slice(index, end).join(' '))) return true;
    return false;
  });
}
