import {
  maxPhraseWords,
  type PublicationMode,
  type PublicationRules,
  type WaitingRule,
} from '#contract/publication-rules.ts';

/** A text as the rules see it. */
export type ReadText = {
  /** Words in the alphabet of `foldWords`. */
  words: readonly string[];
  /** Addresses that the text links to, each once. */
  links: readonly string[];
  /** Hosts that the text names, linked or not. */
  hosts: readonly string[];
};

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
  prefixes: ReadonlySet<string>;
  /** The lengths of the prefixes. */
  prefixLengths: readonly number[];
  domains: ReadonlySet<string>;
  modes: ReadonlyMap<number, PublicationMode>;
};

/** Latin letters, and digits inside of words, that look like Cyrillic letters. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'а',
    b: 'в',
    c: 'с',
    e: 'е',
    h: 'н',
    k: 'к',
    m: 'м',
    o: 'о',
    p: 'р',
    t: 'т',
    x: 'х',
    y: 'у',
    0: 'о',
    3: 'з',
  }),
);
const isLookAlikeDigit = (letter: string): boolean => letter === '0' || letter === '3';
const hasLetter = /\p{L}/u;
/** Marks above letters, soft hyphens and invisible characters, which part what a reader sees as one word. */
const invisible = /[\p{M}\p{Cf}]/gu;
const separators = /[^\p{L}\p{N}]+/u;
const addressSeparators = /[\s<>()[\]{}"'«»“”„,;|*_`\\^]+/u;
const scheme = /^(?:[a-z][a-z0-9+.-]{0,30}:)?\/\//;
const hostEnd = /[/?#:]/;
const maxHostLength = 320;
const hostShape = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;
const topLevel = /^(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u;

/** Links of one text that are read; the rest does not change what happens to it. */
const maxLinks = 1_000;
const maxCountedDomains = 50;
/** Short texts are equal by chance. */
const minRepeatedWords = 8;

/**
 * The words of a text in one alphabet: lower case, no marks (ё is е, й is и), and Latin letters as the Cyrillic ones that they look
 * like. Letters that stand alone are put together: «к а з и н о».
 */
export function foldWords(text: string): string[] {
  const words: string[] = [];
  let spaced = '';
  const endSpaced = () => {
    if (spaced) words.push(spaced);
    spaced = '';
  };
  for (const word of text.normalize('NFKD').toLowerCase().replace(invisible, '').split(separators)) {
    if (word === '') continue;
    if (word.length === 1 && hasLetter.test(word)) {
      spaced += foldWord(word);
      continue;
    }
    endSpaced();
    words.push(foldWord(word));
  }
  endSpaced();
  return words;
}

function foldWord(word: string): string {
  const isWord = hasLetter.test(word);
  let folded = '';
  for (const letter of word)
    folded += (isWord || !isLookAlikeDigit(letter) ? lookAlikes.get(letter) : undefined) ?? letter;
  return folded;
}

/** Reads the texts of one post or comment: title, introduction, content. Links of a post are those of its HTML. */
export function readText(texts: readonly string[], html = ''): ReadText {
  const hosts = new Set<string>();
  const links = new Set<string>();
  for (const chunk of [...texts, html].join('\n').toLowerCase().normalize('NFKC').split(addressSeparators)) {
    const address = chunk.replace(scheme, '');
    const isLink = address !== chunk || address.startsWith('www.');
    const { host, path } = splitAddress(address);
    if (host === undefined) continue;
    hosts.add(host);
    if (isLink && links.size < maxLinks) links.add(host + path.replace(/[/.!?:]$/, ''));
  }
  return { words: foldWords(texts.join('\n')), links: [...links], hosts: [...hosts] };
}

/** The host of an address without scheme, user, port, `www.` and a dot at its end, and the path. */
function splitAddress(address: string): { host?: string; path: string } {
  const end = address.search(hostEnd);
  const path = end === -1 ? '' : address.slice(end);
  const named = (end === -1 ? address : address.slice(0, end)).slice(-maxHostLength);
  const host = named
    .slice(named.lastIndexOf('@') + 1)
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  const isHost = hostShape.test(host) && topLevel.test(host.slice(host.lastIndexOf('.') + 1));
  return isHost ? { host, path } : { path };
}

/** A host and the domains above it. */
function domainsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

/** The domain that its owner registers: two labels, or three below `co.uk` and the like. */
function registeredDomain(host: string): string {
  const labels = host.split('.');
  return labels.slice((labels.at(-2)?.length ?? 0) <= 3 ? -3 : -2).join('.');
}

const domainOfLink = (link: string): string => registeredDomain(splitAddress(link).host ?? '');

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
    prefixes,
    prefixLengths: [...new Set([...prefixes].map(({ length }) => length))],
    domains: new Set(
      rules.blocked_domains.flatMap(
        (domain) => splitAddress(domain.trim().toLowerCase().replace(scheme, '')).host ?? [],
      ),
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
  const fingerprint = text.words.join(' ');
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
      subject: fingerprint,
      by: text.words.length >= minRepeatedWords && fingerprint !== before?.words.join(' ') ? 1 : 0,
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
  const domain = text.hosts.flatMap(domainsOf).find((name) => rules.domains.has(name));
  if (domain !== undefined) return { outcome: 'refused', reason: 'blocked-domain', domain };
  if (author.isTrapped) return { outcome: 'waits', rule: 'trap' };
  if (hasStopWord(text.words, rules)) return { outcome: 'waits', rule: 'stop-words' };
  if (exceeded) return { outcome: 'waits', rule: exceeded };
  const mode = (categoryId === null ? undefined : rules.modes.get(categoryId)) ?? rules.mode;
  if (mode === 'before') return { outcome: 'waits', rule: 'everything' };
  if (mode === 'newcomers' && isNewcomer(author, rules)) return { outcome: 'waits', rule: 'newcomer' };
  return { outcome: 'shown' };
}

function hasStopWord(words: readonly string[], { phrases, prefixes, prefixLengths }: CompiledRules): boolean {
  if (phrases.size === 0 && prefixes.size === 0) return false;
  return words.some((word, index) => {
    if (prefixLengths.some((length) => word.length >= length && prefixes.has(word.slice(0, length))))
      return true;
    for (let end = index + 1; end <= Math.min(index + maxPhraseWords, words.length); end += 1)
      if (phrases.has(words.slice(index, end).join(' '))) return true;
    return false;
  });
}
