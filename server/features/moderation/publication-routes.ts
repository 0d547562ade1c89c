import * as contract from '#contract/publication-rules.ts';
import { t } from '#locales/index.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { changeTexts } from '#server/features/audit/index.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { Publication } from './publication-service.ts';
import type { WaitingTexts } from './waiting-service.ts';
import type { WaitingText } from './waiting-text.ts';

type Deps = { publication: Publication; waiting: WaitingTexts; publicUrl: string };

export function publicationRoutes({ publication, waiting, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listWaitingTexts, {
      handle: async ({ query, path, rawQuery }) => {
        const { texts, count, page } = await waiting.list(query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: texts.map((text) => presentWaiting(text, publicUrl)),
        });
      },
    }),
    operation(contract.decideWaitingTexts, {
      handle: async ({ actor, body: { outcome, rule, reason, texts } }) => {
        const seen = texts.map(({ updated_at, ...text }) => ({ ...text, seenAt: new Date(updated_at) }));
        const decision =
          outcome === 'publish' ? { outcome } : { outcome, rule: rule ?? null, reason: reason ?? '' };
        return ok({ results: await waiting.decide(actor, seen, decision) });
      },
    }),
    operation(contract.getPublicationRules, { handle: async () => ok(await publication.get()) }),
    operation(contract.replacePublicationRules, {
      handle: async ({ actor, body }) => {
        const { isStale, stored } = await publication.replace(actor, body.rules, body.version);
        if (!isStale) return ok(stored);
        return { status: 412 as const, body: { detail: t('publication.stale'), current: stored } };
      },
    }),
    operation(contract.previewPublicationRules, {
      handle: async ({ body }) => {
        const { isPartial, waiting: groups, ...effect } = await publication.preview(body.rules);
        return ok({
          ...effect,
          is_partial: isPartial,
          waiting: [...groups].map(([rule, group]) => ({ rule, ...group })),
        });
      },
    }),
    operation(contract.listPublicationHistory, {
      handle: async ({ query, path, rawQuery }) => {
        const { entries, count, page } = await publication.listHistory(query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: entries.map((entry) => ({
            id: entry.id,
            at: entry.at.toISOString(),
            actor_name: entry.actor.name,
            changes: changeTexts(entry),
          })),
        });
      },
    }),
  ];
}

const presentWaiting = (text: WaitingText, publicUrl: string): contract.WaitingText => ({
  key: `${text.kind}-${text.id}`,
  kind: text.kind,
  id: text.id,
  title: text.title,
  slug: text.slug,
  text: text.text,
  rule: text.rule,
  author: presentAuthor(text.author, publicUrl),
  waiting_since: text.since.toISOString(),
  updated_at: text.updatedAt.toISOString(),
});
