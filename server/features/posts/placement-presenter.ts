import type { FrontPageHistoryEntry, FrontPageLayout } from '#contract/front-page-layout.ts';
import { presentAuthor } from '#server/features/accounts/index.ts';
import { type AuditEntry, changeTexts } from '#server/features/audit/index.ts';
import type { Actor } from '#server/platform/actor.ts';
import { obstacleOf } from './placement.ts';
import type { Layout } from './placement-service.ts';
import { namesFor } from './post.ts';

export const presentLayout = (
  { version, placements }: Layout,
  { actor, publicUrl }: { actor: Actor; publicUrl: string },
): FrontPageLayout => ({
  version,
  placements: placements.map(({ post, ...placement }) => ({
    id: placement.id,
    section: placement.section,
    starts_at: placement.startsAt?.toISOString() ?? null,
    ends_at: placement.endsAt?.toISOString() ?? null,
    placed_by: placement.placedBy && presentAuthor(placement.placedBy, publicUrl),
    placed_at: placement.placedAt.toISOString(),
    post: {
      id: post.id,
      ...namesFor(actor, post),
      author_info: presentAuthor(post.author, publicUrl),
      created_at: post.createdAt.toISOString(),
      obstacle: obstacleOf(post),
    },
  })),
});

/** Without the address of the editor, which only those see who may read the audit log. */
export const presentHistoryEntry = (entry: AuditEntry): FrontPageHistoryEntry => ({
  id: entry.id,
  at: entry.at.toISOString(),
  action: entry.action as FrontPageHistoryEntry['action'],
  actor_name: entry.actor.name,
  post_title: entry.target.name,
  changes: changeTexts(entry),
});
