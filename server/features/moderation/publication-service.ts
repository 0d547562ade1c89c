import { createHash } from 'node:crypto';
import { playerHosts } from '#contract/embeds.ts';
import type { Message } from '#contract/errors.ts';
import {
  defaultPublicationRules,
  type PublicationRules,
  previewLimit,
  type WaitingRule,
} from '#contract/publication-rules.ts';
import type { Accounts } from '#server/features/accounts/index.ts';
import { type Audit, changesOf } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { AppError, forbidden } from '#server/platform/errors.ts';
import type { Markdown } from '#server/platform/markdown/markdown.ts';
import { moscowDay } from '#server/platform/moscow-day.ts';
import type { JudgedText, TextVerdict } from '#server/platform/text-moderation.ts';
import { type ReadText, readTexts } from '#server/platform/text-reading.ts';
import * as store from './publication-store.ts';
import {
  type CompiledRules,
  compileRules,
  type DailyCount,
  dailyCountsOf,
  findBlockedDomain,
  hasStopWord,
  judge,
  type Verdict,
} from './text-rules.ts';

const dayMs = 24 * 3_600_000;
const exampleCount = 5;
/** Texts that a worker reads at a time. */
const batchSize = 50;

/** Players of the site, and the names of RFC 2606, which belong to nobody. */
const ignoredDomains = [
  'youtube.com',
  'youtu.be',
  'vk.com',
  'vk.ru',
  'example.com',
  'example.org',
  'example.net',
];

export type StoredRules = { version: number; rules: PublicationRules };
export type RulesPreview = {
  texts: number;
  isPartial: boolean;
  shown: number;
  waiting: Map<WaitingRule, { count: number; examples: string[] }>;
  refused: { count: number; examples: string[] };
};
export type Publication = ReturnType<typeof createPublication>;
type Deps = {
  db: Db;
  clock: Clock;
  audit: Audit;
  accounts: Pick<Accounts, 'requireStanding'>;
  markdown: Pick<Markdown, 'read'>;
  publicUrl: string;
};

/** The rules of publication: judges texts, shows what rules would do, and changes them. */
export function createPublication({ db, clock, audit, accounts, markdown, publicUrl }: Deps) {
  const ignored: ReadonlySet<string> = new Set([
    ...ignoredDomains,
    ...playerHosts.map((host) => host.replace('www.', '')),
    new URL(publicUrl).hostname,
  ]);
  let compiled: { version: number; rules: CompiledRules } | undefined;

  /** Compiled once for each version. The version is read with every text, so a change applies at once in all processes. */
  async function rulesOf(tx: Db, version: number): Promise<CompiledRules> {
    if (compiled?.version === version) return compiled.rules;
    const stored = await store.findRules(tx);
    compiled = { version: stored.version, rules: compileRules(stored.rules ?? defaultPublicationRules) };
    return compiled.rules;
  }

  async function judgeText(tx: Db, { authorId, categoryId, ...judged }: JudgedText): Promise<TextVerdict> {
    const found = await store.findAuthor(tx, authorId, clock.now());
    if (!found || found.author.isTrusted) return { rule: null };
    const { author } = found;
    const rules = await rulesOf(tx, found.version);
    const { text, before } = judged;
    const counts = dailyCountsOf(text, author, { before, rules, ignoredDomains: ignored });
    const exceeded = await countUp(tx, counts);
    const isTrapped = author.isTrapped || judged.isTrapped === true;
    return toTextVerdict(
      judge(text, { ...author, isTrapped }, { rules, categoryId, exceeded }),
      judged.field ?? 'content',
    );
  }

  async function findTextProblem(
    tx: Db,
    { authorId, text }: { authorId: number; text: ReadText },
  ): Promise<Message | undefined> {
    const found = await store.findAuthor(tx, authorId, clock.now());
    if (!found || found.author.isTrusted) return undefined;
    const rules = await rulesOf(tx, found.version);
    const domain = findBlockedDomain(text, rules);
    if (domain !== undefined) return blockedDomain(domain);
    return hasStopWord(text.words, rules) ? { key: 'publication.stopWord' } : undefined;
  }

  async function countUp(tx: Db, counts: readonly DailyCount[]): Promise<WaitingRule | undefined> {
    if (counts.length === 0) return undefined;
    const added = counts.map((count) => ({ ...count, subject: subjectOf(count) }));
    const sums = await store.addToCounts(tx, moscowDay(clock.now()), added);
    return counts.find(({ limit }, index) => (sums[index] ?? 0) > limit)?.rule;
  }

  async function get(): Promise<StoredRules> {
    const { version, rules } = await store.findRules(db);
    return { version, rules: rules ?? defaultPublicationRules };
  }

  /** Replaces the rules; `isStale` and nothing is written if somebody else has changed the named version. */
  async function replace(
    editor: User,
    rules: PublicationRules,
    version: number,
  ): Promise<{ isStale: boolean; stored: StoredRules }> {
    const isStale = await inTransaction(db, async (tx) => {
      const stored = await store.lockRules(tx);
      if (stored.version !== version) return true;
      await accounts.requireStanding(tx, editor, 'publication.manage');
      const known = stored.rules ?? defaultPublicationRules;
      const changed = changesOf(valuesOf(known, rules), valuesOf(rules, known));
      if (!changed) return false;
      await store.writeRules(tx, rules);
      await audit.record(tx, {
        action: 'publication.change',
        target: { kind: 'publication', id: null, name: '' },
        ...changed,
      });
      return false;
    });
    return { isStale, stored: await get() };
  }

  /** What rules would have done with the newest texts of a week; the counts begin with the oldest of them. */
  async function preview(wanted: PublicationRules): Promise<RulesPreview> {
    const since = new Date(clock.now().getTime() - 7 * dayMs);
    const texts = await store.listNewestTexts(db, since, previewLimit + 1);
    const rules = compileRules(wanted);
    const sums = new Map<string, number>();
    const found = texts.slice(0, previewLimit).reverse();
    const result: RulesPreview = {
      texts: found.length,
      isPartial: texts.length > previewLimit,
      shown: 0,
      waiting: new Map(),
      refused: { count: 0, examples: [] },
    };
    for await (const { name, author, categoryId, at, read } of readInBatches(found)) {
      const counts = dailyCountsOf(read, author, { rules, ignoredDomains: ignored });
      const exceeded = countInMemory(sums, moscowDay(at), counts);
      addToPreview(result, judge(read, author, { rules, categoryId, exceeded }), name);
    }
    return result;
  }

  async function* readInBatches(texts: store.WeekText[]) {
    for (let start = 0; start < texts.length; start += batchSize) {
      const batch = texts.slice(start, start + batchSize);
      const read = await markdown.read(batch, { account: 'publication preview' });
      yield* batch.map((text, index) => ({ ...text, read: read[index] ?? readTexts([]) }));
    }
  }

  return {
    judge: judgeText,
    findTextProblem,
    get,
    replace,
    preview,
    listHistory: (query: { page?: string; page_size?: string }) =>
      audit.list({ ...query, actions: ['publication.change'] }),
    sweepCounts: () => store.deleteCounts(db, moscowDay(clock.now())),
  };
}

/** Texts are counted by their hash. */
const subjectOf = ({ kind, subject }: DailyCount): string =>
  kind === 'text' ? createHash('sha256').update(subject).digest('base64url') : subject;

function countInMemory(
  sums: Map<string, number>,
  day: string,
  counts: readonly DailyCount[],
): WaitingRule | undefined {
  let exceeded: WaitingRule | undefined;
  for (const { kind, subject, by, limit, rule } of counts) {
    const key = `${day} ${kind} ${subject}`;
    const sum = (sums.get(key) ?? 0) + by;
    sums.set(key, sum);
    if (sum > limit) exceeded ??= rule;
  }
  return exceeded;
}

function addToPreview(preview: RulesPreview, verdict: Verdict, name: string): void {
  if (verdict.outcome === 'shown') {
    preview.shown += 1;
    return;
  }
  let group = preview.refused;
  if (verdict.outcome === 'waits') {
    group = preview.waiting.get(verdict.rule) ?? { count: 0, examples: [] };
    preview.waiting.set(verdict.rule, group);
  }
  group.count += 1;
  if (group.examples.length < exampleCount) group.examples.push(name);
}

const blockedDomain = (domain: string): Message => ({ key: 'publication.blockedDomain', values: { domain } });

function toTextVerdict(verdict: Verdict, field: string): TextVerdict {
  if (verdict.outcome === 'shown') return { rule: null };
  if (verdict.outcome === 'waits') return { rule: verdict.rule };
  const refusal =
    verdict.reason === 'unconfirmed'
      ? forbidden('publication.unconfirmed')
      : new AppError('invalid', { fields: { [field]: [blockedDomain(verdict.domain)] } });
  return { rule: 'refused', refusal };
}

/** The values that the audit log compares; of a list, the entries that the other one does not have. */
function valuesOf(
  { category_modes, stop_words, blocked_domains, ...values }: PublicationRules,
  other: PublicationRules,
) {
  const without = (list: string[], known: string[]): string => {
    const others = new Set(known);
    return list.filter((entry) => !others.has(entry)).join(', ');
  };
  return {
    ...values,
    category_modes: category_modes.map(({ category, mode }) => `${category}: ${mode}`).join(', '),
    stop_words: without(stop_words, other.stop_words),
    blocked_domains: without(blocked_domains, other.blocked_domains),
  };
}
